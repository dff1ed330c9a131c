namespace CopyOnWrite.Torture.Campaigns;

/// <summary>
/// Kills the task before each call that changes anything, one run for each: no part of a file is newer than its source then. A second run
/// must repair everything, and one into another folder shows what is in the cache.
/// </summary>
internal static class CrashPoints
{
    private const int Attempts = 3;

    internal static Result Run(Ground ground) => RunScenes(ground, ground.Effort.Some([.. Scene.All, .. Scene.OfTheLibrary]));

    internal static Result RunScenes(Ground ground, IReadOnlyList<Scene> scenes) =>
        ground.Play(scenes, (scene, number, count) => new OfScene(ground, scene, number, count).Run());

    private sealed class OfScene(Ground ground, Scene scene, int number, int scenes)
        : SceneRun(ground, scene, number, scenes, ground.NewWorld(scene.Places))
    {
        protected override Counts RunAll(bool builtIn)
        {
            HostRun counted = Host(builtIn, new Tracing());
            HostRun again = Host(builtIn, new Tracing());
            IReadOnlyList<Point> points = Point.Of(
                counted.Trace, again.Trace, [World.Folder, World.SourceFolder], call => call.Mutates);
            return counted.Succeeded && points.Count > 0
                ? Play(points, point => RunOne(point, builtIn))
                : Counts.Fault($"{Scene}: without a kill: {counted}, {points.Count} calls that change anything");
        }

        private Counts RunOne(Point point, bool builtIn)
        {
            var killing = Tracing.KillAt(point);
            HostRun killed = new("not run", []);
            for (int attempt = 0; attempt < Attempts && killed.State != "killed"; attempt++)
            {
                killed = Host(builtIn, killing);
            }

            return BuildAfterKill(builtIn, killed, $"before {point.Text} ({killing})");
        }
    }
}
