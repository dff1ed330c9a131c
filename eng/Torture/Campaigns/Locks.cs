using CopyOnWrite.Torture.Fuse;

namespace CopyOnWrite.Torture.Campaigns;

/// <summary>
/// One build, or two at once, copy hundreds of files with all threads to FUSE file systems whose locks exclude fewer than all: those of the
/// kernel, which end at a mount, those that the server takes for itself, and those that do nothing. Each file has its source's content, and
/// no temporary file is left. Then builds are killed, and one more leaves nothing of theirs.
/// </summary>
internal static class Locks
{
    private const int Rounds = 20;
    private const int Files = 400;
    private const int MostShown = 5;

    /// <summary>The part of a build's time after which the build may have ended.</summary>
    private const double LastMoment = 0.9;

    private static readonly Tool[] s_ours = [Tool.Copy, Tool.Staging, Tool.Library];
    private static readonly string[] s_whats = ["new files", "replaced files", "after kills"];

    internal static Result Run(Ground ground) => Result.Join(Layout.All.TakeWhile(_ => !ground.Effort.IsOver)
        .Select(layout => RunOne(ground, layout, Files)));

    /// <param name="files">New ones of each build, and replaced ones.</param>
    internal static Result RunOne(Ground ground, Layout layout, int files)
    {
        if (layout.Place.WhyNot() is { } why)
        {
            ground.Log.WriteLine($"  {layout}: not run: {why}.");
            return new Result([]);
        }

        using var folder = new CrowdedFolder(ground, layout, files);
        Counts[] builtIn = Play(ground, layout, folder, files, Tool.BuiltIn);
        return ground.Show(new Result([.. s_ours.SelectMany(tool => Play(ground, layout, folder, files, tool).Select(
            (counts, i) => new Row($"{tool.Name}, {s_whats[i]}", $"{layout}", counts, tool == Tool.Copy ? builtIn[i] : null)))]));
    }

    private static Counts[] Play(Ground ground, Layout layout, CrowdedFolder folder, int files, Tool tool)
    {
        var random = new Random(ground.Effort.Seed);
        Counts[] counts = [.. s_whats.Select(_ => Counts.None)];
        for (int round = 1; round <= (ground.Effort.Points ?? Rounds) && !ground.Effort.IsOver; round++)
        {
            folder.Clear();
            HostRun[] runs = folder.Build(tool, layout.Builds);
            Count(0, runs, folder.Wrong(CrowdedFolder.New, layout.Builds), folder.Leftovers(), met: true);
            Count(1, runs, folder.Wrong(CrowdedFolder.Replaced, layout.Builds), [], met: true);

            // What another machine's build leaves, no build of this one can know to be left. It goes on to its end.
            folder.Clear();
            HostRun[] killed = folder.Build(tool, layout.Builds, LastMoment * runs.Min(run => run.Time) * random.NextDouble());
            HostRun[] ended = [.. folder.Build(tool, 1), .. killed.Skip(1).Take(layout.Mounts - 1)];
            string[] wrong = [.. CrowdedFolder.Kinds.SelectMany(kind => folder.Wrong(kind, ended.Length))];
            Count(2, ended, wrong, folder.Leftovers(), met: killed[0].State == "killed");

            void Count(int what, HostRun[] all, string[] wrong, string[] left, bool met)
            {
                int points = (what != 1 ? files * all.Length : 0) + (what != 0 ? files : 0);
                string where = $"{layout}: {tool.Name}, {s_whats[what]}, round {round}: {string.Join(" and ", (object[])all)}";
                string? failure = all.All(run => run.Succeeded) ? null : "failed";
                var judged = Counts.Judge(where, [.. wrong.Take(MostShown)], [.. left.Take(MostShown)], failure, met);
                counts[what] = Counts.Add(
                    counts[what],
                    judged with { Points = points, Wrong = wrong.Length, Left = left.Length, Missed = met ? 0 : points });
            }
        }

        ground.Log.WriteLine($"  {tool.Name}, {layout}: {string.Join("; ", s_whats.Zip(counts, (what, sum) =>
            $"{what}: {sum.Wrong} wrong, {sum.Left} left, {sum.Failed} failed of {sum.Points}"))}");
        return counts;
    }
}
