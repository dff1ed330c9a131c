namespace CopyOnWrite;

/// <summary>How files are cloned or copied on one operating system. Paths are absolute. Safe for concurrent use.</summary>
public interface ICopyStrategy
{
    /// <summary>
    /// Whether the destination is a plain file with the source's exact modification time (to 100 ns, a tick of
    /// <see cref="System.DateTime"/>) and length: the built-in task's test for "unchanged". Links are not followed, as there.
    /// </summary>
    bool IsUnchanged(string source, string destination);

    /// <summary>
    /// Makes the destination a file of its own with the source's content, permission bits and times; an existing destination is
    /// replaced in one step. On <see cref="OutcomeKind.NotHandled"/> the destination is as it was before.
    /// </summary>
    FileOutcome Copy(string source, string destination);
}
