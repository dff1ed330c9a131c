using static CopyOnWrite.Parity.Scenarios.Written;

namespace CopyOnWrite.Parity.Scenarios;

/// <summary>Several sources for one destination.</summary>
internal static class Duplicates
{
    private const string Here = "$(MSBuildProjectDirectory)";

    private static readonly Scenario s_absolute = new("absolute")
    {
        Before = [File("a"), File("b", 6000)],
        DestinationFolder = "o",
        Attributes = Attributes(),
    };

    internal static IReadOnlyList<Scenario> All { get; } =
    [
        new("one source twice") { Before = [File("a")], SourceFiles = Items("a", "a"), DestinationFolder = "o" },
        new("one source twice, spelled differently")
        {
            Before = [File("a")],
            SourceFiles = Items("a", "./a"),
            DestinationFiles = Items("o/a", "o/a"),
        },
        new("two sources for one destination")
        {
            Before = [File("a"), File("b", 6000)],
            SourceFiles = Items("a", "b"),
            DestinationFiles = Items("o/x", "o/x"),
        },
        new("two sources in turns")
        {
            Before = [File("a"), File("b", 6000)],
            SourceFiles = Items("a", "b", "a", "b"),
            DestinationFiles = Items("o/x", "o/x", "o/x", "o/x"),
        },
        new("two folders with one name")
        {
            Before = [File("p/a"), File("q/a", 6000)],
            SourceFiles = Items("p/a", "q/a"),
            DestinationFolder = "o",
        },
        new("names of two folders that differ in case")
        {
            Before = [File("p/Web.config"), File("q/web.config", 6000)],
            SourceFiles = Items("p/Web.config", "q/web.config"),
            DestinationFolder = "o",
        },
        new("names of two folders that differ in case, in turns")
        {
            Before = [File("p/Web.config", 6000), File("q/web.config")],
            SourceFiles = Items("p/Web.config", "q/web.config", "p/Web.config"), DestinationFolder = "o",
        },
        new("one source twice, spelled in another case")
        {
            Before = [File("a"), File("A")],
            SourceFiles = Items("a", "A"),
            DestinationFiles = Items("o/x", "o/x"),
        },
        new("destination folders that differ in case")
        {
            Before = [File("p/x"), File("q/x", 6000)],
            SourceFiles = Items("p/x", "q/x"),
            DestinationFiles = Items("o/x", "O/x"),
        },
        new("names that differ in case, unchanged")
        {
            Before = [File("p/a"), File("q/A"), File("o/a")], SourceFiles = Items("p/a", "q/A"), DestinationFolder = "o",
            Attributes = Attributes("SkipUnchangedFiles=true"),
        },
        new("one source twice, missing") { SourceFiles = Items("a", "a"), DestinationFolder = "o", Attributes = Attributes() },
        new("one source twice, unchanged")
        {
            Before = [File("a"), File("o/a")],
            SourceFiles = Items("a", "a"),
            DestinationFolder = "o",
            Attributes = Attributes("SkipUnchangedFiles=true"),
        },
        s_absolute with
        {
            Name = "one source twice, relative and absolute",
            SourceFiles = [new Item("a", "K=1"), new Item($"{Here}/a", "L=2"), new Item("b")],
        },
        s_absolute with { Name = "one source twice, absolute and relative", SourceFiles = Items($"{Here}/a", "a") },
        s_absolute with { Name = "one source thrice, each spelled differently", SourceFiles = Items("a", $"{Here}/a", "./a") },
        s_absolute with { Name = "one source twice, absolute and by a detour", SourceFiles = Items($"{Here}/a", $"{Here}/./a") },
        s_absolute with
        {
            Name = "two sources in turns, relative and absolute",
            SourceFiles = Items("a", "b", $"{Here}/a", $"{Here}/b"),
            DestinationFolder = null,
            DestinationFiles = Items("o/x", "o/x", "o/x", "o/x"),
        },
        s_absolute with { Name = "one source twice, relative and absolute, missing", SourceFiles = Items("none", $"{Here}/none") },
        s_absolute with
        {
            Name = "one source twice, relative and absolute, unchanged",
            Before = [File("a"), File("o/a")],
            SourceFiles = Items("a", $"{Here}/a"),
            Attributes = Attributes("SkipUnchangedFiles=true"),
        },
        s_absolute with
        {
            Name = "one source twice, relative and absolute, as hard links",
            SourceFiles = Items("a", $"{Here}/a"),
            Attributes = Attributes("UseHardlinksIfPossible=true"),
        },
        s_absolute with
        {
            Name = "one source twice, relative and absolute, as symbolic links",
            SourceFiles = Items("a", $"{Here}/a"),
            Attributes = Attributes("UseSymboliclinksIfPossible=true"),
        },
        s_absolute with
        {
            Name = "one source twice, relative and absolute, with -mt",
            SourceFiles = Items("a", $"{Here}/a"),
            Multithreaded = true,
        },
        new("a chain: the second copies what the first made")
        {
            Before = [File("a"), File("b", 6000)],
            SourceFiles = Items("a", "b"),
            DestinationFiles = Items("b", "c"),
            Attributes = Attributes(),
            OnlyInOrder = true,
        },
    ];
}
