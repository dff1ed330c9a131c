using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using CopyOnWrite.Torture.Scenes;
using CopyOnWrite.Torture.Strace;

namespace CopyOnWrite.Torture.Campaigns;

/// <summary>
/// Two users who share a group, and a project folder that the group may write to. One builds. The other puts links, pipes, folders and
/// files of his own in the place of every name that the build looks at: before it, and right after each call that changes something, for
/// which the build is stopped. Nothing outside of the folder is written or made, no entry of the cache has his bytes, nothing hangs.
/// </summary>
/// <param name="only">Which of what he may plant, by name, attack and whether it is during the build; null for all.</param>
internal sealed class Users(Func<string, Attack, bool, bool>? only = null) : ICampaign
{
    public string Name => "users";

    public string What => "Another user plants links, pipes, folders and files at every name, before the build and during it";

    public Result Run(Ground ground)
    {
        if (!Environment.IsPrivilegedProcess)
        {
            return new Result([], ["Only root can be two users."], []);
        }

        return RunScenes(ground, ground.Effort.Some([.. Scene.All.Where(scene => !scene.WarmCache)]));
    }

    internal Result RunScenes(Ground ground, IReadOnlyList<Scene> scenes) =>
        ground.Play(scenes, (scene, number, count) => new OfScene(ground, only ?? ((_, _, _) => true), scene, number, count).Run());

    /// <param name="During">Null: before the build.</param>
    private sealed record Plant(string Relative, Attack Attack, Point? During);

    private sealed class OfScene(Ground ground, Func<string, Attack, bool, bool> only, Scene scene, int number, int scenes)
    {
        private readonly SharedWorld _shared = new(ground.NewWorld(scene.Places), ground);
        private readonly List<string> _findings = [];
        private readonly List<string> _ofBuiltIn = [];
        private readonly Dictionary<Plant, bool> _builtInDamage = [];
        private Expected _expected = null!;

        internal Result Run()
        {
            _expected = Expected.Of(scene, _shared.World, ground);
            Counts ours = RunAll(builtIn: false, _findings);
            Counts? builtIn = scene.IsStaging ? null : RunAll(builtIn: true, _ofBuiltIn);
            _shared.World.Clear();
            return new Result([new Row(scene.Task, scene.Places.Name, ours, builtIn)], _findings, _ofBuiltIn);
        }

        private Counts RunAll(bool builtIn, List<string> findings)
        {
            _shared.Prepare(scene);
            HostRun counted = _shared.Build(Job(builtIn), new Tracing());
            string[] names = [.. counted.Trace
                .SelectMany(call => call.Names)
                .Select(Path.GetFullPath)
                .Where(_shared.IsInside)
                .Select(_shared.Relative)
                .Distinct()];
            string[] files = [.. _expected.After.Where(pair => pair.Value.Sha256.Length > 0).Select(pair => $"{World.Out}/{pair.Key}")];
            string[] unknown = builtIn
                ? []
                : [.. KnownNames.Unknown(names, [.. files, .. _expected.Before.Keys.Select(name => $"{World.Out}/{name}")])];
            if (!counted.Succeeded || unknown.Length > 0)
            {
                findings.Add($"{scene}: {counted}; names that are not known: {string.Join(", ", unknown)}");
                return Counts.None with { Failed = 1 };
            }

            IReadOnlyList<Point> points = Point.Of(counted.Trace, [_shared.World.Folder], call => call.Mutates);
            Plant[] all =
            [
                .. names.Where(name => !KnownNames.IsInCache(name) && !name.Contains('#'))
                    .SelectMany(name => Attack.All.Where(attack => attack.IsPlanted).Select(attack => new Plant(name, attack, null))),
                .. points.Where(point => point.Path is not null)
                    .SelectMany(point =>
                        TargetsOf(point, files).SelectMany(name => Attack.All.Select(attack => new Plant(name, attack, point)))),
            ];
            all = [.. all.Where(plant => only(plant.Relative, plant.Attack, plant.During is not null))];
            Counts sum = Counts.None;
            foreach (Plant plant in ground.Effort.SomePoints(all, number, scenes).TakeWhile(_ => !ground.Effort.IsOver))
            {
                sum += RunOne(plant, files, builtIn, findings);
            }

            return sum;
        }

        /// <summary>
        /// What the call is about, in the destination's folder; for calls in the cache's folder, a destination and the cache's folder
        /// itself. Nothing else in the project's own folder: who may write there writes the project that is built.
        /// </summary>
        private string[] TargetsOf(Point point, string[] files)
        {
            string[] named = [.. new TracedCall(0, point.Call, point.Text).Names
                .Where(_shared.IsInside)
                .Select(_shared.Relative)
                .Distinct()];
            string[] open = [.. named.Where(name =>
                name.StartsWith(World.Out, StringComparison.Ordinal) && name != World.ManifestOf(World.Out) && !name.Contains('#'))];
            return open.Length > 0 ? open
                : named.Any(name => name == World.Cache || KnownNames.IsInCache(name)) ? [files[0], World.Cache]
                : [files[0]];
        }

        private Counts RunOne(Plant plant, string[] files, bool builtIn, List<string> findings)
        {
            HostRun run = Play(plant, builtIn, out bool met);
            string[] damage = [.. _shared.Damage()];
            string[] entries = [.. _shared.World.WrongEntries()];

            // A user who can write to the folder can spoil what is made there. What is made beside it is ours alone, and must not be in the
            // build's way.
            string? failure = run.State is not ("succeeded" or "failed") || run.Complaints.Any(e => e.Kind == "error MSB4018") ? "failed"
                : plant.During is null && !builtIn && !IsRight(run, Due(plant, files)) && !MayFail(plant, run, files)
                    ? "is wrong where the built-in is right"
                : null;
            string[] wrong = [.. damage.Length > 0 && !builtIn && GoesWhereTheLinkLeads(plant) ? [] : damage, .. entries];
            if (wrong.Length > 0 || failure is not null)
            {
                findings.Add(
                    $"{scene}: {plant.Attack.Name} at {plant.Relative} "
                    + $"{(plant.During is null ? "before the build" : $"after {plant.During.Text}")}: {run}"
                    + $"{string.Concat(wrong.Select(line => $"\n    wrong: {line}"))}"
                    + $"{(failure is null ? string.Empty : $"\n    {failure}")}");
            }

            return new Counts(1, wrong.Length > 0 ? 1 : 0, 0, failure is null ? 0 : 1, met ? 0 : 1);
        }

        /// <summary>
        /// A path means what it leads to: folders of a destination may be links, and a destination that is one goes to the built-in, which
        /// writes to what it names. Who may put one there does to our user what he does to the built-in's.
        /// </summary>
        private bool GoesWhereTheLinkLeads(Plant plant)
        {
            bool isFolder = plant.Relative == World.Out
                || _expected.After.Any(pair => pair.Value.Sha256.Length == 0 && plant.Relative == $"{World.Out}/{pair.Key}");
            if (scene.IsStaging)
            {
                return isFolder;
            }

            Plant before = plant with { During = null };
            if (!_builtInDamage.TryGetValue(before, out bool damaged))
            {
                _ = Play(before, builtIn: true, out _);
                damaged = _shared.Damage().Any();
                _builtInDamage.Add(before, damaged);
            }

            return damaged;
        }

        private HostRun Play(Plant plant, bool builtIn, out bool met)
        {
            _shared.Prepare(scene);
            met = true;
            if (plant.During is null)
            {
                _shared.Attack(plant.Relative, plant.Attack);
                return _shared.Build(Job(builtIn), null);
            }

            bool stopped = false;
            HostRun run = _shared.Build(Job(builtIn), Tracing.StopAt(plant.During), () =>
            {
                stopped = true;
                _shared.Attack(plant.Relative, plant.Attack);
            });
            met = stopped;
            return run;
        }

        /// <summary>A file that is newer than its source stays with OnlyNewer, whichever user made it.</summary>
        private string[] Due(Plant plant, string[] files) =>
            scene.KeepsNewer && plant.Attack.Name == Campaigns.Attack.OwnFile ? [.. files.Where(file => file != plant.Relative)] : files;

        private bool IsRight(HostRun run, string[] files) =>
            run.Succeeded && files.All(file => _shared.HasContent(file, _expected.After[file[(World.Out.Length + 1)..]].Sha256));

        /// <summary>Copy where the built-in does too. Staging has none beside it, and may say what is in its way.</summary>
        private bool MayFail(Plant plant, HostRun run, string[] files) => scene.IsStaging
            ? run.State == "failed" && run.Complaints.Any()
            : !IsRight(Play(plant, builtIn: true, out _), files);

        private Job Job(bool builtIn) =>
            builtIn ? scene.BuiltIn(_shared.World, World.Out) : scene.Ours(_shared.World, ground.Assembly, World.Out);
    }
}
