using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Bench;

/// <summary>One way to copy on one volume, in a copy of the repository of its own.</summary>
internal sealed class BenchArm : IBenchArm
{
    private readonly BenchOptions _options;
    private readonly BenchFolder _volume;
    private readonly RepoCopy _copy;
    private readonly IReadOnlyDictionary<string, string?> _variables;
    private readonly string[] _arguments;
    private readonly bool _addsSdk;
    private readonly List<BenchBuild> _runs = [];
    private ArmFileCounts? _files;

    internal BenchArm(ArmKind kind, BenchOptions options, BenchFolder volume, IReadOnlyDictionary<string, string?> variables)
    {
        Kind = kind;
        _options = options;
        _volume = volume;
        _variables = variables;
        bool sdkIsIn = SdkLine.IsIn(options.Repository);
        _addsSdk = !sdkIsIn && ArmNames.UsesSdk(kind);
        if (kind == ArmKind.SdkAsPackage)
        {
            SdkLine.RequirePlaceForPackage(options.Repository);
        }

        _copy = RepoCopy.Make(options.Repository, Path.Combine(volume.Folder, $"arm{(int)kind}"), Path.Combine(volume.Folder, "repo"));
        _arguments = [.. options.BuildArguments, .. Properties(sdkIsIn)];
    }

    public ArmKind Kind { get; }

    /// <summary>What the SDK's task writes in the first round.</summary>
    private string Report => Path.Combine(_volume.Folder, "copies.jsonl");

    public string Name => $"{_volume.Name}, {ArmNames.Of(Kind)}";

    public bool HasOutputs { get; private set; }

    /// <summary>Restores, which is not timed.</summary>
    internal Task PrepareAsync(CancellationToken cancel) => _copy.AtPlaceAsync(async () =>
    {
        if (_options.Source is { } source)
        {
            await SdkLine.AddSourceAsync(_copy.Place, source, cancel);
        }

        if (_addsSdk)
        {
            await (Kind == ArmKind.SdkAsPackage
                ? SdkLine.AddPackageAsync(_copy.Place, _options.SdkVersion, cancel)
                : SdkLine.AddAsync(_copy.Place, _options.SdkVersion, cancel));
        }

        string[] restore = ["restore", "-nologo", .. _arguments];
        DotNetResult restored = await DotNet.RunAsync(_copy.Place, restore, _volume.Packages, _variables, cancellation: cancel);
        if (!restored.Succeeded)
        {
            throw new BadInputException(
                $"The repository's copy cannot be restored ({Name}):{Environment.NewLine}{LastLines(restored.Output)}");
        }

        _copy.NoteRestored();
        return true;
    });

    public Task<BenchBuild> BuildAsync(int round, int turn, CancellationToken cancel) => _copy.AtPlaceAsync(async () =>
    {
        BeforeBuild();
        long? before = WrittenBytes.UpToNow(_volume.Folder);

        // A build that ended before the cache is filled would leave a part of that to the rounds that count.
        string[] first = round == 0 ? [$"-p:CopyOnWriteReport={Escape(Report)}", "-p:CopyOnWriteCacheWait=true"] : [];
        BuildTime clean = await TimeAsync(first, cancel);
        long? written = WrittenBytes.UpToNow(_volume.Folder) - before;
        if (round == 0 && clean.Copy > 0)
        {
            RequireTheArmsTask();
        }

        var build = new BenchBuild(round, turn, Math.Round(clean.Wall, 3), clean.Copy, written);
        try
        {
            if (_options.NoOp && await TimeAsync([], cancel) is var noOp)
            {
                build = build with { NoOpSeconds = Math.Round(noOp.Wall, 3), NoOpCopySeconds = noOp.Copy };
            }

            HasOutputs = true;
        }
        finally
        {
            // It has ended, also where the one after it was stopped.
            if (round > 0)
            {
                _runs.Add(build);
            }
        }

        return build;
    });

    // Not timed: the binary log tells which files were copied, and costs a build that copies many files the most.
    public Task CountAsync(CancellationToken cancel) => _copy.AtPlaceAsync(async () =>
    {
        BeforeBuild();
        string log = Path.Combine(_volume.Folder, "count.binlog");
        string[] build = ["build", "--no-restore", "-nologo", .. _arguments, $"-bl:{log}"];
        DotNetResult built = await DotNet.RunAsync(_copy.Place, build, _volume.Packages, _variables, cancellation: cancel);
        if (!built.Succeeded)
        {
            throw CannotBeBuilt(built.Output);
        }

        HasOutputs = true;
        CopyCount count;
        try
        {
            count = CopyCount.Of(BuildLog.Read(log));
        }
        catch (InvalidDataException e)
        {
            throw new BadInputException($"The log of {Name} cannot be read. {e.Message} Or leave out --count-files.");
        }

        _files = new ArmFileCounts(count.Sharing, count.NotSharing, ArmNames.UsesSdk(Kind) ? count.FromCache : null);
        return true;
    });

    public TreeSnapshot Outputs() => _copy.Snapshot();

    public ArmResult Result(IReadOnlyList<string>? differences)
    {
        if (differences is null)
        {
            return new ArmResult(Kind, [.. _runs], 0, 0, 0, [], _files, null, OutputsCompared: false);
        }

        DiskUse use = _copy.MeasureDisk();
        long? withCache = ArmNames.UsesSdk(Kind) ? _copy.MeasureDiskWithCache().BytesTogether : null;
        return new ArmResult(Kind, [.. _runs], use.Files, use.ApparentBytes, use.OwnedAloneBytes, differences, _files, withCache);
    }

    /// <summary>As properties of the command line, which win over those of the repository.</summary>
    private string[] Properties(bool sdkIsIn)
    {
        if (!ArmNames.UsesSdk(Kind))
        {
            return sdkIsIn ? ["-p:DisableCopyOnWrite=true"] : [];
        }

        // A cache of the arm's own, also where the repository names one that its other builds use.
        string cache = $"-p:CopyOnWriteCachePath={Escape(_copy.Cache)}";
        return Kind == ArmKind.SdkWithoutCache ? [cache, "-p:CopyOnWriteCache=false"] : [cache];
    }

    /// <summary>The SDK's task writes a line for each of its calls. An arm that is not what its name says must not be measured.</summary>
    private void RequireTheArmsTask()
    {
        bool sdkRan = File.Exists(Report);
        if (sdkRan != ArmNames.UsesSdk(Kind))
        {
            throw new BadInputException(sdkRan
                ? $"The builds of {Name} use CopyOnWrite.Sdk's task. Remove the SDK from the repository; the bench adds it where needed."
                : $"The builds of {Name} do not use CopyOnWrite.Sdk's task. `dotnet cow doctor` says why.");
        }

        File.Delete(Report);
    }

    private void BeforeBuild()
    {
        HasOutputs = false; // A build that is stopped leaves half of its outputs.
        _copy.Clean();
        if (Kind == ArmKind.SdkColdCache)
        {
            _copy.DeleteCache();
        }
    }

    private async Task<BuildTime> TimeAsync(string[] more, CancellationToken cancel)
    {
        try
        {
            return await TimedBuild.RunAsync(_copy.Place, _volume.Summary, [.. _arguments, .. more], _volume.Packages, _variables, cancel);
        }
        catch (InvalidOperationException e)
        {
            throw CannotBeBuilt(e.Message);
        }
    }

    private BadInputException CannotBeBuilt(string output) => new(
        $"The repository's copy cannot be built ({Name}). `dotnet build` has to succeed before it can be measured:{Environment.NewLine}"
        + LastLines(output));

    // MSBuild splits properties at semicolons and commas (CommandLineSwitches.cs), and takes %xx for a character.
    private static string Escape(string value) => value
        .Replace("%", "%25", StringComparison.Ordinal)
        .Replace(";", "%3B", StringComparison.Ordinal)
        .Replace(",", "%2C", StringComparison.Ordinal);

    private static string LastLines(string output) =>
        string.Join(Environment.NewLine, output.Split('\n').Select(line => line.TrimEnd()).Where(line => line.Length > 0).TakeLast(8));
}
