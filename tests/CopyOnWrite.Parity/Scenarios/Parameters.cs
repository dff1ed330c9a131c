using static CopyOnWrite.Parity.Scenarios.Written;

namespace CopyOnWrite.Parity.Scenarios;

/// <summary>Which parameters go together, and what comes out when they do not.</summary>
internal static class Parameters
{
    private static readonly Scenario s_one = new("one") { Before = [File("a")], SourceFiles = Items("a"), Attributes = Attributes() };

    internal static IReadOnlyList<Scenario> All { get; } =
    [
        new("nothing is passed"),
        IntoFolder("no sources, and nothing else is looked at", [], [], "Retries=-1"),
        new("a destination and no source") { DestinationFolder = "o" },
        IntoFolder("retries below zero", [File("a")], ["a"], "Retries=-1"),
        IntoFolder("retry delay below zero", [File("a")], ["a"], "RetryDelayMilliseconds=-1"),
        s_one with { Name = "no destination" },
        s_one with { Name = "empty destination folder", DestinationFolder = "" },
        s_one with { Name = "both destinations", DestinationFolder = "o", DestinationFiles = Items("o/a") },
        ToFiles("more destinations than sources", [File("a")], ["a"], ["o/a", "o/b"]),
        ToFiles("more sources than destinations", [File("a"), File("b")], ["a", "b"], ["o/a"]),
        IntoFolder("error if a link fails, and no link", [File("a")], ["a"], "ErrorIfLinkFails=true"),
        s_one with { Name = "folders and destination files", SourceFolders = Items("f"), DestinationFiles = Items("o/a") },
        new("into a folder, with nothing else said") { Before = [File("a")], SourceFiles = Items("a"), DestinationFolder = "o" },
        ToFiles("to a file", [File("a")], ["a"], ["o/b"]),
        s_one with { Name = "into a folder with a slash at its end", DestinationFolder = "o/" },
        ToFiles("metadata goes along", [File("a"), File("b")], [], []) with
        {
            SourceFiles = [new Item("a", "Kind=one", "Link=x/y"), new Item("b", "Kind=two")],
            DestinationFiles = [new Item("o/a", "Kind=mine"), new Item("o/b")],
        },
        IntoFolder("metadata goes along into a folder", [File("a"), File("sub/b")], []) with
        {
            SourceFiles = [new Item("a", "Kind=one", "OriginalItemSpec=before"), new Item("sub/b", "Kind=a%3bb%25")],
        },
        ToFiles("a failed item gets no metadata", [File("a")], [], ["o/a", "o/none"]) with
        {
            SourceFiles = [new Item("a", "Kind=one"), new Item("none", "Kind=two")],
        },
        new("a folder of sources")
        {
            Before = [File("f/1"), File("f/sub/2"), File("f/.hidden"), Folder("f/empty")],
            SourceFolders = [new Item("f", "Kind=folder")],
            DestinationFolder = "o",
        },
        new("a folder of sources with a slash at its end") { Before = [File("f/1")], SourceFolders = Items("f/"), DestinationFolder = "o" },
        new("a missing folder of sources") { SourceFolders = Items("none"), DestinationFolder = "o" },
        IntoFolder("files and folders", [File("a"), File("f/1")], ["a"]) with { SourceFolders = Items("f") },
    ];
}
