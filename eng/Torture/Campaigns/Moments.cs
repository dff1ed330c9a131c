namespace CopyOnWrite.Torture.Campaigns;

/// <summary>
/// Kills the task at moments spread over the time that a long file of many extents takes, which was just written: also within a system
/// call, as FICLONE between two extents (btrfs_clone in fs/btrfs/reflink.c). Then as in <see cref="CrashPoints"/>.
/// </summary>
internal static class Moments
{
    private const int Count = 20;
    private const long MiB = 1 << 20;

    internal static Result Run(Ground ground) => RunScenes(ground, ground.Effort.Some(Scene.OfALongFile));

    internal static Result RunScenes(Ground ground, IReadOnlyList<Scene> scenes) =>
        ground.Play(scenes, (scene, number, count) =>
        {
            var world = new World(ground.NewWorld(scene.Places).Folder, $"{ground.SourcesOn(scene.Places.Sources)}-{number}");
            return new OfScene(ground, scene, number, count, world).Run();
        });

    private sealed class OfScene(Ground ground, Scene scene, int number, int scenes, World world)
        : SceneRun(ground, scene, number, scenes, world)
    {
        protected override Counts RunAll(bool builtIn)
        {
            TimeSpan whole = Host(builtIn).Time;
            return Play([.. Enumerable.Range(0, Count).Select(i => whole * i / Count)], moment =>
            {
                string when = $"after {moment.TotalMilliseconds:0} of {whole.TotalMilliseconds:0} ms";
                return BuildAfterKill(builtIn, Host(builtIn, killAfter: moment), when);
            });
        }

        protected override void CleanUp()
        {
            base.CleanUp();
            Directory.Delete(World.SourceFolder, recursive: true);
        }

        /// <summary>A clone takes long only if it is long; a copy takes long anyway.</summary>
        protected override void WriteSources() => Sources.MakeOfExtents(
            World.SourceOf(Scene.LongFile),
            Ground.Effort.Points is not null ? 16 * MiB : Scene.Places is { HasCache: false, Sources.Clones: true } ? 256 * MiB : 64 * MiB);
    }
}
