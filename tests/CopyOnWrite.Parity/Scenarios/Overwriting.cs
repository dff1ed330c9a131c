using static CopyOnWrite.Parity.Scenarios.Written;

namespace CopyOnWrite.Parity.Scenarios;

/// <summary>Destinations that are there already, modes, and read-only files on either side.</summary>
internal static class Overwriting
{
    private static readonly Scenario s_over = new("over")
    {
        SourceFiles = Items("a"),
        DestinationFiles = Items("o/a"),
        Attributes = Attributes(),
    };

    private static readonly int[] s_modes = [444, 400, 555, 600, 644, 664, 666, 751, 755, 777, 440, 464, 4755, 2755, 1777, 200, 0];

    internal static IReadOnlyList<Scenario> All { get; } =
    [
        s_over with { Name = "over a shorter file", Before = [File("a"), File("o/a", 100)] },
        s_over with { Name = "over a longer file", Before = [File("a", 100), File("o/a", 90_000)] },
        s_over with { Name = "an empty file over another", Before = [File("a", 0), File("o/a")] },
        s_over with { Name = "a big file over another", Before = [File("a", 3_000_001), File("o/a")] },
        s_over with { Name = "over a file of another mode", Before = [File("a", mode: 755), File("o/a", mode: 600)] },
        s_over with { Name = "over a hard link", Before = [File("a"), File("x"), HardLink("o/a", "x")] },
        s_over with { Name = "over a hard link of the source", Before = [File("a"), HardLink("o/a", "a")] },
        s_over with { Name = "over a link", Before = [File("a"), File("x"), Link("o/a", "../x")] },
        s_over with { Name = "over a link to the source", Before = [File("a"), Link("o/a", "../a")] },
        s_over with { Name = "over a link that leads nowhere", Before = [File("a"), Link("o/a", "none")] },
        s_over with { Name = "over a link to itself", Before = [File("a"), Link("o/a", "a")] },
        s_over with { Name = "over a link to a folder", Before = [File("a"), Folder("f"), Link("o/a", "../f")] },
        s_over with { Name = "over a folder", Before = [File("a"), Folder("o/a")] },
        s_over with { Name = "over a read-only file", Before = [File("a"), File("o/a", mode: 444)] },
        s_over with
        {
            Name = "over a read-only file, allowed",
            Before = [File("a"), File("o/a", mode: 444)],
            Attributes = Attributes("OverwriteReadOnlyFiles=true"),
        },
        s_over with
        {
            Name = "over a writable file, read-only allowed",
            Before = [File("a"), File("o/a")],
            Attributes = Attributes("OverwriteReadOnlyFiles=true"),
        },
        s_over with
        {
            Name = "over a read-only hard link, allowed",
            Before = [File("a"), File("x", mode: 444), HardLink("o/a", "x")],
            Attributes = Attributes("OverwriteReadOnlyFiles=true"),
        },
        s_over with
        {
            Name = "over a read-only file, allowed by the environment",
            Before = [File("a"), File("o/a", mode: 444)],
            Variables = new Dictionary<string, string> { ["MSBUILDALWAYSOVERWRITEREADONLYFILES"] = " " },
        },
        s_over with
        {
            Name = "over a file, in place",
            Before = [File("a"), File("x"), HardLink("o/a", "x")],
            Variables = new Dictionary<string, string> { ["MSBUILDCOPYWITHOUTDELETE"] = "1" },
        },
        s_over with { Name = "through a link to a folder", Before = [File("a"), Folder("real"), Link("o", "real")] },
        s_over with { Name = "in a folder that cannot be written", Before = [File("a"), File("o/a", 100), Folder("o", 555)] },
        .. s_modes.Select(mode => s_over with { Name = $"a source of mode {mode}", Before = [File("a", mode: mode)] }),
        .. s_modes.Select(mode =>
            s_over with { Name = $"a source of mode {mode} over a file", Before = [File("a", mode: mode), File("o/a")] }),
        .. s_modes.Select(mode =>
            s_over with { Name = $"a source over a file of mode {mode}", Before = [File("a"), File("o/a", 100, mode)] }),
    ];
}
