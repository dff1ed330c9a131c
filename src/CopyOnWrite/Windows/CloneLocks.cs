using System.Threading;

namespace CopyOnWrite.Windows;

/// <summary>
/// Makes the clones of one source one at a time: made in parallel, they were seen to read as zeros (microsoft/CopyOnWrite issue
/// 12). Across processes flushing recent sources prevents that (WindowsWorker.Recent.cs).
/// </summary>
internal sealed class CloneTurns
{
    // Of 8,176 references that ReFS counts the source's own is one.
    private const long ClonesOfOneFile = 8175;

    private readonly object[] _locks = new object[64];
    private long _clones;

    internal CloneTurns()
    {
        for (int i = 0; i < _locks.Length; i++)
        {
            _locks[i] = new object();
        }
    }

    /// <summary>
    /// Whether this process can have made all clones that one file may have. If not, the references are other builds' files, or leaked:
    /// deleted files whose references ReFS kept.
    /// </summary>
    internal bool MayHaveSaturatedOne => Interlocked.Read(ref _clones) >= ClonesOfOneFile;

    internal object LockOf(string source) => _locks[Win32Path.Hash(source) % (ulong)_locks.Length];

    internal void CountClone() => Interlocked.Increment(ref _clones);
}
