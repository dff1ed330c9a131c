namespace CopyOnWrite.Tests.Windows;

/// <summary>Controls.</summary>
internal sealed unsafe partial class RefsModel
{
    private const long MostInARegion = (1L << 32) - 1;

    public override int DeviceIoControl(nint file, uint code, void* input, int inputSize, void* output, int outputSize)
    {
        nint from = (nint)input;
        nint to = (nint)output;
        (string name, uint access) = code switch
        {
            FSCTL_SET_SPARSE => (nameof(FSCTL_SET_SPARSE), GENERIC_WRITE),
            FSCTL_GET_RETRIEVAL_POINTERS => (nameof(FSCTL_GET_RETRIEVAL_POINTERS), 0u),
            _ => (nameof(FSCTL_DUPLICATE_EXTENTS_TO_FILE), 0u),
        };
        int error = With(file, name, opened => code switch
        {
            FSCTL_SET_SPARSE => SetSparse(opened, from == 0 || *(byte*)from != 0),
            FSCTL_GET_RETRIEVAL_POINTERS => GetFirstExtent(opened, inputSize, to, outputSize),
            FSCTL_DUPLICATE_EXTENTS_TO_FILE => inputSize != sizeof(DUPLICATE_EXTENTS_DATA)
                ? ERROR_INVALID_PARAMETER
                : Duplicate(opened, *(DUPLICATE_EXTENTS_DATA*)from),
            _ => ERROR_INVALID_FUNCTION,
        }, access);
        if (error != 0 && code == FSCTL_DUPLICATE_EXTENTS_TO_FILE)
        {
            Spoil(file);
        }

        return error;
    }

    /// <summary>What a refused clone leaves is not documented: rubbish here, which no test may find.</summary>
    private void Spoil(nint file)
    {
        if (_open.TryGetValue(file, out Opened? opened) && opened.May(GENERIC_WRITE) && opened.Stream!.Length > 0)
        {
            opened.Stream.Position = 0;
            opened.Stream.Write(new byte[] { 0xDE, 0xAD });
            opened.Stream.Position = 0;
            Note(opened);
        }
    }

    private static int SetSparse(Opened opened, bool sparse)
    {
        opened.File.IsSparse = sparse;
        if (!sparse)
        {
            opened.File.FillHoles();
        }

        return 0;
    }

    /// <summary>RETRIEVAL_POINTERS_BUFFER with its first extent, of one cluster; ERROR_HANDLE_EOF for a file without clusters.</summary>
    private int GetFirstExtent(Opened opened, int inputSize, nint to, int size)
    {
        List<long> clusters = FileAt(opened.Path).Clusters;
        return inputSize != sizeof(long) ? ERROR_INVALID_PARAMETER
            : clusters.Count == 0 ? ERROR_HANDLE_EOF
            : Put(to, size, (1L, 0L, 1L, clusters[0] == ModelFile.Hole ? -1 : clusters[0])) is var error && error != 0 ? error
            : clusters.Count == 1 ? 0 : ERROR_MORE_DATA;
    }

    /// <summary>As on the disk: what is in memory only reads as zeros for good (microsoft/CopyOnWrite#12, git-lfs#6312).</summary>
    private int Duplicate(Opened target, in DUPLICATE_EXTENTS_DATA region)
    {
        ModelFile file = target.File;
        if (!file.Volume.Clones)
        {
            return ERROR_INVALID_FUNCTION;
        }

        if (!_open.TryGetValue(region.FileHandle, out Opened? source) || source.File.Volume != file.Volume)
        {
            return ERROR_INVALID_PARAMETER;
        }

        _ = FileAt(source.Path); // It may have been written to since it was opened.

        if (!target.May(GENERIC_WRITE) || !source.May(GENERIC_READ))
        {
            return ERROR_ACCESS_DENIED;
        }

        uint cluster = file.Volume.ClusterSize;
        if (region.SourceFileOffset % cluster != 0 || region.TargetFileOffset % cluster != 0 || region.ByteCount % cluster != 0
            || region.ByteCount is <= 0 or > MostInARegion || source.File.Integrity != file.Integrity)
        {
            return ERROR_INVALID_PARAMETER;
        }

        int from = (int)(region.SourceFileOffset / cluster);
        int to = (int)(region.TargetFileOffset / cluster);
        int count = (int)(region.ByteCount / cluster);
        if (from + count > source.File.Clusters.Count || to + count > file.Clusters.Count
            || region.SourceFileOffset + region.ByteCount > (source.File.SmallerAllocation ?? long.MaxValue)
            || (source.File.IsSparse && !file.IsSparse)
            || (source.File == file && Math.Abs(from - to) < count))
        {
            return ERROR_NOT_SUPPORTED;
        }

        for (int i = 0; i < count; i++)
        {
            long shared = source.File.Clusters[from + i];
            if (shared != ModelFile.Hole && file.Volume.ReferencesOf(shared) >= ModelVolume.MostReferences)
            {
                return ERROR_BLOCK_TOO_MANY_REFERENCES;
            }
        }

        for (int i = 0; i < count; i++)
        {
            file.Share(to + i, source.File.Clusters[from + i]);
        }

        CopyBytes(
            source.Stream!, region.SourceFileOffset, target.Stream!, region.TargetFileOffset, region.ByteCount,
            asZeros: source.File.IsDirty && !IsAllSettled);
        file.IsDirty = false;
        Note(target);
        return 0;
    }

    /// <summary>Up to the end of both files: what a cluster holds beyond that does not count.</summary>
    private static void CopyBytes(FileStream source, long from, FileStream target, long to, long count, bool asZeros)
    {
        long left = Math.Min(count, Math.Min(source.Length - from, target.Length - to));
        var buffer = new byte[Math.Clamp(left, 1, 1 << 20)];
        var there = new byte[buffer.Length];
        for (long offset = 0; offset < left;)
        {
            int got = RandomAccess.Read(
                source.SafeFileHandle, buffer.AsSpan(0, (int)Math.Min(buffer.Length, left - offset)), from + offset);
            if (asZeros)
            {
                Array.Clear(buffer, 0, got);
            }

            int had = RandomAccess.Read(target.SafeFileHandle, there.AsSpan(0, got), to + offset);

            // A file of gigabytes that nothing wrote to takes no space in the tests.
            if (had != got || !buffer.AsSpan(0, got).SequenceEqual(there.AsSpan(0, got)))
            {
                RandomAccess.Write(target.SafeFileHandle, buffer.AsSpan(0, got), to + offset);
            }

            offset += got;
        }
    }
}
