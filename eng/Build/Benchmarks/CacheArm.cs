using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>One way to build the scaled sample on a volume that has not its packages.</summary>
internal sealed class CacheArm(string name, CacheState state, string repository, string packages, IReadOnlyDictionary<string, string?> variables)
{
    private readonly SampleBuilds _builds = new(
        repository,
        packages,
        new Dictionary<string, string?>(variables) { ["CopyOnWriteCache"] = state == CacheState.TurnedOff ? "false" : null });

    private readonly List<BuildTime> _times = [];
    private CopyCount? _files;

    internal string Name => name;

    internal string Preparation => state == CacheState.Warm ? "restore, and a build that fills the cache" : "restore";

    internal bool WithSdk => state != CacheState.BuiltInCopy;

    /// <summary>Folder names of one length, as paths are a part of what is written and looked up.</summary>
    internal static CacheArm[] All(string folder, string packages, IReadOnlyDictionary<string, string?> variables)
    {
        (string Name, CacheState State)[] arms =
        [
            ("built-in", CacheState.BuiltInCopy),
            ("built-in again", CacheState.BuiltInCopy),
            ("SDK, warm cache", CacheState.Warm),
            ("SDK, empty cache", CacheState.Empty),
            ("SDK, no cache", CacheState.TurnedOff),
        ];
        return [.. arms.Select((arm, i) => new CacheArm(arm.Name, arm.State, Path.Combine(folder, $"a{i + 1}"), packages, variables))];
    }

    internal async Task CreateAsync(string sample, CancellationToken cancel)
    {
        await _builds.CreateAsync(sample, WithSdk, cancel);
        if (state == CacheState.Warm)
        {
            await _builds.LogAsync(cancel);
        }
    }

    /// <summary>The round that is dropped: it warms up, and its log tells what is done with the files.</summary>
    internal async Task CountAsync(CancellationToken cancel)
    {
        Prepare();
        _files = CopyCount.Of(await _builds.LogAsync(cancel));
    }

    internal async Task TimeAsync(CancellationToken cancel)
    {
        Prepare();
        _times.Add(await _builds.TimeAsync(cancel));
    }

    internal TreeSnapshot Outputs() => TreeSnapshot.Take(_builds.Repository, BuildOutputs.Include);

    internal CacheArmResult Result(IReadOnlyList<string> differences)
    {
        IReadOnlyList<string> outputs = _builds.OutputFolders;
        string services = Path.Combine(_builds.Repository, "services");
        string[] service = [.. outputs.Where(o => o.StartsWith(services, StringComparison.Ordinal)).Order(StringComparer.Ordinal).Take(1)];
        string[] cache = Directory.Exists(_builds.Cache) ? [_builds.Cache] : [];
        var all = DiskUse.Of(outputs);
        return new CacheArmResult(
            name,
            WithSdk,
            [.. _times.Select(t => t.Wall)],
            [.. _times.Select(t => t.Copy)],
            _files!,
            all.ApparentBytes,
            DiskUse.Of(service).ApparentBytes,
            all.OwnedAloneBytes,
            DiskUse.Of([.. outputs, .. cache]).BytesTogether,
            differences);
    }

    private void Prepare()
    {
        if (state == CacheState.Empty)
        {
            _builds.DeleteCache();
        }
    }
}
