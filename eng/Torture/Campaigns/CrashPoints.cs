using System.Collections.Generic;
using System.Linq;
using CopyOnWrite.Torture.Scenes;
using CopyOnWrite.Torture.Strace;

namespace CopyOnWrite.Torture.Campaigns;

/// <summary>
/// Kills the task before each call that changes anything, one run for each; then a second run, which is to make all right, and one into
/// another folder, which shows what is in the cache.
/// </summary>
internal sealed class CrashPoints : ICampaign
{
    private const int Attempts = 3;

    public string Name => "crash";

    public string What => "A kill before each system call that changes something, then a build";

    public Result Run(Ground ground) =>
        ground.Play(ground.Effort.Some(Scene.All), (scene, number, scenes) => new OfScene(ground, scene, number, scenes).Run());

    private sealed class OfScene(Ground ground, Scene scene, int number, int scenes)
    {
        private readonly World _world = ground.NewWorld(scene.Places);
        private readonly List<string> _findings = [];
        private readonly List<string> _ofBuiltIn = [];

        internal Result Run()
        {
            Expected expected = Expected.Of(scene, _world, ground);
            Counts ours = RunAll(expected, builtIn: false, _findings);
            Counts? builtIn = scene.IsStaging ? null : RunAll(expected, builtIn: true, _ofBuiltIn);
            _world.Clear();
            return new Result([new Row(scene.Task, scene.Places.Name, ours, builtIn)], _findings, _ofBuiltIn);
        }

        private Job JobInto(bool builtIn, params string[] folders) =>
            builtIn ? scene.BuiltIn(_world, folders) : scene.Ours(_world, ground.Assembly, folders);

        private Counts RunAll(Expected expected, bool builtIn, List<string> findings)
        {
            scene.Prepare(_world, ground.Assembly, ground.Scratch);
            HostRun counted = HostRun.Of(JobInto(builtIn, World.Out), ground.Scratch, new Tracing());
            IReadOnlyList<Point> points = Point.Of(counted.Trace, [_world.Folder, _world.SourceFolder], call => call.Mutates);
            if (!counted.Succeeded || points.Count == 0)
            {
                findings.Add($"{scene}: without a kill: {counted}, {points.Count} calls that change anything");
                return Counts.None with { Failed = 1 };
            }

            Counts sum = Counts.None;
            foreach (Point point in ground.Effort.SomePoints(points, number, scenes).TakeWhile(_ => !ground.Effort.IsOver))
            {
                sum += RunOne(point, expected, builtIn, findings);
            }

            return sum;
        }

        private Counts RunOne(Point point, Expected expected, bool builtIn, List<string> findings)
        {
            var killing = Tracing.KillAt(point);
            HostRun killed = new("not run", [], []);
            for (int attempt = 0; attempt < Attempts && killed.State != "killed"; attempt++)
            {
                scene.Prepare(_world, ground.Assembly, ground.Scratch);
                killed = HostRun.Of(JobInto(builtIn, World.Out), ground.Scratch, killing);
            }

            HostRun second = HostRun.Of(JobInto(builtIn, World.Out, World.Again), ground.Scratch);
            string[] wrong = [.. expected.Differences(_world)];
            IReadOnlyList<string> left = _world.Leftovers();
            bool failed = !second.Succeeded || second.Complaints.Any() || killed.State is not ("killed" or "succeeded");
            if (wrong.Length > 0 || left.Count > 0 || failed)
            {
                findings.Add(
                    $"{scene}: {killed.State} before {point.Text}; the next build "
                    + $"{second}{string.Concat(wrong.Select(line => $"\n    wrong: {line}"))}"
                    + $"{string.Concat(left.Select(line => $"\n    left: {line}"))}\n    {killing}");
            }

            return new Counts(1, wrong.Length > 0 ? 1 : 0, left.Count > 0 ? 1 : 0, failed ? 1 : 0, killed.State == "killed" ? 0 : 1);
        }
    }
}
