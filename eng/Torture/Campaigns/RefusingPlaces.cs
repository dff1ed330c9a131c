using CopyOnWrite.Torture.Fuse;

namespace CopyOnWrite.Torture.Campaigns;

/// <summary>
/// Five new files and five that are replaced, in two builds, on file systems that refuse to rename, to delete and the like: by the
/// built-in, by the Copy task and by the library. Contents are right, no temporary file is left that can be deleted, and a second build
/// leaves none more.
/// </summary>
internal static class RefusingPlaces
{
    private const int Files = 5;
    private const int Builds = 2;

    private static readonly byte[] s_old = new byte[50_000];

    internal static Result Run(Ground ground) =>
        Result.Join(RefusingPlace.All.TakeWhile(_ => !ground.Effort.IsOver).Select(place => RunOne(ground, place)));

    internal static Result RunOne(Ground ground, RefusingPlace place)
    {
        if (place.WhyNot() is { } why)
        {
            ground.Log.WriteLine($"  {place.Name}: not run: {why}.");
            return new Result([]);
        }

        Counts builtIn = Play(ground, place, Tool.BuiltIn, null);
        Row RowOf(Tool tool) => new(tool.Name, place.Name, Play(ground, place, tool, builtIn), builtIn);
        return ground.Show(new Result([RowOf(Tool.Copy), RowOf(Tool.Library)]));
    }

    private static Counts Play(Ground ground, RefusingPlace place, Tool tool, Counts? builtIn)
    {
        string back = Directory.CreateDirectory(Path.Combine(ground.FolderOn(RefusingPlace.Volume), Path.GetRandomFileName())).FullName;
        Dictionary<string, byte[]> sources = [];
        for (int i = 0; i < Files; i++)
        {
            sources[$"{i}"] = new byte[100_000];
            new Random(i).NextBytes(sources[$"{i}"]);
            File.WriteAllBytes(Path.Combine(back, $"{i}"), sources[$"{i}"]);
        }

        string outputs = Directory.CreateDirectory(Path.Combine(back, "out")).FullName;
        string[] replaced = [.. sources.Keys.Select(name => $"replaced-{name}")];
        (string refusing, string[] undo) = place.Make(back, ground.Scratch);
        var counts = Counts.None;
        HashSet<string> names = [];
        try
        {
            for (int build = 1; build <= Builds; build++)
            {
                Array.ForEach(replaced, name => File.WriteAllBytes(Path.Combine(outputs, name), s_old));
                Call CallTo(string prefix) => tool.CallFor(
                    sources.Keys.Select(name => (Path.Combine(refusing, name), Path.Combine(refusing, "out", prefix + name))),
                    ("Retries", "0"));
                Job job = tool.JobIn(ground.Scratch, ground, CallTo($"new{build}-"), CallTo("replaced-"));
                HostRun run = HostRun.Of(job, ground.Scratch, place.Program == "strace" ? new Tracing(Inject: place.Arguments[0]) : null);
                string[] due = [.. sources.Keys.Select(name => $"new{build}-{name}"), .. replaced];
                names.UnionWith(due);
                string[] left = [.. Directory.EnumerateFiles(outputs).Select(path => Path.GetFileName(path)).Except(names)];
                string[] wrong = [.. due.Where(name => !IsRight(Path.Combine(outputs, name), sources[name[^1..]], run.Succeeded))];
                bool mayFail = builtIn is { Failed: > 0 };
                var judged = Counts.Judge(
                    $"{place.Name}: {tool.Name}, build {build}: {run}",
                    wrong,
                    left.Length > (place.KeepsOne ? 1 : 0) ? left : [],
                    run.Succeeded || mayFail ? null : "failed",
                    met: true);
                counts = Counts.Add(counts, judged with { Points = 2 * Files, Wrong = wrong.Length, Left = 0 }) with { Left = left.Length };
            }
        }
        finally
        {
            Programs.Run(undo);
        }

        return counts;
    }

    /// <summary>After an error, a file may be the old one, or missing.</summary>
    private static bool IsRight(string path, byte[] source, bool succeeded) =>
        File.Exists(path)
            ? File.ReadAllBytes(path) is var content && (content.SequenceEqual(source) || (!succeeded && content.SequenceEqual(s_old)))
            : !succeeded;
}
