using System;
using System.Collections.Generic;
using System.Linq;
using CopyOnWrite.Torture.Scenes;
using CopyOnWrite.Torture.Strace;

namespace CopyOnWrite.Torture.Campaigns;

/// <summary>
/// Each call about the scene's files ends with each error it can give: once, and from its first time on for all files. The task ends as the
/// built-in does under the same error, or better; each file is what it was or what it is to be, and nothing is left over.
/// </summary>
internal sealed class Errors : ICampaign
{
    private const int Attempts = 3;

    public string Name => "errors";

    public string What => "Every error of every system call";

    public Result Run(Ground ground) =>
        ground.Play(ground.Effort.Some(Scene.All), (scene, number, scenes) => new OfScene(ground, scene, number, scenes).Run());

    /// <param name="Onwards">Not only this call: all of its name from the first on, for all paths.</param>
    private sealed record Injection(Point Point, string Error, bool Onwards);

    private sealed class OfScene(Ground ground, Scene scene, int number, int scenes)
    {
        private readonly World _world = ground.NewWorld(scene.Places);
        private readonly Dictionary<string, Ending> _builtInEndings = [];
        private Expected _expected = null!;
        private string? _cacheAsPrepared;

        internal Result Run()
        {
            _expected = Expected.Of(scene, _world, ground);
            var findings = new List<string>();
            var ofBuiltIn = new List<string>();
            Counts ours = RunAll(builtIn: false, findings);
            Counts? builtIn = scene.IsStaging ? null : RunAll(builtIn: true, ofBuiltIn);
            _world.Clear();
            return new Result([new Row(scene.Task, scene.Places.Name, ours, builtIn)], findings, ofBuiltIn);
        }

        private Counts RunAll(bool builtIn, List<string> findings)
        {
            _cacheAsPrepared = null;
            HostRun counted = Host(builtIn, new Tracing());
            IReadOnlyList<Point> points = Point.Of(
                counted.Trace, [_world.Folder, _world.SourceFolder], call => ErrorsOfCalls.Of(call.Name).Count > 0);
            string[] paths = [.. counted.Trace
                .SelectMany(call => call.Paths)
                .Where(path =>
                    path.StartsWith(_world.Folder, StringComparison.Ordinal)
                        || path.StartsWith(_world.SourceFolder, StringComparison.Ordinal))
                .Distinct()];
            Injection[] all =
            [
                .. points.Where(point => point.Path is not null)
                    .DistinctBy(point => (point.Call, point.Path, point.Number))
                    .SelectMany(point => ErrorsOfCalls.Of(point.Call).Select(error => new Injection(point, error, false))),
                .. points.DistinctBy(point => point.Call)
                    .SelectMany(point =>
                        ErrorsOfCalls.Of(point.Call).Select(error => new Injection(point with { Number = 1 }, error, true))),
            ];
            Counts sum = Counts.None;
            foreach (Injection injection in ground.Effort.SomePoints(all, number, scenes).TakeWhile(_ => !ground.Effort.IsOver))
            {
                sum += RunOne(injection, paths, builtIn, findings);
            }

            return sum;
        }

        private Counts RunOne(Injection injection, string[] paths, bool builtIn, List<string> findings)
        {
            Point point = injection.Point;
            Tracing tracing = TracingOf(point.Call, injection, injection.Onwards ? paths : [point.Path!]);
            HostRun run = Host(builtIn, tracing);
            for (int attempt = 1; attempt < Attempts && !run.Injected; attempt++)
            {
                // Another thread had the file this time.
                run = Host(builtIn, tracing);
            }

            var ending = Ending.Of(run, _expected, _world);

            // What .NET's File.Copy does too: EPERM says that the volume keeps no times of others' choosing.
            bool keepsNoTimes = scene.IsStaging && point.Call == "utimensat" && injection.Error == "EPERM" && ending.DiffersInTimesOnly;
            bool failed = !ending.IsClean
                || (!builtIn && !ending.IsRight && !scene.IsStaging && !BuiltInEndsLikeThat(injection, ending, paths));

            // A logged error is no fault if the next build corrects it; a fault without an error stays one.
            IReadOnlyList<string> wrong = ending.IsRight || keepsNoTimes || (!builtIn && !failed && !scene.IsStaging) ? [] : ending.Wrong;
            HostRun? second = run.Succeeded ? null : HostRun.Of(Job(builtIn), ground.Scratch);
            bool healed = second is null || (second.Succeeded && !_expected.DifferencesOfOut(_world).Any());

            // strace gives the error in the call's place, so here a file stays open, and locked, which close(2) has closed whatever it
            // says.
            IReadOnlyList<string> left = point.Call == "close" ? [] : _world.Leftovers();
            if (wrong.Count > 0 || left.Count > 0 || failed || !healed)
            {
                findings.Add(
                    $"{scene}: {point.Text} gives {injection.Error}{(injection.Onwards ? " from the first on" : string.Empty)}: {run}"
                    + $"{string.Concat(ending.Wrong.Select(line => $"\n    wrong: {line}"))}"
                    + $"{string.Concat(left.Select(line => $"\n    left: {line}"))}"
                    + $"{(healed ? string.Empty : $"\n    the next build: {second}")}{(failed ? "\n    failed" : string.Empty)}\n    "
                    + $"{tracing.Short}");
            }

            return new Counts(1, wrong.Count > 0 ? 1 : 0, left.Count > 0 ? 1 : 0, failed || !healed ? 1 : 0, run.Injected ? 0 : 1);
        }

        /// <summary>
        /// Whether the built-in does as badly somewhere when the call that does the same gives this error, for the same file or what ours
        /// makes beside it.
        /// </summary>
        private bool BuiltInEndsLikeThat(Injection injection, Ending ours, string[] paths)
        {
            IEnumerable<string> twins = injection.Onwards ? paths
                : injection.Point.Path!.Contains("/.cow-", StringComparison.Ordinal)
                    ? _expected.After.Keys.Select(file => _world.PathOf($"{World.Out}/{file}"))
                : [injection.Point.Path!];
            foreach (string call in ErrorsOfCalls.Like(injection.Point.Call))
            {
                foreach (bool onwards in new[] { injection.Onwards, true })
                {
                    var twin = injection with { Onwards = onwards, Point = injection.Point with { Number = 1 } };
                    Tracing tracing = TracingOf(call, twin, [.. twins]);
                    if (!_builtInEndings.TryGetValue(tracing.ToString(), out Ending? ending))
                    {
                        HostRun run = Host(builtIn: true, tracing);
                        ending = Ending.Of(run, _expected, _world);
                        _builtInEndings.Add(tracing.ToString(), ending);
                    }

                    if (ours.IsNoWorseThan(ending))
                    {
                        return true;
                    }
                }
            }

            return false;
        }

        private HostRun Host(bool builtIn, Tracing tracing)
        {
            bool keepsCache = scene.WarmCache && _cacheAsPrepared is not null && _world.CacheState() == _cacheAsPrepared;
            scene.Prepare(_world, ground.Assembly, ground.Scratch, keepsCache);
            _cacheAsPrepared = _world.CacheState();
            return HostRun.Of(Job(builtIn), ground.Scratch, tracing);
        }

        private Job Job(bool builtIn) => builtIn ? scene.BuiltIn(_world, World.Out) : scene.Ours(_world, ground.Assembly, World.Out);

        private static Tracing TracingOf(string call, Injection injection, IReadOnlyList<string> paths) =>
            new(
                call,
                $"{call}:error={injection.Error}:when={ErrorsOfCalls.When(injection.Error, injection.Point.Number, injection.Onwards)}",
                paths);
    }
}
