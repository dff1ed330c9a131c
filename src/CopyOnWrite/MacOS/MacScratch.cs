using System;

namespace CopyOnWrite.MacOS;

/// <summary>The buffers of one worker, for the paths of the file at work.</summary>
internal sealed class MacScratch
{
    internal readonly byte[] Source = new byte[NativePath.MaximumLength];
    internal readonly byte[] Destination = new byte[NativePath.MaximumLength];
    internal readonly byte[] Temporary = new byte[NativePath.MaximumLength];
    private readonly byte[] _folder = new byte[NativePath.MaximumLength];

    /// <summary>The folder of the destination.</summary>
    internal byte[] DestinationFolder()
    {
        int length = Array.LastIndexOf(Destination, (byte)'/', Array.IndexOf(Destination, (byte)0)) + 1;
        Buffer.BlockCopy(Destination, 0, _folder, 0, length);
        _folder[length] = 0;
        return _folder;
    }
}
