namespace CopyOnWrite.Torture.Campaigns;

/// <summary>
/// Each call about the scene's files ends with an error that it can give: once, and from its first time on for all files. The calls of a
/// name take its errors in turn, beginning with another one in each scene and for each seed: every error of every call took ten hours. The
/// task ends as the built-in does under the same error, or better; each file is old or complete, and nothing is left over.
/// </summary>
internal static class Errors
{
    private const int Attempts = 3;

    internal static Result Run(Ground ground) =>
        ground.Play(ground.Effort.Some(Scene.All), (scene, number, scenes) => new OfScene(ground, scene, number, scenes).Run());

    /// <param name="Onwards">Whether all calls of its name fail from the first on, for all paths.</param>
    private sealed record Injection(Point Point, string Error, bool Onwards);

    private sealed class OfScene(Ground ground, Scene scene, int number, int scenes)
        : SceneRun(ground, scene, number, scenes, ground.NewWorld(scene.Places))
    {
        private readonly Dictionary<string, Ending> _builtInEndings = [];

        protected override Counts RunAll(bool builtIn)
        {
            HostRun counted = Host(builtIn, new Tracing());
            HostRun again = Host(builtIn, new Tracing());
            string[] folders = [World.Folder, World.SourceFolder];
            IReadOnlyList<Point> points = Point.Of(counted.Trace, again.Trace, folders, call => ErrorsOfCalls.Of(call.Name).Count > 0);
            string[] paths = [.. counted.Trace
                .SelectMany(call => call.Paths)
                .Where(path => folders.Any(folder => path.StartsWith(folder, StringComparison.Ordinal)))
                .Distinct()];
            Injection[] all =
            [
                .. points.DistinctBy(point => (point.Call, point.Path, point.Number))
                    .GroupBy(point => point.Call)
                    .SelectMany(calls => calls.Select((point, i) => new Injection(point, ErrorOf(point.Call, i), false))),
                .. points.DistinctBy(point => point.Call)
                    .Select(point => new Injection(point with { Number = 1 }, ErrorOf(point.Call, 0), true)),
            ];
            return Play(all, injection => RunOne(injection, paths, builtIn));
        }

        private string ErrorOf(string call, int turn)
        {
            IReadOnlyList<string> errors = ErrorsOfCalls.Of(call);
            return errors[(turn + Number + Ground.Effort.Seed) % errors.Count];
        }

        private Counts RunOne(Injection injection, string[] paths, bool builtIn)
        {
            Point point = injection.Point;
            Tracing tracing = TracingOf(point.Call, injection, injection.Onwards ? paths : point.Path is { } path ? [path] : []);
            HostRun run = Host(builtIn, tracing);
            for (int attempt = 1; attempt < Attempts && !run.Injected; attempt++)
            {
                // Another thread copied the file this time.
                run = Host(builtIn, tracing);
            }

            var ending = Ending.Of(run, Expected, World);

            // What .NET's File.Copy does too: EPERM means that the volume cannot store times.
            bool keepsNoTimes = Scene.IsStaging && point.Call == "utimensat" && injection.Error == "EPERM" && ending.DiffersInTimesOnly;
            bool failed = !ending.IsClean
                || (!builtIn && !ending.IsRight && !Scene.IsStaging && !BuiltInEndsLikeThat(injection, ending, paths));

            // A logged error is no fault if the next build corrects it; a fault without an error stays one.
            IReadOnlyList<string> wrong = ending.IsRight || keepsNoTimes || (!builtIn && !failed && !Scene.IsStaging) ? [] : ending.Wrong;
            HostRun? second = run.Succeeded ? null : HostRun.Of(JobInto(builtIn, World.Out), Ground.Scratch);
            bool healed = second is null || (second.Succeeded && !Expected.DifferencesOfOut(World).Any());

            // strace replaces the call by the error, so a file stays open, and locked, which the real close(2) closes whatever it
            // returns. Where no file can be removed, a claim stays until a later build can.
            IReadOnlyList<string> left = point.Call == "close" || (injection.Onwards && point.Call == "unlinkat") ? [] : World.Leftovers();
            return Counts.Judge(
                $"{Scene}: {point.Text} gives {injection.Error}{(injection.Onwards ? " from the first on" : string.Empty)}: {run} "
                    + $"({tracing.Short})",
                wrong,
                left,
                failed ? $"failed; {string.Join("; ", ending.Wrong)}" : healed ? null : $"the next build: {second}",
                run.Injected);
        }

        /// <summary>
        /// Whether the built-in does as badly somewhere when the call that does the same gives this error, for the same file or what ours
        /// makes beside it.
        /// </summary>
        private bool BuiltInEndsLikeThat(Injection injection, Ending ours, string[] paths)
        {
            IEnumerable<string> twins = injection.Onwards ? paths
                : injection.Point.Path is { } path && !path.Contains("/.cow-", StringComparison.Ordinal) ? [path]
                : Expected.After.Keys.Select(file => World.PathOf($"{World.Out}/{file}"));
            foreach (string call in ErrorsOfCalls.Like(injection.Point.Call))
            {
                foreach (bool onwards in new[] { injection.Onwards, true })
                {
                    var twin = injection with { Onwards = onwards, Point = injection.Point with { Number = 1 } };
                    Tracing tracing = TracingOf(call, twin, [.. twins]);
                    if (!_builtInEndings.TryGetValue(tracing.ToString(), out Ending? ending))
                    {
                        HostRun run = Host(builtIn: true, tracing);
                        ending = Ending.Of(run, Expected, World);
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

        private static Tracing TracingOf(string call, Injection injection, IReadOnlyList<string> paths) =>
            new(
                call,
                $"{call}:error={injection.Error}:when={ErrorsOfCalls.When(injection.Error, injection.Point.Number, injection.Onwards)}",
                paths);
    }
}
