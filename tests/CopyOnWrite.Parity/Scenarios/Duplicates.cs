using static CopyOnWrite.Parity.Scenarios.Written;

namespace CopyOnWrite.Parity.Scenarios;

/// <summary>Several sources for one destination.</summary>
internal static class Duplicates
{
    private const string Skip = "SkipUnchangedFiles=true";
    private const string Here = "$(MSBuildProjectDirectory)";

    private static readonly Node[] s_two = [File("a"), File("b", 6000)];

    internal static IReadOnlyList<Scenario> All { get; } =
    [
        IntoFolder("one source twice", [File("a")], ["a", "a"]),
        ToFiles("one source twice, spelled differently", [File("a")], ["a", "./a"], ["o/a", "o/a"]),
        ToFiles("two sources for one destination", s_two, ["a", "b"], ["o/x", "o/x"]),
        ToFiles("two sources in turns", s_two, ["a", "b", "a", "b"], ["o/x", "o/x", "o/x", "o/x"]),
        IntoFolder("two folders with one name", [File("p/a"), File("q/a", 6000)], ["p/a", "q/a"]),
        IntoFolder(
            "names of two folders that differ in case",
            [File("p/Web.config"), File("q/web.config", 6000)],
            ["p/Web.config", "q/web.config"]),
        IntoFolder(
            "names of two folders that differ in case, in turns",
            [File("p/Web.config", 6000), File("q/web.config")],
            ["p/Web.config", "q/web.config", "p/Web.config"]),
        ToFiles("one source twice, spelled in another case", [File("a"), File("A")], ["a", "A"], ["o/x", "o/x"]),
        ToFiles("destination folders that differ in case", [File("p/x"), File("q/x", 6000)], ["p/x", "q/x"], ["o/x", "O/x"]),
        IntoFolder("names that differ in case, unchanged", [File("p/a"), File("q/A"), File("o/a")], ["p/a", "q/A"], Skip),
        IntoFolder("one source twice, missing", [], ["a", "a"]),
        IntoFolder("one source twice, unchanged", [File("a"), File("o/a")], ["a", "a"], Skip),
        IntoFolder("one source twice, relative and absolute", s_two, []) with
        {
            SourceFiles = [new Item("a", "K=1"), new Item($"{Here}/a", "L=2"), new Item("b")],
        },
        IntoFolder("one source twice, absolute and relative", s_two, [$"{Here}/a", "a"]),
        IntoFolder("one source thrice, each spelled differently", s_two, ["a", $"{Here}/a", "./a"]),
        IntoFolder("one source twice, absolute and by a detour", s_two, [$"{Here}/a", $"{Here}/./a"]),
        ToFiles(
            "two sources in turns, relative and absolute", s_two, ["a", "b", $"{Here}/a", $"{Here}/b"], ["o/x", "o/x", "o/x", "o/x"]),
        IntoFolder("one source twice, relative and absolute, missing", s_two, ["none", $"{Here}/none"]),
        IntoFolder("one source twice, relative and absolute, unchanged", [File("a"), File("o/a")], ["a", $"{Here}/a"], Skip),
        IntoFolder("one source twice, relative and absolute, as hard links", s_two, ["a", $"{Here}/a"], "UseHardlinksIfPossible=true"),
        IntoFolder(
            "one source twice, relative and absolute, as symbolic links", s_two, ["a", $"{Here}/a"], "UseSymboliclinksIfPossible=true"),
        IntoFolder("one source twice, relative and absolute, with -mt", s_two, ["a", $"{Here}/a"]) with { Multithreaded = true },
        ToFiles("a chain: the second copies what the first made", s_two, ["a", "b"], ["b", "c"]) with { OnlyInOrder = true },
    ];
}
