namespace CopyOnWrite.Tool.Cache;

/// <summary>What to do about each <see cref="CacheProblem"/>.</summary>
internal static class CacheFix
{
    internal static string Of(string folder, CacheProblem problem) => problem switch
    {
        CacheProblem.Link or CacheProblem.NotAFolder => $"Run: rm {Quote(folder)}",
        CacheProblem.OpenToOthers => $"Run: rm -r {Quote(folder)}",    // What others may have written into it is not to be kept.
        CacheProblem.SomebodyElses => $"Run: sudo rm -r {Quote(folder)}",
        CacheProblem.OnAnotherVolume => "Set CopyOnWriteCachePath to a folder on the volume of the outputs, or leave it out.",
        _ => $"Run: chmod u+rwx {Quote(folder)}",
    };

    /// <summary>For a POSIX shell.</summary>
    internal static string Quote(string path) => "'" + path.Replace("'", "'\\''", System.StringComparison.Ordinal) + "'";
}
