namespace CopyOnWrite.Linux;

/// <summary>A worker's buffers, and what it knows of the folders just used; the next worker takes them over.</summary>
internal sealed class LinuxScratch
{
    internal readonly byte[] Source = new byte[NativePath.MaximumLength];
    internal readonly byte[] Destination = new byte[NativePath.MaximumLength];

    /// <summary>The destination's folder.</summary>
    internal readonly byte[] Folder = new byte[NativePath.MaximumLength];
    internal readonly byte[] Temporary = new byte[NativePath.MaximumLength];

    /// <summary>The path of another temporary file.</summary>
    internal readonly byte[] Other = new byte[NativePath.MaximumLength];

    internal readonly DestinationFolderCache Folders = new();

    internal byte[] Content => field ??= new byte[ReadWriteCopy.BufferSize];
}
