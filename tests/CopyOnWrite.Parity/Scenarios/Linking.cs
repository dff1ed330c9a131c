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

    internal static IReadOnlyList<Scenario> All { get; } =
    [
        .. s_modes.Select(mode => new Scenario($"links: {string.Join(", ", mode)}")
        {
            Before = [File("a"), File("b", mode: 444), File("o/b"), Folder("o/c"), File("c")],
            SourceFiles = Items("a", "b", "c", "none"),
            DestinationFolder = "o",
            Attributes = Attributes(mode),
        }),
        .. s_modes.Select(mode => new Scenario($"links onto themselves: {string.Join(", ", mode)}")
        {
            Before = [File("a"), HardLink("o/a", "a"), File("b"), Link("o/b", "../b")], SourceFiles = Items("a", "b"),
            DestinationFolder = "o", Attributes = Attributes(mode),
        }),
        new("symbolic links asked for by the environment")
        {
            Before = [File("a")], SourceFiles = Items("a"), DestinationFolder = "o",
            Variables = new Dictionary<string, string> { ["MSBuildUseSymboliclinksIfPossible"] = "1" },
        },
        new("symbolic links asked for by the environment and refused by the call")
        {
            Before = [File("a")],
            SourceFiles = Items("a"),
            DestinationFolder = "o",
            Attributes = Attributes("UseSymboliclinksIfPossible=false"),
            Variables = new Dictionary<string, string> { ["MSBuildUseSymboliclinksIfPossible"] = "1" },
        },
        new("a source that is a link to a file")
        {
            Before = [File("x", mode: 755), Link("a", "x")],
            SourceFiles = Items("a"),
            DestinationFolder = "o",
        },
        new("a source that is a link to a read-only file")
        {
            Before = [File("x", mode: 444), Link("a", "x")],
            SourceFiles = Items("a"),
            DestinationFolder = "o",
        },
        new("a source that is a link to a folder")
        {
            Before = [Folder("x"), Link("a", "x")],
            SourceFiles = Items("a"),
            DestinationFolder = "o",
            Attributes = Attributes(),
        },
        new("a source that is a link that leads nowhere")
        {
            Before = [Link("a", "none")],
            SourceFiles = Items("a"),
            DestinationFolder = "o",
            Attributes = Attributes(),
        },
        new("a source that is a loop of links")
        {
            Before = [Link("a", "b"), Link("b", "a")],
            SourceFiles = Items("a"),
            DestinationFolder = "o",
            Attributes = Attributes(),
        },
        new("a destination in a loop of links")
        {
            Before = [File("a"), Link("o", "p"), Link("p", "o")],
            SourceFiles = Items("a"),
            DestinationFolder = "o",
            Attributes = Attributes(),
        },
    ];
}
