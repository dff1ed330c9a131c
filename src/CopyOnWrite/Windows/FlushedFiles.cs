using System;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// Files that changed a moment ago but whose blocks are known to be on the disk: this process flushed them, or made them as
/// clones of blocks that were there. Known by path, id, length and write time, and by their change time, which has not moved since.
/// Not those written to in the present tick: volumes have the time from KeQuerySystemTime (its page: "updated approximately every ten
/// milliseconds"), so that another write in the same tick would move neither time.
/// </summary>
internal sealed class FlushedFiles
{
    private const int Places = 4096;

    // Two periods of the slowest system timer (1/64 s), as a tick can be late by one.
    private const long Ticks = TimeSpan.TicksPerSecond / 32;

    private readonly File?[] _files = new File?[Places];

    internal bool Contains(string path, in FileStamp stamp) =>
        Find(path, stamp) is { } known
        && stamp.State.ChangeTime <= known.Since
        && stamp.Id == known.Id;

    /// <summary>Asks by what the path shows, without opening the file.</summary>
    internal bool MayContain(string path, in FileStamp seen) => Find(path, seen) is not null;

    private File? Find(string path, in FileStamp seen)
    {
        ulong hash = Win32Path.Hash(path);
        File? known = _files[hash % Places];
        return known?.Path == hash && known.Length == seen.Length && known.WriteTime == seen.LastWriteTime ? known : null;
    }

    /// <param name="stamp">The file's, or that of the source that it is a clone of.</param>
    /// <param name="now">When it was certain: <see cref="Win32Calls.SystemTime"/>.</param>
    internal void Add(string path, in FILE_ID_INFO id, in FileStamp stamp, long now)
    {
        if (Math.Abs(now - stamp.LastWriteTime) > Ticks)
        {
            ulong hash = Win32Path.Hash(path);
            _files[hash % Places] = new File(hash, id, stamp.Length, stamp.LastWriteTime, now);
        }
    }

    private sealed record File(ulong Path, FILE_ID_INFO Id, long Length, long WriteTime, long Since);
}
