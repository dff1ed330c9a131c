namespace CopyOnWrite;

/// <summary>
/// Clones or copies files of one call, one after the other, and keeps from file to file what they have in common. Used by one thread at a
/// time. Disposed at the end of the call: while it keeps a folder open, the volume cannot be unmounted.
/// </summary>
internal abstract class CloneWorker : IDisposable
{
    /// <summary>
    /// Makes the destination a new file with the source's content, permission bits and times; an existing destination is
    /// replaced in one step. On <see cref="OutcomeKind.NotHandled"/> the destination is as it was before.
    /// </summary>
    public abstract CloneOutcome Copy(string source, string destination);

    /// <summary>
    /// Whether the destination is a regular file with the source's exact modification time (to 100 ns, a tick of
    /// <see cref="DateTime"/>) and length: the built-in task's test for "unchanged". Links are not followed, as there.
    /// </summary>
    public abstract bool IsUnchanged(string source, string destination);

    public virtual void Dispose() { }
}
