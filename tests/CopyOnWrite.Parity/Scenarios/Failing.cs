using static CopyOnWrite.Parity.Scenarios.Written;

namespace CopyOnWrite.Parity.Scenarios;

/// <summary>Errors, their codes, and how often they are tried again.</summary>
internal static class Failing
{
    private static readonly string[] s_sources = ["a", "b", "c"];
    private static readonly Node[] s_files = [File("a"), File("b"), File("c")];
    private static readonly Node[] s_unreadable = [File("a"), File("b", mode: 0), File("c")];

    private static readonly Dictionary<string, string> s_alwaysRetry = new() { ["MSBUILDALWAYSRETRY"] = "1" };
    private static readonly Dictionary<string, string> s_before187 = new() { ["MSBUILDDISABLEFEATURESFROMVERSION"] = "18.7" };

    internal static IReadOnlyList<Scenario> All { get; } =
    [
        IntoFolder("a missing source", [File("a"), File("c")], s_sources),
        IntoFolder("a missing source, and the build goes on", [File("a"), File("c")], s_sources, "ContinueOnError=true"),
        IntoFolder("a missing source, and its error is kept", [File("a"), File("c")], s_sources, "ContinueOnError=ErrorAndContinue"),
        IntoFolder("a folder as source", [File("a"), Folder("b"), File("c")], s_sources),
        IntoFolder("a source in a folder that is a file", [File("a"), File("c")], ["a", "a/b", "c"]),
        IntoFolder("a destination folder that is a file", [.. s_files, File("o")], s_sources),
        IntoFolder("a destination folder below a file", [.. s_files, File("x")], s_sources) with { DestinationFolder = "x/o" },
        IntoFolder("a locked source", s_files, s_sources) with { Locked = ["b"] },
        IntoFolder("a locked source without retries", s_files, s_sources, "Retries=0") with { Locked = ["b"] },
        IntoFolder("a locked source with one retry", s_files, s_sources, "Retries=1") with { Locked = ["b"] },
        IntoFolder("a locked source, always retried", s_files, s_sources) with { Locked = ["b"], Variables = s_alwaysRetry },
        IntoFolder("a locked destination", [.. s_files, File("o/b")], s_sources) with { Locked = ["o/b"] },
        IntoFolder("a locked read-only destination", [.. s_files, File("o/b", mode: 666)], s_sources) with { Locked = ["o/b"] },
        IntoFolder("a source that cannot be read", s_unreadable, s_sources),
        IntoFolder("a destination folder that cannot be written", [.. s_files, Folder("o", 555)], s_sources),
        IntoFolder("a destination folder that cannot be made", [.. s_files, Folder("x", 555)], s_sources) with
        {
            DestinationFolder = "x/o",
        },
        IntoFolder("a destination folder that cannot be searched", [.. s_files, Folder("o", 666)], s_sources),
        IntoFolder("access denied, always retried", [.. s_unreadable, File("o/a", mode: 444)], s_sources) with
        {
            Variables = s_alwaysRetry,
        },
        IntoFolder("access denied, as before 18.7", s_unreadable, s_sources) with { Variables = s_before187 },
        IntoFolder("everything fails", [File("a"), File("c")], ["x", "y", "z"]),
        IntoFolder("a folder in the place of a destination", [.. s_files, Folder("o/b")], s_sources),
    ];
}
