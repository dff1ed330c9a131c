namespace CopyOnWrite.Tests.Windows;

/// <summary>What ReFS keeps of a file and the real file system below the model does not.</summary>
internal sealed class ModelFile(ModelVolume volume, ulong id)
{
    internal const long Hole = 0;

    internal ModelVolume Volume => volume;

    internal ulong Id => id;

    /// <summary>Beside read-only, sparse and integrity, which stand elsewhere. New files have the archive bit.</summary>
    internal uint Attributes { get; set; } = Win32Native.FILE_ATTRIBUTE_ARCHIVE;

    internal bool IsSparse { get; set; }

    internal ushort Integrity { get; set; } = volume.IntegrityOfNewFiles;

    /// <summary>The names of its extended attributes.</summary>
    internal string[] ExtendedAttributes { get; set; } = [];

    /// <summary>Loaded by processes: an image section, which their handles outlive ("File Sharing", MmFlushImageSection).</summary>
    internal bool IsMapped { get; set; }

    /// <summary>The change time that a program set (FileBasicInfo), in 100 ns since 1601.</summary>
    internal long? ChangeTimeSet { get; set; }

    /// <summary>Beside the content, by name.</summary>
    internal Dictionary<string, byte[]> Streams { get; } = [];

    internal List<long> Clusters { get; } = [];

    /// <summary>
    /// The size on disk of a file not wholly on the volume (kept elsewhere, deduplicated, compressed): less than its length though it
    /// is not sparse ([MS-FSA] 2.1.1.5). Null where it is as its clusters have it.
    /// </summary>
    internal long? SmallerAllocation { get; set; }

    internal long AllocationSize => SmallerAllocation ?? (Clusters.Count(c => c != Hole) * (long)Volume.ClusterSize);

    /// <summary>Its content is in memory only: so whatever was written by ways beside the model or by WriteFile, until flushed.</summary>
    internal bool IsDirty { get; set; }

    /// <summary>
    /// The file's state when the model last used it. Another state means a write outside of the model, into new clusters. Where
    /// only the time of the change differs, that is unknown, so the model only assumes that it is dirty.
    /// </summary>
    internal (long Length, long Modified, long Changed) Seen { get; private set; } = (0, -1, -1);

    internal void See(long length, long modified, long changed)
    {
        if ((Seen.Length, Seen.Modified) != (length, modified) && Seen.Modified != -1)
        {
            Resize(0);
        }

        if (Seen != (length, modified, changed))
        {
            Resize(length);
            IsDirty = true;
            Wrote(length, modified, changed);
        }
    }

    internal void Wrote(long length, long modified, long changed) => Seen = (length, modified, changed);

    /// <summary>What was cloned from here meanwhile keeps the old clusters (allocate on write; page "Block cloning on ReFS").</summary>
    internal void Flush()
    {
        for (int i = 0; IsDirty && i < Clusters.Count; i++)
        {
            if (Clusters[i] != Hole && Volume.ReferencesOf(Clusters[i]) > 1)
            {
                Replace(i, Volume.Allocate());
            }
        }

        IsDirty = false;
    }

    internal void Resize(long length)
    {
        int count = (int)((length + Volume.ClusterSize - 1) / Volume.ClusterSize);
        while (Clusters.Count > count)
        {
            Volume.Release(Clusters[^1]);
            Clusters.RemoveAt(Clusters.Count - 1);
        }

        while (Clusters.Count < count)
        {
            Clusters.Add(IsSparse ? Hole : Volume.Allocate());
        }
    }

    /// <summary>What is written goes to clusters of this file's own.</summary>
    internal void Write(long offset, long length)
    {
        Resize(Math.Max((long)Clusters.Count * Volume.ClusterSize, offset + length));
        for (long i = offset / Volume.ClusterSize; i * Volume.ClusterSize < offset + length; i++)
        {
            Replace((int)i, Volume.Allocate());
        }

        IsDirty = true;
    }

    internal void FillHoles()
    {
        for (int i = 0; i < Clusters.Count; i++)
        {
            if (Clusters[i] == Hole)
            {
                Clusters[i] = Volume.Allocate();
            }
        }
    }

    /// <summary>The cluster of another file, which is on the disk.</summary>
    internal void Share(int index, long cluster)
    {
        if (cluster != Hole)
        {
            Volume.AddReference(cluster);
        }

        Replace(index, cluster);
    }

    private void Replace(int index, long cluster)
    {
        Volume.Release(Clusters[index]);
        Clusters[index] = cluster;
    }
}
