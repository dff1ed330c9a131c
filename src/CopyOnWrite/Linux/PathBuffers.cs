using System;

namespace CopyOnWrite.Linux;

/// <summary>Room for the paths of one file at work, kept by each thread: no allocation for a file, however long its path.</summary>
internal sealed class PathBuffers
{
    [ThreadStatic]
    private static PathBuffers? t_ofThisThread;

    internal readonly byte[] Source = new byte[NativePath.MaximumLength];
    internal readonly byte[] Destination = new byte[NativePath.MaximumLength];
    internal readonly byte[] Temporary = new byte[NativePath.MaximumLength];

    /// <summary>For a <see cref="CacheRecord"/> with the source's path.</summary>
    internal readonly byte[] Record = new byte[CacheRecord.MaximumLength];

    internal readonly KnownFolders Folders = new();

    /// <summary>Whether the last file of this thread took the place of another: the next one is likely to.</summary>
    internal bool Replaces;

    internal static PathBuffers OfThisThread => t_ofThisThread ??= new PathBuffers();
}
