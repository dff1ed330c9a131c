using System;
using System.IO;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Tests.Windows;

/// <summary>Controls, and reading and writing.</summary>
internal sealed unsafe partial class RefsModel
{
    private const long MostInARegion = (1L << 32) - 1;

    public int DeviceIoControl(nint file, uint code, void* input, int inputSize, void* output, int outputSize)
    {
        nint from = (nint)input;
        nint to = (nint)output;
        string name = code switch
        {
            FSCTL_SET_SPARSE => nameof(FSCTL_SET_SPARSE),
            FSCTL_GET_INTEGRITY_INFORMATION => nameof(FSCTL_GET_INTEGRITY_INFORMATION),
            FSCTL_SET_INTEGRITY_INFORMATION => nameof(FSCTL_SET_INTEGRITY_INFORMATION),
            _ => nameof(FSCTL_DUPLICATE_EXTENTS_TO_FILE),
        };
        int error = With(file, name, opened => code switch
        {
            FSCTL_SET_SPARSE => SetSparse(opened, from == 0 || *(byte*)from != 0),
            FSCTL_GET_INTEGRITY_INFORMATION => GetIntegrity(opened, to, outputSize),
            FSCTL_SET_INTEGRITY_INFORMATION => SetIntegrity(opened, from, inputSize),
            FSCTL_DUPLICATE_EXTENTS_TO_FILE => inputSize != sizeof(DUPLICATE_EXTENTS_DATA) ? ERROR_INVALID_PARAMETER : Duplicate(opened, *(DUPLICATE_EXTENTS_DATA*)from),
            _ => ERROR_INVALID_FUNCTION,
        });
        if (error != 0 && code == FSCTL_DUPLICATE_EXTENTS_TO_FILE)
        {
            Spoil(file);
        }

        return error;
    }

    /// <summary>Nobody promises what a refused clone leaves: rubbish, then, that no test may find.</summary>
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
        if (!opened.May(GENERIC_WRITE))
        {
            return ERROR_ACCESS_DENIED;
        }

        opened.File.IsSparse = sparse;
        if (!sparse)
        {
            opened.File.FillHoles();
        }

        return 0;
    }

    private static int GetIntegrity(Opened opened, nint to, int size) =>
        !opened.File.Volume.Clones ? ERROR_INVALID_FUNCTION
        : size < sizeof(FSCTL_GET_INTEGRITY_INFORMATION_BUFFER) ? ERROR_INVALID_PARAMETER
        : Put(to, size, new FSCTL_GET_INTEGRITY_INFORMATION_BUFFER { ChecksumAlgorithm = opened.File.Integrity, ClusterSizeInBytes = opened.File.Volume.ClusterSize });

    /// <summary>Its code asks for both kinds of access; the setting of a file that has clusters stays ([MS-FSA] 2.1.5.10.34).</summary>
    private static int SetIntegrity(Opened opened, nint from, int size)
    {
        if (!opened.May(GENERIC_READ | GENERIC_WRITE))
        {
            return ERROR_ACCESS_DENIED;
        }

        if (size < sizeof(FSCTL_SET_INTEGRITY_INFORMATION_BUFFER) || opened.File.Clusters.Count > 0)
        {
            return ERROR_INVALID_PARAMETER;
        }

        opened.File.Integrity = ((FSCTL_SET_INTEGRITY_INFORMATION_BUFFER*)from)->ChecksumAlgorithm;
        return 0;
    }

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

        CopyBytes(source.Stream!, region.SourceFileOffset, target.Stream!, region.TargetFileOffset, region.ByteCount);
        Note(target);
        return 0;
    }

    /// <summary>As far as both files go: what a cluster holds beyond the end is nobody's.</summary>
    private static void CopyBytes(FileStream source, long from, FileStream target, long to, long count)
    {
        long left = Math.Min(count, Math.Min(source.Length - from, target.Length - to));
        var buffer = new byte[Math.Clamp(left, 1, 1 << 20)];
        var there = new byte[buffer.Length];
        for (long offset = 0; offset < left;)
        {
            int got = RandomAccess.Read(source.SafeFileHandle, buffer.AsSpan(0, (int)Math.Min(buffer.Length, left - offset)), from + offset);
            int had = RandomAccess.Read(target.SafeFileHandle, there.AsSpan(0, got), to + offset);

            // A file of gigabytes that nobody wrote to takes no room in the tests.
            if (had != got || !buffer.AsSpan(0, got).SequenceEqual(there.AsSpan(0, got)))
            {
                RandomAccess.Write(target.SafeFileHandle, buffer.AsSpan(0, got), to + offset);
            }

            offset += got;
        }
    }

    public int ReadFile(nint file, void* buffer, int count, out int read)
    {
        int got = 0;
        nint to = (nint)buffer;
        int error = With(file, nameof(ReadFile), opened =>
        {
            if (!opened.May(GENERIC_READ))
            {
                return ERROR_ACCESS_DENIED;
            }

            got = opened.Stream!.Read(new Span<byte>((void*)to, count));
            return 0;
        });
        read = got;
        return error;
    }

    public int WriteFile(nint file, void* buffer, int count, out int written)
    {
        nint from = (nint)buffer;
        int error = With(file, nameof(WriteFile), opened =>
        {
            if (!opened.May(GENERIC_WRITE))
            {
                return ERROR_ACCESS_DENIED;
            }

            long offset = opened.Stream!.Position;
            opened.Stream.Write(new ReadOnlySpan<byte>((void*)from, count));
            opened.File.Write(offset, count);
            Note(opened);
            return 0;
        });
        written = error == 0 ? count : 0;
        return error;
    }
}
