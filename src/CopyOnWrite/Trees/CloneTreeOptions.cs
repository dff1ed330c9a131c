#if NET
namespace CopyOnWrite;

/// <summary>Options of <see cref="FileCloner.CloneTree"/>.</summary>
public sealed class CloneTreeOptions
{
    /// <summary>
    /// Whether files that exist in the destination are replaced, each in one step, and symbolic links after they were deleted.
    /// Otherwise they fail. Existing folders are always used, links to folders never.
    /// </summary>
    public bool Overwrite { get; init; }

    /// <summary>Whether pipes, sockets and devices are skipped. Otherwise they fail, for <see cref="Reason.SourceIsNotAFile"/>.</summary>
    public bool SkipSpecialFiles { get; init; }
}
#endif
