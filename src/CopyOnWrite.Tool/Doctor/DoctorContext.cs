using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Cache;
using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Doctor;

/// <summary>What the checks share: the evaluated repository, and what was tried between its folders, each pair of volumes once.</summary>
internal sealed class DoctorContext
{
    private readonly Lazy<IReadOnlyList<FolderPair>> _pairs;
    private readonly Lazy<IReadOnlyList<CacheInUse>> _caches;

    internal DoctorContext(Repository repository, CancellationToken cancel)
    {
        Repository = repository;
        Cancel = cancel;
        _pairs = new(() => FolderPairs.Try(repository, cancel));
        _caches = new(() => CacheInUse.Of(repository));
    }

    internal Repository Repository { get; }

    internal CancellationToken Cancel { get; }

    /// <summary>Of a build of the repository; null where none is given.</summary>
    internal BuildLog? Log { get; init; }

    internal IReadOnlyList<EvaluatedProject> Projects => Repository.Projects;

    internal IReadOnlyList<FolderPair> Pairs => _pairs.Value;

    internal IReadOnlyList<CacheInUse> Caches => _caches.Value;

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
