using static CopyOnWrite.Parity.Scenarios.Written;

namespace CopyOnWrite.Parity.Scenarios;

/// <summary>SkipUnchangedFiles, and what counts as unchanged.</summary>
internal static class Unchanged
{
    internal static IReadOnlyList<Scenario> All { get; } =
    [
        Two("all unchanged", File("a"), File("b"), File("o/a"), File("o/b")),
        Two("one changed in time", File("a"), File("b"), File("o/a", age: 2), File("o/b")),
        Two("one changed in length", File("a"), File("b", 6000), File("o/a"), File("o/b")),
        Two("one missing", File("a"), File("b"), File("o/a")),
        Two("unchanged except for mode", File("a"), File("b", mode: 755), File("o/a"), File("o/b")),
        Two("unchanged and read-only", File("a"), File("b"), File("o/a", mode: 444), File("o/b", mode: 444)),
        IntoFolder("unchanged, but not asked", [File("a"), File("b"), File("o/a"), File("o/b")], ["a", "b"]),
        Two("a link to an unchanged file", File("a"), File("b"), File("o/x"), Link("o/a", "x"), File("o/b")),
        Two("a source that is a link", File("x"), Link("a", "x"), File("b"), File("o/a"), File("o/b")),
        Two("a folder in the place of a destination, unchanged asked", File("a"), File("b"), Folder("o/a"), File("o/b")),
        Two("a missing source, unchanged asked", File("b"), File("o/a"), File("o/b")),
        Two("empty and unchanged", File("a", 0), File("b", 0), File("o/a", 0), File("o/b", 0)),
        Two("unchanged with metadata", File("a"), File("b"), File("o/a"), File("o/b")) with
        {
            SourceFiles = [new Item("a", "K=1"), new Item("b")],
        },
        Two("unchanged names with escapes", File("a;1"), File("o/a;1")) with { SourceFiles = Items("a%3b1") },
    ];

    private static Scenario Two(string name, params Node[] before) => IntoFolder(name, before, ["a", "b"], "SkipUnchangedFiles=true");
}
