using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;
using CopyOnWrite.Testing;

namespace CopyOnWrite.Build;

/// <summary>A repository made from a sample, and its builds. Each starts without outputs, and restore is not part of it.</summary>
internal sealed class SampleBuilds(string repository, string packages, IReadOnlyDictionary<string, string?> variables)
{
    internal string Repository => repository;

    internal string Cache => Path.Combine(repository, ".copyonwrite-cache");

    internal IReadOnlyList<string> OutputFolders => [.. Directory.EnumerateDirectories(repository, "bin", SearchOption.AllDirectories)];

    internal async Task CreateAsync(string sample, bool withSdk, CancellationToken cancel, bool asPackage = false)
    {
        string feed = Build.Repository.Packages;
        string package = Path.GetFileNameWithoutExtension(Directory.GetFiles(feed, "CopyOnWrite.Sdk.*.nupkg").Single());
        SampleRepository.Create(sample, repository, feed, withSdk ? package["CopyOnWrite.Sdk.".Length..] : null, asPackage);
        await DotNetAsync(["restore", "-nologo"], cancel);
    }

    /// <summary>Not for timing: a binary log has every message written and sent, which costs a build that copies many files the most.</summary>
    internal async Task<BuildLog> LogAsync(CancellationToken cancel)
    {
        string log = repository + ".binlog";
        Clean();
        await DotNetAsync(["build", "--no-restore", "-nologo", $"-bl:{log}"], cancel);
        return BuildLog.Read(log);
    }

    internal Task<BuildTime> TimeAsync(CancellationToken cancel)
    {
        Clean();
        return TimeAgainAsync(cancel);
    }

    /// <summary>With the outputs that are there: after a build, one that finds nothing to do.</summary>
    internal Task<BuildTime> TimeAgainAsync(CancellationToken cancel) => TimedBuild.RunAsync(repository, repository + ".txt", [], packages, variables, cancel);

    internal void DeleteCache()
    {
        if (Directory.Exists(Cache))
        {
            Directory.Delete(Cache, recursive: true);
        }
    }

    /// <summary>Everything that a build makes, but not what restore made.</summary>
    private void Clean()
    {
        foreach (string folder in OutputFolders
            .Concat(Directory.EnumerateDirectories(repository, "obj", SearchOption.AllDirectories).Select(obj => Path.Combine(obj, "Debug")))
            .Where(Directory.Exists).ToList())
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private async Task DotNetAsync(string[] arguments, CancellationToken cancel) =>
        (await DotNet.RunAsync(repository, arguments, packages, variables, cancellation: cancel)).ThrowIfFailed();
}
