using static CopyOnWrite.Parity.Scenarios.Written;

namespace CopyOnWrite.Parity.Scenarios;

/// <summary>Which parameters go together, and what comes out when they do not.</summary>
internal static class Parameters
{
    private static readonly Scenario s_one = new("one") { Before = [File("a")], SourceFiles = Items("a"), Attributes = Attributes() };

    internal static IReadOnlyList<Scenario> All { get; } =
    [
        new("nothing is passed"),
        new("no sources, and nothing else is looked at")
        {
            SourceFiles = [],
            DestinationFolder = "o",
            Attributes = Attributes("Retries=-1"),
        },
        new("a destination and no source") { DestinationFolder = "o" },
        s_one with { Name = "retries below zero", DestinationFolder = "o", Attributes = Attributes("Retries=-1") },
        s_one with { Name = "retry delay below zero", DestinationFolder = "o", Attributes = Attributes("RetryDelayMilliseconds=-1") },
        s_one with { Name = "no destination" },
        s_one with { Name = "empty destination folder", DestinationFolder = "" },
        s_one with { Name = "both destinations", DestinationFolder = "o", DestinationFiles = Items("o/a") },
        s_one with { Name = "more destinations than sources", DestinationFiles = Items("o/a", "o/b") },
        new("more sources than destinations")
        {
            Before = [File("a"), File("b")],
            SourceFiles = Items("a", "b"),
            DestinationFiles = Items("o/a"),
        },
        s_one with
        {
            Name = "error if a link fails, and no link",
            DestinationFolder = "o",
            Attributes = Attributes("ErrorIfLinkFails=true"),
        },
        s_one with { Name = "folders and destination files", SourceFolders = Items("f"), DestinationFiles = Items("o/a") },
        s_one with { Name = "into a folder", DestinationFolder = "o" },
        s_one with { Name = "to a file", DestinationFiles = Items("o/b") },
        s_one with { Name = "into a folder with a slash at its end", DestinationFolder = "o/" },
        new("metadata goes along")
        {
            Before = [File("a"), File("b")],
            SourceFiles = [new Item("a", "Kind=one", "Link=x/y"), new Item("b", "Kind=two")],
            DestinationFiles = [new Item("o/a", "Kind=mine"), new Item("o/b")],
        },
        new("metadata goes along into a folder")
        {
            Before = [File("a"), File("sub/b")],
            SourceFiles = [new Item("a", "Kind=one", "OriginalItemSpec=before"), new Item("sub/b", "Kind=a%3bb%25")],
            DestinationFolder = "o",
        },
        new("a failed item gets no metadata")
        {
            Before = [File("a")],
            SourceFiles = [new Item("a", "Kind=one"), new Item("none", "Kind=two")],
            DestinationFiles = Items("o/a", "o/none"),
            Attributes = Attributes(),
        },
        new("a folder of sources")
        {
            Before = [File("f/1"), File("f/sub/2"), File("f/.hidden"), Folder("f/empty")], SourceFolders = [new Item("f", "Kind=folder")],
            DestinationFolder = "o",
        },
        new("a folder of sources with a slash at its end") { Before = [File("f/1")], SourceFolders = Items("f/"), DestinationFolder = "o" },
        new("a missing folder of sources") { SourceFolders = Items("none"), DestinationFolder = "o" },
        new("files and folders")
        {
            Before = [File("a"), File("f/1")],
            SourceFiles = Items("a"),
            SourceFolders = Items("f"),
            DestinationFolder = "o",
        },
    ];
}
