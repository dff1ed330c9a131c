using static CopyOnWrite.Parity.Scenarios.Written;

namespace CopyOnWrite.Parity.Scenarios;

/// <summary>Names and spellings.</summary>
internal static class Paths
{
    private static readonly string s_long = new('n', 300);

    // As they are written in a project: %25 is a percent sign.
    private static readonly string[] s_names =
        [
            "with space", "größe-文件", "per%2525cent", "a%3bb", "a%40b", "a%24(b)", "quote'd", "q%3f", "star%2a", "%2elead", "-dash",
            "tab%09", "back\\slash",
        ];

    internal static IReadOnlyList<Scenario> All { get; } =
    [
        .. s_names.Select(name => new Scenario($"the name {name} into a folder")
        {
            Before = [File(Unescape(name))], SourceFiles = Items(name), DestinationFolder = "o", Attributes = Attributes(),
        }),
        .. s_names.Select(name => new Scenario($"the name {name} as a destination")
        {
            Before = [File("a")], SourceFiles = Items("a"), DestinationFiles = Items($"o/{name}"), Attributes = Attributes(),
        }),
        new("dots and double slashes")
        {
            Before = [File("x/a")],
            SourceFiles = Items("x/../x//./a"),
            DestinationFiles = Items("./o/..//o/./b"),
        },
        new("a source with a slash at its end")
        {
            Before = [File("a")],
            SourceFiles = Items("a/"),
            DestinationFiles = Items("o/a"),
            Attributes = Attributes(),
        },
        new("a destination with a slash at its end")
        {
            Before = [File("a")],
            SourceFiles = Items("a"),
            DestinationFiles = Items("o/"),
            Attributes = Attributes(),
        },
        new("a destination with a slash at its end, below a folder that is not there")
        {
            Before = [File("a")],
            SourceFiles = Items("a"),
            DestinationFiles = Items("n1/n2/"),
            Attributes = Attributes(),
        },
        new("a destination with a slash at its end and another")
        {
            Before = [File("a"), File("b")], SourceFiles = Items("a", "b"), DestinationFiles = Items("n1/n2/", "o/b"),
            Attributes = Attributes(),
        },
        new("a destination with a slash at its end, a file without it")
        {
            Before = [File("a"), File("o")],
            SourceFiles = Items("a"),
            DestinationFiles = Items("o/"),
            Attributes = Attributes("SkipUnchangedFiles=true"),
        },
        new("a destination with a slash at its end, without retries")
        {
            Before = [File("a")],
            SourceFiles = Items("a"),
            DestinationFiles = Items("n1/n2/"),
            Attributes = Attributes("Retries=0"),
        },
        new("a source and a destination with a slash at their ends")
        {
            Before = [File("a")],
            SourceFiles = Items("a/"),
            DestinationFiles = Items("n1/n2/"),
            Attributes = Attributes(),
        },
        new("a file onto itself with a slash at its end")
        {
            Before = [File("a")],
            SourceFiles = Items("a/"),
            DestinationFiles = Items("a/"),
            Attributes = Attributes(),
        },
        new("a destination with a dot at its end")
        {
            Before = [File("a")],
            SourceFiles = Items("a"),
            DestinationFiles = Items("n1/n2/."),
            Attributes = Attributes(),
        },
        new("a name too long for the file system")
        {
            Before = [File("a")],
            SourceFiles = Items("a"),
            DestinationFiles = Items($"o/{s_long}"),
            Attributes = Attributes(),
        },
        new("a path that Windows takes only when told so")
        {
            Before = [File("a")], SourceFiles = Items("a"),
            DestinationFiles = Items(string.Concat(Enumerable.Repeat("0123456789/", 30)) + "a"), Attributes = Attributes(),
        },
        new("a path too long for the kernel")
        {
            Before = [File("a")], SourceFiles = Items("a"),
            DestinationFiles = Items(string.Concat(Enumerable.Repeat("0123456789/", 500)) + "a"), Attributes = Attributes(),
        },
        new("a source name too long")
        {
            Before = [File("a")],
            SourceFiles = Items(s_long, "a"),
            DestinationFolder = "o",
            Attributes = Attributes(),
        },
        new("a file onto itself") { Before = [File("a")], SourceFiles = Items("a"), DestinationFiles = Items("./a") },
        new("a missing file onto itself") { SourceFiles = Items("a"), DestinationFiles = Items("a") },
        new("a file onto itself, unchanged")
        {
            Before = [File("a")],
            SourceFiles = Items("a"),
            DestinationFiles = Items("a"),
            Attributes = Attributes("SkipUnchangedFiles=true"),
        },
        new("a file onto its own name but for case") { Before = [File("a")], SourceFiles = Items("a"), DestinationFiles = Items("A") },
        new("a missing file onto its own name but for case")
        {
            SourceFiles = Items("a"),
            DestinationFiles = Items("A"),
            Attributes = Attributes(),
        },
        new("a file onto its own name but for case, unchanged")
        {
            Before = [File("a")],
            SourceFiles = Items("a"),
            DestinationFiles = Items("A"),
            Attributes = Attributes("SkipUnchangedFiles=true"),
        },
        new("names that differ in case") { Before = [File("a"), File("A", 6000)], SourceFiles = Items("a", "A"), DestinationFolder = "o" },
        new("a deep folder that is not there") { Before = [File("a")], SourceFiles = Items("a"), DestinationFolder = "o/p/q/r" },
        new("several folders that are not there")
        {
            Before = [File("a"), File("b")],
            SourceFiles = Items("a", "b", "a"),
            DestinationFiles = Items("o/p/a", "o/q/b", "o/p/c"),
        },
        new("a name like the folder's but for case")
        {
            Before = [File("a"), Folder("o/cs")],
            SourceFiles = Items("a"),
            DestinationFiles = Items("o/CS"),
        },
    ];

    private static string Unescape(string name) => Microsoft.Build.Evaluation.ProjectCollection.Unescape(name).Replace('\\', '/');
}
