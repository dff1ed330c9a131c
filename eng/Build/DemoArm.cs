using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build;

/// <summary>The sample on one volume, with the SDK or without: its builds, timed, and what they left on the disk.</summary>
internal sealed class DemoArm(DemoPlace place, bool withSdk, IReadOnlyDictionary<string, string?> variables)
{
    private static readonly Regex s_copyTime = new(@"^\s*(?<ms>\d+) ms\s+Copy\s+\d+ calls", RegexOptions.Multiline);

    private readonly string _repository = Path.Combine(place.Folder, withSdk ? "with-sdk" : "built-in");

    internal DemoPlace Place => place;

    internal bool WithSdk => withSdk;

    internal List<TimeSpan> Wall { get; } = [];

    internal List<TimeSpan> CopyTask { get; } = [];

    internal int FilesCloned { get; private set; }

    internal int FilesCopied { get; private set; }

    internal DiskUse? Outputs { get; private set; }

    // On the same volume as the sources, as one would set it up for cloning.
    private string Packages => Path.Combine(place.Folder, "packages");

    internal async Task PrepareAsync(CancellationToken cancel)
    {
        string package = Path.GetFileNameWithoutExtension(Directory.GetFiles(Repository.Packages, "CopyOnWrite.Sdk.*.nupkg").Single());
        SampleRepository.Create(
            Repository.Sample("Microservices"), _repository, Repository.Packages, withSdk ? package["CopyOnWrite.Sdk.".Length..] : null);
        await DotNetAsync(["restore", "-nologo"], cancel);
    }

    /// <summary>The build that warms up and is not timed: its log tells which files were copied, and their extents which of them are clones.</summary>
    internal async Task CountAsync(CancellationToken cancel)
    {
        string log = Path.Combine(place.Folder, "count.binlog");
        Clean();
        await DotNetAsync(["build", "--no-restore", "-nologo", $"-bl:{log}"], cancel);
        foreach (string message in BuildLog.Read(log).CopyCalls.SelectMany(c => c.Messages).Where(m => m.StartsWith("Copying file from", StringComparison.Ordinal)))
        {
            bool cloned = Extents.Read(message.Split('"')[3]).SharedBytes > 0;
            FilesCloned += cloned ? 1 : 0;
            FilesCopied += cloned ? 0 : 1;
        }
    }

    internal async Task TimeAsync(CancellationToken cancel)
    {
        string summary = Path.Combine(place.Folder, "summary.txt");
        Clean();
        DotNetResult result = await DotNetAsync(["build", "--no-restore", "-nologo", $"-flp:logfile={summary};verbosity=quiet;performancesummary"], cancel);
        Wall.Add(result.Elapsed);
        Match copyTime = s_copyTime.Match(await File.ReadAllTextAsync(summary, cancel));
        CopyTask.Add(TimeSpan.FromMilliseconds(double.Parse(copyTime.Groups["ms"].Value, CultureInfo.InvariantCulture)));
    }

    internal void Weigh() =>
        Outputs = DiskUse.Of([.. Directory.EnumerateDirectories(_repository, "bin", SearchOption.AllDirectories)]);

    /// <summary>Everything that a build makes, but not what restore made.</summary>
    private void Clean()
    {
        foreach (string folder in Directory.EnumerateDirectories(_repository, "bin", SearchOption.AllDirectories)
            .Concat(Directory.EnumerateDirectories(_repository, "obj", SearchOption.AllDirectories).Select(obj => Path.Combine(obj, "Debug")))
            .Where(Directory.Exists).ToList())
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private async Task<DotNetResult> DotNetAsync(string[] arguments, CancellationToken cancel)
    {
        DotNetResult result = await DotNet.RunAsync(_repository, arguments, Packages, variables, cancellation: cancel);
        return result.Succeeded ? result : throw new InvalidOperationException($"{result.CommandLine} failed:{Environment.NewLine}{result.Output}");
    }
}
