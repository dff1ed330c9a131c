using static CopyOnWrite.Parity.Scenarios.Written;

namespace CopyOnWrite.Parity.Scenarios;

/// <summary>Destinations that are there already, modes, and read-only files on either side.</summary>
internal static class Overwriting
{
    private const string Allowed = "OverwriteReadOnlyFiles=true";

    private static readonly int[] s_modes = [444, 400, 555, 600, 644, 664, 666, 751, 755, 777, 440, 464, 4755, 2755, 1777, 200, 0];

    internal static IReadOnlyList<Scenario> All { get; } =
    [
        Over("over a shorter file", [File("a"), File("o/a", 100)]),
        Over("over a longer file", [File("a", 100), File("o/a", 90_000)]),
        Over("an empty file over another", [File("a", 0), File("o/a")]),
        Over("a big file over another", [File("a", 3_000_001), File("o/a")]),
        Over("over a file of another mode", [File("a", mode: 755), File("o/a", mode: 600)]),
        Over("over a hard link", [File("a"), File("x"), HardLink("o/a", "x")]),
        Over("over a hard link of the source", [File("a"), HardLink("o/a", "a")]),
        Over("over a link", [File("a"), File("x"), Link("o/a", "../x")]),
        Over("over a link to the source", [File("a"), Link("o/a", "../a")]),
        Over("over a link that leads nowhere", [File("a"), Link("o/a", "none")]),
        Over("over a link to itself", [File("a"), Link("o/a", "a")]),
        Over("over a link to a folder", [File("a"), Folder("f"), Link("o/a", "../f")]),
        Over("over a folder", [File("a"), Folder("o/a")]),
        Over("over a read-only file", [File("a"), File("o/a", mode: 444)]),
        Over("over a read-only file, allowed", [File("a"), File("o/a", mode: 444)], Allowed),
        Over("over a writable file, read-only allowed", [File("a"), File("o/a")], Allowed),
        Over("over a read-only hard link, allowed", [File("a"), File("x", mode: 444), HardLink("o/a", "x")], Allowed),
        Over("over a read-only file, allowed by the environment", [File("a"), File("o/a", mode: 444)]) with
        {
            Variables = new Dictionary<string, string> { ["MSBUILDALWAYSOVERWRITEREADONLYFILES"] = " " },
        },
        Over("over a file, in place", [File("a"), File("x"), HardLink("o/a", "x")]) with
        {
            Variables = new Dictionary<string, string> { ["MSBUILDCOPYWITHOUTDELETE"] = "1" },
        },
        Over("through a link to a folder", [File("a"), Folder("real"), Link("o", "real")]),
        Over("in a folder that cannot be written", [File("a"), File("o/a", 100), Folder("o", 555)]),
        .. s_modes.Select(mode => Over($"a source of mode {mode}", [File("a", mode: mode)])),
        .. s_modes.Select(mode => Over($"a source of mode {mode} over a file", [File("a", mode: mode), File("o/a")])),
        .. s_modes.Select(mode => Over($"a source over a file of mode {mode}", [File("a"), File("o/a", 100, mode)])),
    ];

    private static Scenario Over(string name, Node[] before, params string[] attributes) =>
        ToFiles(name, before, ["a"], ["o/a"], attributes);
}
