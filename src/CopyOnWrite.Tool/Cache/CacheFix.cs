using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Cache;

/// <summary>What to do about each <see cref="CacheProblem"/>. Only Linux has a cache, so far.</summary>
internal static class CacheFix
{
    internal static string Of(string folder, CacheProblem problem) => problem switch
    {
        CacheProblem.Link or CacheProblem.NotAFolder => $"Run: rm {ShellText.Quote(folder)}",
        CacheProblem.WritableByOthers => $"Run: rm -r {ShellText.Quote(folder)}",    // What others may have written into it is not to be kept.
        CacheProblem.WrongOwner => $"Run: sudo rm -r {ShellText.Quote(folder)}",
        CacheProblem.NotACache => "Set CopyOnWriteCachePath to a folder that is empty or does not exist yet, or move this folder's files elsewhere.",
        CacheProblem.OnAnotherVolume => "Set CopyOnWriteCachePath to a folder on the volume of the outputs, or remove it.",
        _ => $"Run: chmod u+rwx {ShellText.Quote(folder)}",
    };
}
