using CopyOnWrite.Sdk.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests.Infrastructure;

/// <summary>samples/Mixed, built with its packages on another volume; its binary log, and the file of CopyOnWriteReport.</summary>
internal sealed record LoggedSample(Repo Repo, string Log, string Report)
{
    internal IReadOnlyList<CopyRecord> Records => [.. File.ReadLines(Report).Select(CopyRecord.Parse)];

    /// <param name="warm">The cross-volume cache has the package files: an earlier build added them, whose outputs are gone.</param>
    internal static LoggedSample Build(VolumeUnderTest volume, string packagesVolume, bool withSdk, bool warm = false)
    {
        Repo repo = Repo.FromSample(volume, "Mixed", withSdk);
        repo.Packages = CopyOnWrite.Sdk.Tests.Infrastructure.TestRun.PackageCache(packagesVolume);
        if (warm)
        {
            repo.Build("build", "-p:CopyOnWriteCacheWait=true").Succeeded();
            repo.Build("clean").Succeeded();
        }

        string log = volume.PathOf($"{(withSdk ? "with" : "without")}.binlog");
        string report = volume.PathOf("copies/report.jsonl");
        repo.OutputOf("build", $"-bl:{log}", "-nologo", $"-p:CopyOnWriteReport={report}");
        return new LoggedSample(repo, log, report);
    }

    internal Answer Ask(params string[] arguments) => Cow.Run(Repo.Folder, ["report", Log, .. arguments]);
}
