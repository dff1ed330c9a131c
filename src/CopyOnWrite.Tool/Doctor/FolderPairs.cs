using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.MSBuild;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Doctor;

internal enum PairKind
{
    /// <summary>From obj, where compilers write, to the output folder.</summary>
    CompiledToOutput,

    /// <summary>From the package cache to the output folder.</summary>
    PackagesToOutput,

    /// <summary>From the output folder to the one that publishing fills.</summary>
    OutputToPublished,
}

/// <summary>Two folders between which builds of a project copy files, and what came of trying.</summary>
internal sealed record FolderPair(PairKind Kind, string From, string To, CloneProbe Probe, EvaluatedProject Project);

/// <summary>The pairs of folders that matter in a repository, each combination of volumes once.</summary>
internal static class FolderPairs
{
    internal static IReadOnlyList<FolderPair> Try(Repository repository, Func<string, string, CloneProbe> probe)
    {
        var pairs = new List<FolderPair>();
        var seen = new HashSet<(PairKind, string, string)>();
        foreach ((EvaluatedProject project, (PairKind kind, string from, string to)) in repository.Projects
            .SelectMany(project => Of(project).Select(pair => (project, pair))))
        {
            string source = ExistingFolder.AtOrAbove(from);
            string destination = ExistingFolder.AtOrAbove(to);
            if (seen.Add((kind, VolumeIdentity.Of(source), VolumeIdentity.Of(destination))))
            {
                pairs.Add(new FolderPair(kind, from, to, probe(source, destination), project));
            }
        }

        return pairs;
    }

    internal static string PackageCache(EvaluatedProject project) =>
        // The first is what the last restore wrote down; the others are what the next one would take, in NuGet's order.
        project.Folder("NuGetPackageRoot")
        ?? project.Folder("RestorePackagesPath")
        ?? UsersPackageCache;

    /// <summary>Where neither a project nor a NuGet.config says otherwise.</summary>
    internal static string UsersPackageCache => Environment.GetEnvironmentVariable("NUGET_PACKAGES") is { Length: > 0 } chosen
        ? chosen
        : Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");

    private static IEnumerable<(PairKind Kind, string From, string To)> Of(EvaluatedProject project)
    {
        if (project.Folder("OutDir") is not { } output)
        {
            yield break;
        }

        if (project.Folder("IntermediateOutputPath") is { } compiled)
        {
            yield return (PairKind.CompiledToOutput, compiled, output);
        }

        yield return (PairKind.PackagesToOutput, PackageCache(project), output);
        if (project.Folder("PublishDir") is { } published)
        {
            yield return (PairKind.OutputToPublished, output, published);
        }
    }
}

internal static class PairText
{
    /// <summary>From where to where, on which file systems, what came of it; and in a second line how long it took.</summary>
    internal static string Of(FolderPair pair, Repository repository)
    {
        CloneProbe probe = pair.Probe;
        string volumes = probe.OnOneVolume
            ? $"one volume, {probe.DestinationFileSystem}"
            : $"{probe.SourceFileSystem} to {probe.DestinationFileSystem}";
        string came = probe.NotPermitted is not null ? "not tried"
            : probe.Clones && probe.SharingTold ? "cloned, all bytes shared"
            : probe.Clones ? "cloned, according to the result of the call: this file system does not report which bytes files share"
            : $"copied, {probe.Why}";
        string times = string.Join("; ", probe.Times.Select(time =>
            $"{Size(time.Bytes)} {(probe.Clones ? $"cloned in {Words.Milliseconds(time.Cloning)}, " : string.Empty)}read and written in "
                + $"{Words.Milliseconds(time.Copying)}"));
        return $"{Short(pair.From, repository)} to {Short(pair.To, repository)}: {volumes}: {came}"
            + (times.Length == 0 ? string.Empty : "\n" + times);
    }

    private static string Short(string folder, Repository repository) => Path.TrimEndingDirectorySeparator(repository.Relative(folder));

    private static string Size(int bytes) => bytes >= 1 << 20 ? $"{bytes >> 20} MiB" : $"{bytes >> 10} KiB";
}
