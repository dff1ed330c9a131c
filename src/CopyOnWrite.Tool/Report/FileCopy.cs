namespace CopyOnWrite.Tool.Report;

/// <summary>What became of a file, or in an estimate would become.</summary>
internal enum CopyKind
{
    Cloned,
    FromCache,
    Copied,

    /// <summary>The SDK's task left it to the built-in, and does not know how that did it.</summary>
    Left,
}

/// <summary>One file that a Copy call wrote or tried to.</summary>
/// <param name="Why">Why it is not a clone; null for clones.</param>
/// <param name="IsEstimate">The log does not say how it was done, as with the built-in task; kind and reason are what the SDK's task would do.</param>
/// <param name="BySdk">The SDK's task did it.</param>
internal sealed record FileCopy(string Project, string From, string To, CopyKind Kind, WhyCopied? Why, long Bytes, bool IsEstimate, bool BySdk);
