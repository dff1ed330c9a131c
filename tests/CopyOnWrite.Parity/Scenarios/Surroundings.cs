using static CopyOnWrite.Parity.Scenarios.Written;

namespace CopyOnWrite.Parity.Scenarios;

/// <summary>-question, -mt, and sources that are not plain files.</summary>
internal static class Surroundings
{
    private static readonly Scenario s_two = new("two")
    {
        Before = [File("a"), File("b"), File("o/a"), File("o/b")], SourceFiles = Items("a", "b"), DestinationFolder = "o",
        Attributes = Attributes("SkipUnchangedFiles=true"),
    };

    internal static IReadOnlyList<Scenario> All { get; } =
    [
        s_two with { Name = "question: up to date", Question = true },
        s_two with { Name = "question: one is not", Question = true, Before = [File("a"), File("b"), File("o/a"), File("o/b", age: 2)] },
        s_two with { Name = "question: the folder is missing", Question = true, Before = [File("a"), File("b")] },
        s_two with { Name = "question: a source is missing", Question = true, Before = [File("a"), File("o/a"), File("o/b")] },
        s_two with { Name = "question: not asked to skip", Question = true, Attributes = Attributes() },
        s_two with { Name = "mt: up to date", Multithreaded = true },
        s_two with { Name = "mt: fresh", Multithreaded = true, Before = [File("a"), File("b")] },
        s_two with { Name = "mt: a source is missing", Multithreaded = true, Before = [File("a")] },
        s_two with { Name = "mt: replaced", Multithreaded = true, Before = [File("a"), File("b"), File("o/a", 100), File("o/b", 200)] },
        s_two with { Name = "mt: question", Multithreaded = true, Question = true, Before = [File("a"), File("b")] },
        IntoFolder("an empty file", [File("a", 0)], ["a"]),
        ToFiles("a file that says it is empty and is not", [], ["/proc/version", "/proc/filesystems"], ["o/version", "o/filesystems"]),
        IntoFolder("many files", [.. Many("s", 200)], [.. Enumerable.Range(0, 200).Select(i => $"s/{i}")]),
    ];

    private static IEnumerable<Node> Many(string folder, int count)
    {
        for (int i = 0; i < count; i++)
        {
            yield return File($"{folder}/{i}", i * 37, i % 3 == 0 ? 755 : 644, i);
        }
    }
}
