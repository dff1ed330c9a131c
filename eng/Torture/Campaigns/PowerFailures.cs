namespace CopyOnWrite.Torture.Campaigns;

/// <summary>
/// A task runs on a disk whose writes are logged, and the disk is restored to its state at each flush, as a power failure
/// leaves it; then a build on each of these must repair everything.
/// </summary>
internal static class PowerFailures
{
    internal static Result Run(Ground ground)
    {
        if (Disk.WhyNot() is { } why)
        {
            ground.Log.WriteLine($"Not run: {why}.");
            return new Result([]);
        }

        return ground.Play(ground.Effort.Some(Scene.All), (scene, number, scenes) =>
        {
            string folder = Directory.CreateDirectory(Path.Combine(ground.Scratch, $"power-{number}")).FullName;
            try
            {
                return new DisksOfScene(ground, scene, number, scenes, folder).Run();
            }
            finally
            {
                Directory.Delete(folder, recursive: true);
            }
        });
    }

    private sealed class DisksOfScene(Ground ground, Scene scene, int number, int scenes, string folder)
        : SceneRun(ground, scene, number, scenes, WorldIn(folder, ground, scene))
    {
        private const string Prepared = "prepared";

        private readonly string _mounted = Path.Combine(folder, "mounted");

        protected override Expected Prepare()
        {
            Disk.Format(PathOf(Prepared), Scene.Places.FileSystem);
            using var disk = new Disk(PathOf(Prepared), _mounted);
            if (SourcesAreOnDisk(Scene))
            {
                Sources.Make([World.SourceFolder]);
            }

            Expected expected = base.Prepare();
            Scene.Prepare(World, Ground);
            return expected;
        }

        protected override Counts RunAll(bool builtIn)
        {
            string disk = CopyOf(PathOf(Prepared), "disk");
            string logFile = PathOf("log");
            using (var logger = new WriteLogger(CopyOf(PathOf(Prepared), "work"), logFile))
            using (var logged = new Disk(logger.Image, _mounted))
            {
                HostRun run = HostRun.Of(JobInto(builtIn, World.Out), Ground.Scratch);
                if (!run.Succeeded)
                {
                    return Counts.Fault($"{Scene}: with power: {run}");
                }

                logged.CommitMetadata();
            }

            var log = new WriteLog(logFile);
            int replayed = 0;
            return Play([.. log.Flushes], moment =>
            {
                log.Replay(disk, replayed, moment);
                replayed = moment;
                using var failed = new Disk(CopyOf(disk, "failed"), _mounted);
                return BuildAgain(builtIn, $"after {moment} of {log.Count} writes", met: true, failed: false);
            });
        }

        /// <summary>Deleted with the disks.</summary>
        protected override void CleanUp()
        {
        }

        private static bool SourcesAreOnDisk(Scene scene) => scene.Places.Sources == scene.Places.Destinations;

        private static World WorldIn(string folder, Ground ground, Scene scene) => new(
            Path.Combine(folder, "mounted", "world"),
            SourcesAreOnDisk(scene) ? Path.Combine(folder, "mounted", "sources") : ground.SourcesOn(scene.Places.Sources));

        private string PathOf(string name) => Path.Combine(folder, name);

        /// <summary>Copies a file with its holes, sharing blocks where this volume can.</summary>
        private string CopyOf(string image, string name)
        {
            Programs.Run("cp", "--sparse=always", "--reflink=auto", image, PathOf(name));
            return PathOf(name);
        }
    }
}
