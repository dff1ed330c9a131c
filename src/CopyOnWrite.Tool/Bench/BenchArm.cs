using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Bench;

/// <summary>One way to copy on one volume, in a copy of the repository of its own.</summary>
internal sealed class BenchArm
{
    private readonly BenchOptions _options;
    private readonly BenchVolume _volume;
    private readonly RepoCopy _copy;
    private readonly Dictionary<string, string?> _variables;
    private readonly List<BenchBuild> _runs = [];

    internal BenchArm(ArmKind kind, BenchOptions options, BenchVolume volume, IReadOnlyDictionary<string, string?> variables)
    {
        Kind = kind;
        _options = options;
        _volume = volume;
        _variables = new Dictionary<string, string?>(variables);
        bool sdkIsIn = SdkLine.IsIn(options.Repository);
        AddsSdk = !sdkIsIn && kind is ArmKind.Sdk or ArmKind.SdkWithoutCache;
        if (sdkIsIn && kind is ArmKind.BuiltIn or ArmKind.BuiltInAgain)
        {
            _variables["DisableCopyOnWrite"] = "true";
        }

        if (kind == ArmKind.SdkWithoutCache)
        {
            _variables["CopyOnWriteCache"] = "false";
        }

        _copy = RepoCopy.Make(options.Repository, Path.Combine(volume.Folder, $"arm{(int)kind}"), Path.Combine(volume.Folder, "repo"));
    }

    internal ArmKind Kind { get; }

    internal string Name => $"{_volume.Name}, {ArmNames.Of(Kind)}";

    /// <summary>Whether it has outputs: the first round's are enough.</summary>
    internal bool IsBuilt { get; private set; }

    private bool AddsSdk { get; }

    /// <summary>Restores, which is not timed.</summary>
    internal Task PrepareAsync(CancellationToken cancel) => _copy.AtPlaceAsync(async () =>
    {
        if (_options.Source is { } source)
        {
            await SdkLine.AddSourceAsync(_copy.Place, source, cancel);
        }

        if (AddsSdk)
        {
            await SdkLine.AddAsync(_copy.Place, _options.SdkVersion, cancel);
        }

        DotNetResult restored = await DotNet.RunAsync(_copy.Place, ["restore", "-nologo", .. _options.BuildArguments], _volume.Packages, _variables, cancellation: cancel);
        if (!restored.Succeeded)
        {
            throw new BadInputException($"The repository's copy cannot be restored ({Name}):{Environment.NewLine}{LastLines(restored.Output)}");
        }

        _copy.NoteRestored();
        return true;
    });

    /// <param name="round">0 is the first, which is dropped: it fills the cache, and the system's caches.</param>
    internal Task<BenchBuild> BuildAsync(int round, int turn, CancellationToken cancel) => _copy.AtPlaceAsync(async () =>
    {
        IsBuilt = false; // A build that is stopped leaves halves.
        _copy.Clean();
        long? before = WrittenBytes.UpToNow(_volume.Folder);
        BuildTime time;
        try
        {
            time = await TimedBuild.RunAsync(_copy.Place, _volume.Summary, _options.BuildArguments, _volume.Packages, _variables, cancel);
        }
        catch (InvalidOperationException e)
        {
            throw new BadInputException($"The repository's copy cannot be built ({Name}). `dotnet build` has to succeed before it can be measured:{Environment.NewLine}{LastLines(e.Message)}");
        }

        IsBuilt = true;
        var build = new BenchBuild(round, turn, Math.Round(time.Wall, 3), time.Copy, WrittenBytes.UpToNow(_volume.Folder) - before);
        if (round > 0)
        {
            _runs.Add(build);
        }

        return build;
    });

    internal TreeSnapshot Outputs() => _copy.Snapshot();

    internal ArmResult Result(IReadOnlyList<string> differences)
    {
        DiskUse use = _copy.Weigh();
        return new ArmResult(Kind, [.. _runs], use.Files, use.ApparentBytes, use.OwnedAloneBytes, differences);
    }

    private static string LastLines(string output) => string.Join(Environment.NewLine, output.Split('\n').Select(line => line.TrimEnd()).Where(line => line.Length > 0).TakeLast(8));
}
