namespace CopyOnWrite.Windows;

/// <summary>
/// Makes the clones of one source one at a time: made in parallel, they were seen to read as zeros (microsoft/CopyOnWrite issue
/// 12). Across processes flushing recent sources prevents that (<see cref="CloneSource"/>).
/// </summary>
internal sealed class CloneLocks
{
    private readonly object[] _locks = new object[64];

    internal CloneLocks()
    {
        for (int i = 0; i < _locks.Length; i++)
        {
            _locks[i] = new object();
        }
    }

    internal object Of(string source) => _locks[Win32Path.Hash(source) % (ulong)_locks.Length];
}
