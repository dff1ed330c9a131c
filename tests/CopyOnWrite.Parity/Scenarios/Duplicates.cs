using System.Collections.Generic;
using static CopyOnWrite.Parity.Scenarios.Written;

namespace CopyOnWrite.Parity.Scenarios;

/// <summary>Several sources for one destination.</summary>
internal static class Duplicates
{
    internal static IReadOnlyList<Scenario> All { get; } =
    [
        new("one source twice") { Before = [File("a")], SourceFiles = Items("a", "a"), DestinationFolder = "o" },
        new("one source twice, spelled differently") { Before = [File("a")], SourceFiles = Items("a", "./a"), DestinationFiles = Items("o/a", "o/a") },
        new("two sources for one destination") { Before = [File("a"), File("b", 6000)], SourceFiles = Items("a", "b"), DestinationFiles = Items("o/x", "o/x") },
        new("two sources in turns") { Before = [File("a"), File("b", 6000)], SourceFiles = Items("a", "b", "a", "b"), DestinationFiles = Items("o/x", "o/x", "o/x", "o/x") },
        new("two folders with one name") { Before = [File("p/a"), File("q/a", 6000)], SourceFiles = Items("p/a", "q/a"), DestinationFolder = "o" },
        new("names of two folders that differ in case") { Before = [File("p/Web.config"), File("q/web.config", 6000)], SourceFiles = Items("p/Web.config", "q/web.config"), DestinationFolder = "o" },
        new("names of two folders that differ in case, in turns")
        {
            Before = [File("p/Web.config", 6000), File("q/web.config")], SourceFiles = Items("p/Web.config", "q/web.config", "p/Web.config"), DestinationFolder = "o",
        },
        new("one source twice, spelled in another case") { Before = [File("a"), File("A")], SourceFiles = Items("a", "A"), DestinationFiles = Items("o/x", "o/x") },
        new("destination folders that differ in case") { Before = [File("p/x"), File("q/x", 6000)], SourceFiles = Items("p/x", "q/x"), DestinationFiles = Items("o/x", "O/x") },
        new("names that differ in case, unchanged")
        {
            Before = [File("p/a"), File("q/A"), File("o/a")], SourceFiles = Items("p/a", "q/A"), DestinationFolder = "o", Attributes = Attributes("SkipUnchangedFiles=true"),
        },
        new("one source twice, missing") { SourceFiles = Items("a", "a"), DestinationFolder = "o", Attributes = Attributes() },
        new("one source twice, unchanged") { Before = [File("a"), File("o/a")], SourceFiles = Items("a", "a"), DestinationFolder = "o", Attributes = Attributes("SkipUnchangedFiles=true") },
        new("a chain: the second copies what the first made") { Before = [File("a"), File("b", 6000)], SourceFiles = Items("a", "b"), DestinationFiles = Items("b", "c"), Attributes = Attributes(), OnlyInOrder = true },
    ];
}
