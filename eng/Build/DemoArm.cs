using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build;

/// <summary>
/// The sample on one volume with its packages on the same or on another, with the SDK or without: its builds, timed, and what they left on
/// the disk.
/// </summary>
internal sealed class DemoArm(Place place, Place packages, bool withSdk, IReadOnlyDictionary<string, string?> variables)
{
    private readonly SampleBuilds _builds = new(
        Path.Combine(place.Folder, packages == place ? "together" : "apart", withSdk ? "with-sdk" : "built-in"), packages.Packages, variables);

    /// <summary>The sources' volume, and the packages' where that is another.</summary>
    internal string Where => packages == place ? place.FileSystem : $"{place.FileSystem}, packages on {packages.FileSystem}";

    internal bool WithSdk => withSdk;

    /// <summary>Whether its first build differs from all later ones: it fills the clone source cache.</summary>
    internal bool FillsCache => withSdk && packages != place;

    internal List<double> Wall { get; } = [];

    internal List<double> CopyTask { get; } = [];

    internal CopyCount? Files { get; private set; }

    internal DiskUse? Outputs { get; private set; }

    internal Task PrepareAsync(CancellationToken cancel) => _builds.CreateAsync(Repository.Sample("Microservices"), withSdk, cancel);

    internal Task FillCacheAsync(CancellationToken cancel) => _builds.LogAsync(cancel);

    /// <summary>The build that warms up and is not timed: its log tells which files were copied.</summary>
    internal async Task CountAsync(CancellationToken cancel) => Files = CopyCount.Of(await _builds.LogAsync(cancel));

    internal async Task TimeAsync(CancellationToken cancel)
    {
        BuildTime time = await _builds.TimeAsync(cancel);
        Wall.Add(time.Wall);
        CopyTask.Add(time.Copy);
    }

    internal void Weigh() => Outputs = DiskUse.Of(_builds.OutputFolders);
}
