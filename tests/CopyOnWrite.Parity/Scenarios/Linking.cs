using static CopyOnWrite.Parity.Scenarios.Written;

namespace CopyOnWrite.Parity.Scenarios;

/// <summary>Hard links and symbolic links in place of copies, and sources that are links.</summary>
internal static class Linking
{
    private static readonly string[][] s_modes =
    [
        ["UseHardlinksIfPossible=true"],
        ["UseSymboliclinksIfPossible=true"],
        ["UseHardlinksIfPossible=true", "UseSymboliclinksIfPossible=true"],
        ["UseHardlinksIfPossible=true", "ErrorIfLinkFails=true"],
        ["UseSymboliclinksIfPossible=true", "ErrorIfLinkFails=true"],
    ];

    private static readonly Dictionary<string, string> s_symbolic = new() { ["MSBuildUseSymboliclinksIfPossible"] = "1" };

    internal static IReadOnlyList<Scenario> All { get; } =
    [
        .. s_modes.Select(mode => IntoFolder(
            $"links: {string.Join(", ", mode)}",
            [File("a"), File("b", mode: 444), File("o/b"), Folder("o/c"), File("c")],
            ["a", "b", "c", "none"],
            mode)),
        .. s_modes.Select(mode => IntoFolder(
            $"links onto themselves: {string.Join(", ", mode)}",
            [File("a"), HardLink("o/a", "a"), File("b"), Link("o/b", "../b")],
            ["a", "b"],
            mode)),
        IntoFolder("symbolic links asked for by the environment", [File("a")], ["a"]) with { Variables = s_symbolic },
        IntoFolder(
            "symbolic links asked for by the environment and refused by the call", [File("a")], ["a"], "UseSymboliclinksIfPossible=false")
            with { Variables = s_symbolic },
        IntoFolder("a source that is a link to a file", [File("x", mode: 755), Link("a", "x")], ["a"]),
        IntoFolder("a source that is a link to a read-only file", [File("x", mode: 444), Link("a", "x")], ["a"]),
        IntoFolder("a source that is a link to a folder", [Folder("x"), Link("a", "x")], ["a"]),
        IntoFolder("a source that is a link that leads nowhere", [Link("a", "none")], ["a"]),
        IntoFolder("a source that is a loop of links", [Link("a", "b"), Link("b", "a")], ["a"]),
        IntoFolder("a destination in a loop of links", [File("a"), Link("o", "p"), Link("p", "o")], ["a"]),
    ];
}
