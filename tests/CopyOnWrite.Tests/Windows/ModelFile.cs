using System;
using System.Collections.Generic;
using CopyOnWrite.Windows;

namespace CopyOnWrite.Tests.Windows;

/// <summary>What ReFS keeps of a file and the real file system below the model does not.</summary>
internal sealed class ModelFile
{
    internal const long Hole = 0;

    internal ModelFile(ModelVolume volume, ulong id)
    {
        Volume = volume;
        Id = id;
        Integrity = volume.IntegrityOfNewFiles;
    }

    internal ModelVolume Volume { get; }

    internal ulong Id { get; }

    /// <summary>Beside read-only, sparse and integrity, which stand elsewhere. New files have the archive bit.</summary>
    internal uint Attributes { get; set; } = Win32Native.FILE_ATTRIBUTE_ARCHIVE;

    internal bool IsSparse { get; set; }

    internal ushort Integrity { get; set; }

    internal uint EaSize { get; set; }

    /// <summary>Beside the content, by name.</summary>
    internal Dictionary<string, byte[]> Streams { get; } = [];

    internal List<long> Clusters { get; } = [];

    /// <summary>When the model last had to do with the file. Another state: somebody wrote to it by other ways, into clusters of its own.</summary>
    internal (long Length, long Modified) Seen { get; private set; } = (0, -1);

    internal void See(long length, long modified)
    {
        if (Seen != (length, modified) && Seen.Modified != -1)
        {
            Resize(0);
        }

        if (Seen != (length, modified))
        {
            Resize(length);
            Seen = (length, modified);
        }
    }

    internal void Wrote(long length, long modified) => Seen = (length, modified);

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
