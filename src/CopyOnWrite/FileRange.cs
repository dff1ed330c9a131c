namespace CopyOnWrite;

/// <summary>A part of one file and its place in another, in bytes.</summary>
internal readonly record struct FileRange(long SourceOffset, long DestinationOffset, long Length);
