using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using CopyOnWrite.Tool.Fixes;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Cache;
using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Doctor;

/// <summary>What the checks share: the evaluated repository, and what was tried between its folders, each pair of volumes once.</summary>
internal sealed class DoctorContext
{
    private readonly Lazy<IReadOnlyList<FolderPair>> _pairs;
    private readonly Lazy<IReadOnlyList<CacheInUse>> _caches;
    private readonly Dictionary<string, bool> _volumes = [];

    internal DoctorContext(Repository repository, CancellationToken cancel)
    {
        Repository = repository;
        Cancel = cancel;
        _pairs = new(() => FolderPairs.Try(repository, (from, to) => Probe(from, to, cancel)));
        _caches = new(() => CacheInUse.Of(repository));
    }

    internal Repository Repository { get; }

    internal CancellationToken Cancel { get; }

    /// <summary>Of a build of the repository; null where none is given.</summary>
    internal BuildLog? Log { get; init; }

    /// <summary>How it is found out whether files can be clones between two folders.</summary>
    internal Func<string, string, CancellationToken, CloneProbe> Probe { get; init; } = CloneProbe.Run;

    internal IReadOnlyList<EvaluatedProject> Projects => Repository.Projects;

    internal IReadOnlyList<FolderPair> Pairs => _pairs.Value;

    internal IReadOnlyList<CacheInUse> Caches => _caches.Value;

    /// <summary>As a step: one line, from any folder.</summary>
    internal RestoreStep HowToRestore(IReadOnlyCollection<EvaluatedProject> projects) => new([.. BuildTargets.For(Repository, projects)]);

    internal IEnumerable<string> CommandsToRestoreAnew() =>
        BuildTargets.For(Repository, Projects).Select(target => $"{RestoreStep.CommandOf(target)} --force");

    /// <summary>Whether files can be clones within the volume that the project's outputs are on; true where it is unknown.</summary>
    internal bool OutputsCanBeClones(EvaluatedProject project)
    {
        if (project.Folder("OutDir") is not { } output)
        {
            return true;
        }

        string folder = ExistingFolder.AtOrAbove(output);
        string volume = VolumeIdentity.Of(folder);
        if (!_volumes.TryGetValue(volume, out bool clones))
        {
            CloneProbe probe = Pairs
                .FirstOrDefault(pair => pair.Probe.OnOneVolume && VolumeIdentity.Of(ExistingFolder.AtOrAbove(pair.To)) == volume)?.Probe
                ?? Probe(folder, folder, Cancel);
            _volumes.Add(volume, clones = probe.Clones || probe.NotPermitted is not null);
        }

        return clones;
    }

    /// <summary>"in 2 of 5 projects (App, Core)", or "in all 5 projects".</summary>
    internal string InProjects(IReadOnlyCollection<EvaluatedProject> some)
    {
        const int MostNames = 3;
        string names = string.Join(", ", some.Take(MostNames).Select(project => project.Name))
            + (some.Count > MostNames ? ", ..." : string.Empty);
        return Projects.Count == 1 ? $"in {names}"
            : some.Count == Projects.Count ? $"in all {Projects.Count} projects"
            : $"in {some.Count} of {Projects.Count} projects ({names})";
    }
}
