using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>One way to build a sample: without the SDK, or with it, brought in by one of its two lines.</summary>
internal sealed class BuildsArm(string name, bool withSdk, bool asPackage, string repository, string packages, IReadOnlyDictionary<string, string?> variables)
{
    private readonly SampleBuilds _builds = new(repository, packages, variables);
    private readonly List<BuildTime> _full = [];
    private readonly List<BuildTime> _again = [];

    internal string Name => name;

    /// <summary>Folder names of one length, as paths are a part of what is written and looked up.</summary>
    internal static BuildsArm[] All(string folder, string packages, IReadOnlyDictionary<string, string?> variables)
    {
        (string Name, bool WithSdk, bool AsPackage)[] arms =
        [
            ("built-in", false, false),
            ("built-in again", false, false),
            ("SDK as a GlobalPackageReference", true, true),
            ("SDK as an Sdk element", true, false),
        ];
        return [.. arms.Select((arm, i) => new BuildsArm(arm.Name, arm.WithSdk, arm.AsPackage, Path.Combine(folder, $"b{i + 1}"), packages, variables))];
    }

    internal async Task CreateAsync(string sample, CancellationToken cancel)
    {
        await _builds.CreateAsync(sample, withSdk, cancel, asPackage);
        _ = await _builds.TimeAsync(cancel);
    }

    /// <summary>A build of everything, and right after it one that finds nothing to do.</summary>
    internal async Task TimeAsync(CancellationToken cancel)
    {
        _full.Add(await _builds.TimeAsync(cancel));
        _again.Add(await _builds.TimeAgainAsync(cancel));
    }

    internal TreeSnapshot Outputs() => TreeSnapshot.Take(_builds.Repository, BuildOutputs.Include);

    internal BuildsArmResult Result(IReadOnlyList<string> differences) => new(name, _full, _again, differences);
}
