using System;

namespace CopyOnWrite;

/// <summary>The sources of one call that its cache lacked, to be added to it, with the open folder.</summary>
internal abstract class CacheFill : IDisposable
{
    // In bytes, for what builds write meanwhile; on a small volume a part of it.
    private const ulong SpaceLeft = 1UL << 30;
    private const ulong PartLeft = 16;

    private volatile bool _isStopped;

    private protected CacheFill(string folder, int count)
    {
        Folder = folder;
        Count = count;
    }

    /// <summary>As the call named it.</summary>
    internal string Folder { get; }

    /// <summary>Of sources.</summary>
    internal int Count { get; }

    /// <summary>What kept a source from being added.</summary>
    internal CacheProblem Problem { get; private protected set; }

    /// <summary>The system's, beside <see cref="Problem"/>.</summary>
    internal int ErrorNumber { get; private protected set; }

    /// <summary>Length of the entries made, in bytes.</summary>
    internal long BytesAdded { get; private protected set; }

    /// <summary>How many of the sources have an entry now, whichever process made it.</summary>
    internal int Present { get; private protected set; }

    /// <summary>Whether <see cref="Stop"/> was called.</summary>
    internal bool IsStopped => _isStopped;

    /// <summary>No further entry is begun.</summary>
    internal void Stop() => _isStopped = true;

    /// <summary>
    /// Makes the entries that are still missing, until <see cref="Problem"/> is set or the tag is gone: then the folder is being deleted. A
    /// file made now would be left over, and a program that deletes it would find it "not empty". Does not throw.
    /// </summary>
    /// <param name="done">Called after each source.</param>
    /// <param name="waitForTurn">Called before each source.</param>
    internal void Run(Action? done = null, Action? waitForTurn = null)
    {
        for (int i = 0; i < Count && CanAdd; i++)
        {
            waitForTurn?.Invoke();
            if (IsStopped || !HasTag)
            {
                return;
            }

            Present += TryAdd(i) ? 1 : 0;
            done?.Invoke();
        }
    }

    /// <summary>
    /// Writes the tag where it is gone, for the call that has opened the folder and found it to be the cache's: who deletes the cache in the
    /// middle of a call may delete what is in the folder and not the folder, which is in use (Windows). Without the tag no build would use
    /// it again.
    /// </summary>
    internal abstract void KeepTag();

    /// <summary>Whether a volume has space for an entry beside what builds write meanwhile.</summary>
    /// <param name="size">The entry's, in bytes as the others.</param>
    /// <param name="total">The volume's; where it is not asked for, no volume counts as small.</param>
    private protected static bool IsSpaceFor(ulong size, ulong available, ulong total = ulong.MaxValue) =>
        available >= size + Math.Min(SpaceLeft, total / PartLeft);

    /// <summary>Whether the next source is worth a try.</summary>
    private protected virtual bool CanAdd => Problem == CacheProblem.None;

    /// <summary>Whether the folder is marked as a cache. Its first file, which a program that deletes all of them takes first or soon.</summary>
    private protected abstract bool HasTag { get; }

    /// <summary>Makes the entry of a source, by its number. True when there is one then, and the tag still.</summary>
    private protected abstract bool TryAdd(int source);

    /// <summary>Closes the folder.</summary>
    public abstract void Dispose();
}
