namespace CopyOnWrite.Windows;

/// <summary>
/// Files that changed a moment ago and whose blocks are on the disk all the same, as this process knows: it flushed them, or made them as clones of
/// blocks that were there. By path, length and write time, and that nothing has changed them since, so that no call is spent on a file that
/// will never be a source.
/// </summary>
internal sealed class CleanFiles
{
    private const int Places = 4096;

    private readonly File?[] _files = new File?[Places];

    internal bool Contains(string path, in FileStamp stamp) => Contains(path, stamp.Length, stamp.State.LastWriteTime, stamp.State.ChangeTime);

    /// <param name="changeTime">Or the write time, where the other is not known yet: then the answer is "perhaps".</param>
    internal bool Contains(string path, long length, long writeTime, long changeTime)
    {
        ulong hash = Win32Path.Hash(path);
        return _files[hash % Places] is { } known
            && known.Path == hash
            && known.Length == length
            && known.WriteTime == writeTime
            && changeTime <= known.Since;
    }

    /// <param name="stamp">The file's, or that of the source that it is a clone of.</param>
    /// <param name="now">When it was certain: <see cref="IWindowsCalls.SystemTime"/>.</param>
    internal void Add(string path, in FileStamp stamp, long now)
    {
        ulong hash = Win32Path.Hash(path);
        _files[hash % Places] = new File(hash, stamp.Length, stamp.State.LastWriteTime, now);
    }

    private sealed class File
    {
        internal readonly ulong Path;
        internal readonly long Length;
        internal readonly long WriteTime;
        internal readonly long Since;

        internal File(ulong path, long length, long writeTime, long since)
        {
            Path = path;
            Length = length;
            WriteTime = writeTime;
            Since = since;
        }
    }
}
