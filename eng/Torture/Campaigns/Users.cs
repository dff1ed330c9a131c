namespace CopyOnWrite.Torture.Campaigns;

/// <summary>
/// Two users who share a group, and a project folder that the group may write to. One builds. The other puts links, pipes, folders and
/// his own files in place of every name that the build uses: before it, and right after each call that changes something, for
/// which the build is stopped. Nothing outside of the folder is written or made, no entry of the cache has his bytes, nothing hangs.
/// </summary>
internal static class Users
{
    internal static Result Run(Ground ground)
    {
        if (!Environment.IsPrivilegedProcess)
        {
            return ground.Show(new Result([new Row("none", "-", Counts.Fault("Only root can be two users."), null)]));
        }

        return RunScenes(ground, ground.Effort.Some([.. Scene.All.Where(scene => !scene.WarmCache)]));
    }

    /// <param name="only">Which of what he may plant, by name, attack and whether it is during the build; null for all.</param>
    internal static Result RunScenes(Ground ground, IReadOnlyList<Scene> scenes, Func<string, Attack, bool, bool>? only = null) =>
        ground.Play(scenes, (scene, number, count) => new OfScene(
            ground, only ?? ((_, _, _) => true), scene, number, count, new SharedWorld(ground.NewWorld(scene.Places), ground)).Run());

    /// <param name="During">Null: before the build.</param>
    private sealed record Plant(string Relative, Attack Attack, Point? During);

    private sealed class OfScene(
        Ground ground, Func<string, Attack, bool, bool> only, Scene scene, int number, int scenes, SharedWorld shared)
        : SceneRun(ground, scene, number, scenes, shared.World)
    {
        private readonly Dictionary<Plant, bool> _builtInDamage = [];

        protected override Counts RunAll(bool builtIn)
        {
            HostRun counted = Traced(builtIn);
            string[] names = shared.NamesOf(counted.Trace);
            string[] files = [.. Expected.After.Where(pair => pair.Value.Sha256.Length > 0).Select(pair => $"{World.Out}/{pair.Key}")];
            if (!counted.Succeeded)
            {
                return Counts.Fault($"{Scene}: {counted}");
            }

            IReadOnlyList<Point> points = Point.Of(counted.Trace, Traced(builtIn).Trace, [World.Folder], call => call.Mutates);
            Plant[] all =
            [
                .. names.Where(name => !IsInCache(name) && !name.Contains('#'))
                    .SelectMany(name => Attack.All.Where(attack => attack.IsPlanted).Select(attack => new Plant(name, attack, null))),
                .. points.Where(point => point.Path is not null)
                    .SelectMany(point =>
                        TargetsOf(point, files).SelectMany(name => Attack.All.Select(attack => new Plant(name, attack, point)))),
            ];
            all = [.. all.Where(plant => only(plant.Relative, plant.Attack, plant.During is not null))];
            return Play(all, plant => RunOne(plant, files, builtIn));
        }

        private HostRun Traced(bool builtIn)
        {
            shared.Prepare(Scene);
            return shared.Build(JobInto(builtIn, World.Out), new Tracing());
        }

        /// <summary>
        /// What the call is about, in the destination's folder; for calls in the cache's folder, a destination and the cache's folder
        /// itself. Nothing else in the project's own folder: who may write there writes the project that is built.
        /// </summary>
        private string[] TargetsOf(Point point, string[] files)
        {
            string[] named = shared.NamesOf(new TracedCall(0, point.Call, point.Text));
            string[] open = [.. named.Where(name => name.StartsWith(World.Out, StringComparison.Ordinal) && !name.Contains('#'))];
            return open.Length > 0 ? open
                : named.Any(name => name == World.Cache || IsInCache(name)) ? [files[0], World.Cache]
                : [files[0]];
        }

        /// <summary>
        /// The cache's folder is refused unless it is the user's own and no other user may write to it, so that no other can plant anything
        /// in it.
        /// </summary>
        private static bool IsInCache(string relative) => relative.StartsWith(World.Cache + "/", StringComparison.Ordinal);

        private Counts RunOne(Plant plant, string[] files, bool builtIn)
        {
            HostRun run = Play(plant, builtIn, out bool met);
            string[] damage = [.. shared.Damage()];
            string[] entries = [.. World.WrongEntries()];

            // A user who can write to the folder can spoil what is made there. What is made beside it is ours alone, and must not be in the
            // build's way.
            string? failure = run.State is not ("succeeded" or "failed") || run.Complaints.Any(e => e.Kind == "error MSB4018") ? "failed"
                : plant.During is null && !builtIn && !IsRight(run, Due(plant, files)) && !MayFail(plant, run, files)
                    ? "is wrong where the built-in is right"
                : null;
            return Counts.Judge(
                $"{Scene}: {plant.Attack.Name} at {plant.Relative} "
                    + $"{(plant.During is null ? "before the build" : $"after {plant.During.Text}")}: {run}",
                [.. damage.Length > 0 && !builtIn && GoesWhereTheLinkLeads(plant) ? [] : damage, .. entries],
                left: [],
                failure,
                met);
        }

        /// <summary>
        /// A path means what it leads to: folders of a destination may be links, and a destination that is one goes to the built-in, which
        /// writes to what it names. Who may put one there does to our user what he does to the built-in's.
        /// </summary>
        private bool GoesWhereTheLinkLeads(Plant plant)
        {
            bool isFolder = plant.Relative == World.Out
                || Expected.After.Any(pair => pair.Value.Sha256.Length == 0 && plant.Relative == $"{World.Out}/{pair.Key}");
            if (Scene.IsStaging)
            {
                return isFolder;
            }

            Plant before = plant with { During = null };
            if (!_builtInDamage.TryGetValue(before, out bool damaged))
            {
                _ = Play(before, builtIn: true, out _);
                damaged = shared.Damage().Any();
                _builtInDamage.Add(before, damaged);
            }

            return damaged;
        }

        private HostRun Play(Plant plant, bool builtIn, out bool met)
        {
            shared.Prepare(Scene);
            met = true;
            if (plant.During is null)
            {
                shared.Attack(plant.Relative, plant.Attack);
                return shared.Build(JobInto(builtIn, World.Out), null);
            }

            bool stopped = false;
            HostRun run = shared.Build(JobInto(builtIn, World.Out), Tracing.StopAt(plant.During), () =>
            {
                stopped = true;
                shared.Attack(plant.Relative, plant.Attack);
            });
            met = stopped;
            return run;
        }

        /// <summary>A file that is newer than its source stays with OnlyNewer, whichever user made it.</summary>
        private string[] Due(Plant plant, string[] files) =>
            Scene.KeepsNewer && plant.Attack.Name == Campaigns.Attack.OwnFile ? [.. files.Where(file => file != plant.Relative)] : files;

        private bool IsRight(HostRun run, string[] files) =>
            run.Succeeded && files.All(file => shared.HasContent(file, Expected.After[file[(World.Out.Length + 1)..]].Sha256));

        /// <summary>Copy where the built-in does too. Staging has none beside it, and may say what is in its way.</summary>
        private bool MayFail(Plant plant, HostRun run, string[] files) => Scene.IsStaging
            ? run.State == "failed" && run.Complaints.Any()
            : !IsRight(Play(plant, builtIn: true, out _), files);
    }
}
