namespace CopyOnWrite;

/// <summary>A part of one file and its place in another, in bytes.</summary>
internal readonly struct FileRange
{
    internal readonly long SourceOffset;
    internal readonly long DestinationOffset;
    internal readonly long Length;

    internal FileRange(long sourceOffset, long destinationOffset, long length)
    {
        SourceOffset = sourceOffset;
        DestinationOffset = destinationOffset;
        Length = length;
    }
}
