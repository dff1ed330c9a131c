using static CopyOnWrite.Parity.Scenarios.Written;

namespace CopyOnWrite.Parity.Scenarios;

/// <summary>Errors, their codes, and how often they are tried again.</summary>
internal static class Failing
{
    private static readonly Scenario s_three = new("three")
    {
        Before = [File("a"), File("c")], SourceFiles = Items("a", "b", "c"), DestinationFolder = "o", Attributes = Attributes(),
    };

    private static readonly Dictionary<string, string> s_alwaysRetry = new() { ["MSBUILDALWAYSRETRY"] = "1" };

    internal static IReadOnlyList<Scenario> All { get; } =
    [
        s_three with { Name = "a missing source" },
        s_three with { Name = "a missing source, and the build goes on", Attributes = Attributes("ContinueOnError=true") },
        s_three with { Name = "a missing source, and its error is kept", Attributes = Attributes("ContinueOnError=ErrorAndContinue") },
        s_three with { Name = "a folder as source", Before = [File("a"), Folder("b"), File("c")] },
        s_three with { Name = "a source in a folder that is a file", SourceFiles = Items("a", "a/b", "c") },
        s_three with { Name = "a destination folder that is a file", Before = [File("a"), File("b"), File("c"), File("o")] },
        s_three with
        {
            Name = "a destination folder below a file",
            Before = [File("a"), File("b"), File("c"), File("x")],
            DestinationFolder = "x/o",
        },
        s_three with { Name = "a locked source", Before = [File("a"), File("b"), File("c")], Locked = ["b"] },
        s_three with
        {
            Name = "a locked source without retries",
            Before = [File("a"), File("b"), File("c")],
            Locked = ["b"],
            Attributes = Attributes("Retries=0"),
        },
        s_three with
        {
            Name = "a locked source with one retry",
            Before = [File("a"), File("b"), File("c")],
            Locked = ["b"],
            Attributes = Attributes("Retries=1"),
        },
        s_three with
        {
            Name = "a locked source, always retried",
            Before = [File("a"), File("b"), File("c")],
            Locked = ["b"],
            Variables = s_alwaysRetry,
        },
        s_three with { Name = "a locked destination", Before = [File("a"), File("b"), File("c"), File("o/b")], Locked = ["o/b"] },
        s_three with
        {
            Name = "a locked read-only destination",
            Before = [File("a"), File("b"), File("c"), File("o/b", mode: 666)],
            Locked = ["o/b"],
        },
        s_three with { Name = "a source that cannot be read", Before = [File("a"), File("b", mode: 0), File("c")] },
        s_three with { Name = "a destination folder that cannot be written", Before = [File("a"), File("b"), File("c"), Folder("o", 555)] },
        s_three with
        {
            Name = "a destination folder that cannot be made",
            Before = [File("a"), File("b"), File("c"), Folder("x", 555)],
            DestinationFolder = "x/o",
        },
        s_three with
        {
            Name = "a destination folder that cannot be searched",
            Before = [File("a"), File("b"), File("c"), Folder("o", 666)],
        },
        s_three with
        {
            Name = "access denied, always retried",
            Before = [File("a"), File("b", mode: 0), File("c"), File("o/a", mode: 444)],
            Variables = s_alwaysRetry,
        },
        s_three with
        {
            Name = "access denied, as before 18.7",
            Before = [File("a"), File("b", mode: 0), File("c")],
            Variables = new Dictionary<string, string> { ["MSBUILDDISABLEFEATURESFROMVERSION"] = "18.7" },
        },
        s_three with { Name = "everything fails", SourceFiles = Items("x", "y", "z") },
        s_three with { Name = "a folder in the place of a destination", Before = [File("a"), File("b"), File("c"), Folder("o/b")] },
    ];
}
