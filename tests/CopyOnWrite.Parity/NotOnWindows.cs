namespace CopyOnWrite.Parity;

/// <summary>Which scenarios cannot play on Windows, or under Wine, and why. Everything else does.</summary>
internal static class NotOnWindows
{
    private const int LongPath = 260; // MAX_PATH, minwindef.h. A deliberate difference (docs/reference/compatibility.md).

    // Windows refuses these in file names (page "Naming Files, Paths, and Namespaces"), and a backslash separates folders.
    private const string NotInNames = "<>:\"|?*\\\t";

    private static readonly (Func<Node, bool> Has, string Reason)[] s_byNode =
    [
        (node => node.Kind == NodeKind.SymbolicLink, "Wine makes no symbolic links, and Windows does for few users"),
        (node => node.Kind == NodeKind.Folder && (node.Mode / 100 % 10 & 3) != 3, "no mode keeps anybody out of a folder"),
        (node => node.Kind == NodeKind.File && (node.Mode / 100 % 10 & 4) == 0, "no mode keeps anybody from reading"),
        (node => node.Path.Any(NotInNames.Contains), "no file can have the name"),
    ];

    /// <summary>Null when it can run.</summary>
    internal static string? Because(Scenario scenario) => scenario.Name == "a file that says it is empty and is not"
        ? "there is no /proc"
        : scenario.DestinationFiles?.Any(file => file.Include.Length >= LongPath) == true ? "MSBuild refuses long paths, ours does not"
        : scenario.Before.Any(node => node.Kind == NodeKind.HardLink && IsSource(scenario, node.Target!))
            ? "the built-in may have the file open under its other name, ours replaces it (docs/reference/compatibility.md)"
        : s_byNode.FirstOrDefault(rule => scenario.Before.Any(rule.Has)).Reason;

    /// <summary>Names of files may be escaped, and a path be spelled with "./" or "../".</summary>
    private static bool IsSource(Scenario scenario, string path)
    {
        string root = Path.GetFullPath("/");
        return scenario.SourceFiles?.Any(file => Path.GetRelativePath(
            root, Path.GetFullPath(Uri.UnescapeDataString(file.Include), root)).Replace('\\', '/') == path) == true;
    }
}
