using System;

namespace CopyOnWrite.Linux;

/// <summary>
/// The buffers of one worker: no allocation for a file, however long its path. They go from call to call, and with them what was just seen
/// of the folders that files are made in.
/// </summary>
internal sealed class LinuxScratch
{
    internal readonly byte[] Source = new byte[NativePath.MaximumLength];
    internal readonly byte[] Destination = new byte[NativePath.MaximumLength];
    internal readonly byte[] Temporary = new byte[NativePath.MaximumLength];

    internal readonly DestinationFolderCache Folders = new();

    private byte[] _content = Array.Empty<byte>();

    /// <summary>Whether the last file took the place of another: the next one is likely to.</summary>
    internal bool ExpectsExisting { get; set; }

    /// <summary>For the content of a file that is read and written.</summary>
    internal byte[] Content() => _content.Length > 0 ? _content : _content = new byte[ReadWriteCopy.BufferSize];
}
