using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using CopyOnWrite.Torture.Power;
using CopyOnWrite.Torture.Scenes;

namespace CopyOnWrite.Torture.Campaigns;

/// <summary>
/// A task runs on a disk whose writes are logged, and the disk is put together again as it was at each flush of it, as a power failure
/// leaves it; then a build on each of these, which is to make all right.
/// </summary>
internal sealed class PowerFailures : ICampaign
{
    public string Name => "power";

    public string What => "The power fails at each flush of the disk, then a build";

    public Result Run(Ground ground)
    {
        if (Disk.WhyNot() is { } why)
        {
            ground.Log.WriteLine($"Not run: {why}.");
            return new Result([], [], []);
        }

        return ground.Play(ground.Effort.Some(Scene.All), (scene, number, scenes) =>
        {
            using var disks = new DisksOfScene(ground, scene, number, scenes);
            return disks.Run();
        });
    }

    private sealed class DisksOfScene : IDisposable
    {
        private readonly Ground _ground;
        private readonly Scene _scene;
        private readonly int _number;
        private readonly int _scenes;
        private readonly string _folder;
        private readonly string _mounted;
        private readonly World _world;
        private readonly bool _sourcesAreOnDisk;
        private Expected _expected = null!;

        internal DisksOfScene(Ground ground, Scene scene, int number, int scenes)
        {
            (_ground, _scene, _number, _scenes) = (ground, scene, number, scenes);
            _folder = Directory.CreateDirectory(Path.Combine(ground.Scratch, $"power-{number}")).FullName;
            _mounted = Path.Combine(_folder, "mounted");
            _sourcesAreOnDisk = scene.Places.Sources == scene.Places.Destinations;
            _world = new World(
                Path.Combine(_mounted, "world"),
                _sourcesAreOnDisk ? Path.Combine(_mounted, "sources") : ground.SourcesOn(scene.Places.Sources));
        }

        internal Result Run()
        {
            string prepared = PathOf("prepared");
            Disk.Format(prepared, _scene.Places.FileSystem);
            using (Disk.Mount(prepared, _mounted))
            {
                if (_sourcesAreOnDisk)
                {
                    Sources.Make([_world.SourceFolder]);
                }

                _expected = Expected.Of(_scene, _world, _ground);
                _scene.Prepare(_world, _ground.Assembly, _ground.Scratch);
            }

            var findings = new List<string>();
            var ofBuiltIn = new List<string>();
            Counts ours = RunAll(prepared, builtIn: false, findings);
            Counts? builtIn = _scene.IsStaging ? null : RunAll(prepared, builtIn: true, ofBuiltIn);
            return new Result([new Row(_scene.Task, _scene.Places.Name, ours, builtIn)], findings, ofBuiltIn);
        }

        public void Dispose() => Directory.Delete(_folder, recursive: true);

        private Counts RunAll(string prepared, bool builtIn, List<string> findings)
        {
            string disk = CopyOf(prepared, "disk");
            string logFile = PathOf("log");
            using (Disk logged = Disk.MountLogged(CopyOf(prepared, "work"), _mounted, logFile))
            {
                HostRun run = HostRun.Of(JobInto(builtIn, World.Out), _ground.Scratch);
                if (!run.Succeeded)
                {
                    findings.Add($"{_scene}: with power: {run}");
                    return Counts.None with { Failed = 1 };
                }

                logged.CommitMetadata();
            }

            var log = WriteLog.Read(logFile);
            int replayed = 0;
            Counts sum = Counts.None;
            foreach (int moment in _ground.Effort.SomePoints([.. log.Flushes], _number, _scenes).TakeWhile(_ => !_ground.Effort.IsOver))
            {
                log.Replay(disk, replayed, moment);
                replayed = moment;
                sum += RunOne(CopyOf(disk, "failed"), $"{moment} of {log.Count} writes", builtIn, findings);
            }

            return sum;
        }

        private Counts RunOne(string failed, string moment, bool builtIn, List<string> findings)
        {
            using Disk disk = Disk.Mount(failed, _mounted);
            HostRun second = HostRun.Of(JobInto(builtIn, World.Out, World.Again), _ground.Scratch);
            string[] wrong = [.. _expected.Differences(_world)];
            IReadOnlyList<string> left = _world.Leftovers();
            bool ended = second.Succeeded && !second.Complaints.Any();
            if (wrong.Length > 0 || left.Count > 0 || !ended)
            {
                findings.Add(
                    $"{_scene}: after {moment}; the next build {second}{string.Concat(wrong.Select(line => $"\n    wrong: {line}"))}"
                    + string.Concat(left.Select(line => $"\n    left: {line}")));
            }

            return new Counts(1, wrong.Length > 0 ? 1 : 0, left.Count > 0 ? 1 : 0, ended ? 0 : 1, 0);
        }

        private Job JobInto(bool builtIn, params string[] folders) =>
            builtIn ? _scene.BuiltIn(_world, folders) : _scene.Ours(_world, _ground.Assembly, folders);

        private string PathOf(string name) => Path.Combine(_folder, name);

        /// <summary>With its holes, and sharing blocks where this volume can.</summary>
        private string CopyOf(string image, string name)
        {
            Programs.Run("cp", "--sparse=always", "--reflink=auto", image, PathOf(name));
            return PathOf(name);
        }
    }
}
