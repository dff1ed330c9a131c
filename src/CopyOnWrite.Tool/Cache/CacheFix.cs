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
        CacheProblem.NotACache => "Name a folder that is empty or not there yet with CopyOnWriteCachePath, or move the files that are in this one elsewhere.",
        CacheProblem.OnAnotherVolume => "Set CopyOnWriteCachePath to a folder on the volume of the outputs, or leave it out.",
        _ => $"Run: chmod u+rwx {ShellText.Quote(folder)}",
    };
}
