using static CopyOnWrite.Parity.Scenarios.Written;

namespace CopyOnWrite.Parity.Scenarios;

/// <summary>Names and spellings.</summary>
internal static class Paths
{
    private const string Skip = "SkipUnchangedFiles=true";

    private static readonly string s_long = new('n', 300);

    // Names as written in a project: %25 is a percent sign.
    private static readonly string[] s_names =
        [
            "with space", "größe-文件", "per%2525cent", "a%3bb", "a%40b", "a%24(b)", "quote'd", "q%3f", "star%2a", "%2elead", "-dash",
            "tab%09", "back\\slash",
        ];

    internal static IReadOnlyList<Scenario> All { get; } =
    [
        .. s_names.Select(name => IntoFolder($"the name {name} into a folder", [File(Unescape(name))], [name])),
        .. s_names.Select(name => ToFiles($"the name {name} as a destination", [File("a")], ["a"], [$"o/{name}"])),
        ToFiles("dots and double slashes", [File("x/a")], ["x/../x//./a"], ["./o/..//o/./b"]),
        ToFiles("a source with a slash at its end", [File("a")], ["a/"], ["o/a"]),
        ToFiles("a destination with a slash at its end", [File("a")], ["a"], ["o/"]),
        ToFiles("a destination with a slash at its end, below a folder that is not there", [File("a")], ["a"], ["n1/n2/"]),
        ToFiles("a destination with a slash at its end and another", [File("a"), File("b")], ["a", "b"], ["n1/n2/", "o/b"]),
        ToFiles("a destination with a slash at its end, a file without it", [File("a"), File("o")], ["a"], ["o/"], Skip),
        ToFiles("a destination with a slash at its end, without retries", [File("a")], ["a"], ["n1/n2/"], "Retries=0"),
        ToFiles("a source and a destination with a slash at their ends", [File("a")], ["a/"], ["n1/n2/"]),
        ToFiles("a file onto itself with a slash at its end", [File("a")], ["a/"], ["a/"]),
        ToFiles("a destination with a dot at its end", [File("a")], ["a"], ["n1/n2/."]),
        ToFiles("a name too long for the file system", [File("a")], ["a"], [$"o/{s_long}"]),
        ToFiles("a path that Windows takes only with a prefix", [File("a")], ["a"], [Deep(30) + "a"]),
        ToFiles("a path too long for the kernel", [File("a")], ["a"], [Deep(500) + "a"]),
        IntoFolder("a source name too long", [File("a")], [s_long, "a"]),
        ToFiles("a file onto itself", [File("a")], ["a"], ["./a"]),
        ToFiles("a missing file onto itself", [], ["a"], ["a"]),
        ToFiles("a file onto itself, unchanged", [File("a")], ["a"], ["a"], Skip),
        ToFiles("a file onto its own name in another case", [File("a")], ["a"], ["A"]),
        ToFiles("a missing file onto its own name in another case", [], ["a"], ["A"]),
        ToFiles("a file onto its own name in another case, unchanged", [File("a")], ["a"], ["A"], Skip),
        IntoFolder("names that differ in case", [File("a"), File("A", 6000)], ["a", "A"]),
        IntoFolder("a deep folder that is not there", [File("a")], ["a"]) with { DestinationFolder = "o/p/q/r" },
        ToFiles("several folders that are not there", [File("a"), File("b")], ["a", "b", "a"], ["o/p/a", "o/q/b", "o/p/c"]),
        ToFiles("a name like the folder's in another case", [File("a"), Folder("o/cs")], ["a"], ["o/CS"]),
    ];

    private static string Deep(int folders) => string.Concat(Enumerable.Repeat("0123456789/", folders));

    private static string Unescape(string name) => Microsoft.Build.Evaluation.ProjectCollection.Unescape(name).Replace('\\', '/');
}
