using static CopyOnWrite.Parity.Scenarios.Written;

namespace CopyOnWrite.Parity.Scenarios;

/// <summary>SkipUnchangedFiles, and what counts as unchanged.</summary>
internal static class Unchanged
{
    private static readonly Scenario s_two = new("two")
    {
        SourceFiles = Items("a", "b"), DestinationFolder = "o", Attributes = Attributes("SkipUnchangedFiles=true"),
    };

    internal static IReadOnlyList<Scenario> All { get; } =
    [
        s_two with { Name = "all unchanged", Before = [File("a"), File("b"), File("o/a"), File("o/b")] },
        s_two with { Name = "one changed in time", Before = [File("a"), File("b"), File("o/a", age: 2), File("o/b")] },
        s_two with { Name = "one changed in length", Before = [File("a"), File("b", 6000), File("o/a"), File("o/b")] },
        s_two with { Name = "one missing", Before = [File("a"), File("b"), File("o/a")] },
        s_two with { Name = "unchanged but for mode", Before = [File("a"), File("b", mode: 755), File("o/a"), File("o/b")] },
        s_two with { Name = "unchanged and read-only", Before = [File("a"), File("b"), File("o/a", mode: 444), File("o/b", mode: 444)] },
        s_two with
        {
            Name = "unchanged, but not asked",
            Before = [File("a"), File("b"), File("o/a"), File("o/b")],
            Attributes = Attributes(),
        },
        s_two with { Name = "a link to an unchanged file", Before = [File("a"), File("b"), File("o/x"), Link("o/a", "x"), File("o/b")] },
        s_two with { Name = "a source that is a link", Before = [File("x"), Link("a", "x"), File("b"), File("o/a"), File("o/b")] },
        s_two with
        {
            Name = "a folder in the place of a destination, unchanged asked",
            Before = [File("a"), File("b"), Folder("o/a"), File("o/b")],
        },
        s_two with { Name = "a missing source, unchanged asked", Before = [File("b"), File("o/a"), File("o/b")] },
        s_two with { Name = "empty and unchanged", Before = [File("a", 0), File("b", 0), File("o/a", 0), File("o/b", 0)] },
        s_two with
        {
            Name = "unchanged with metadata", Before = [File("a"), File("b"), File("o/a"), File("o/b")],
            SourceFiles = [new Item("a", "K=1"), new Item("b")],
        },
        s_two with { Name = "unchanged names with escapes", Before = [File("a;1"), File("o/a;1")], SourceFiles = Items("a%3b1") },
    ];
}
