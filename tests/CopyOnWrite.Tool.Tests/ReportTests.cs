using System.Text.Json.Nodes;
using CopyOnWrite.Sdk.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests;

/// <summary><c>dotnet cow report</c> on logs of real builds, compared with the extents of their outputs.</summary>
[TestClass]
public sealed class ReportTests : OnBtrfs
{
    [TestMethod]
    public void ItsCountsAreWhatTheExtentsOfTheOutputsShow()
    {
        using var packages = VolumeUnderTest.Require("plain");
        LoggedSample sample = LoggedSample.Build(_volume, packages.Volume.Path!, withSdk: true, warm: true);
        JsonNode report = sample.Ask("--json").Json;
        CopyRecordFile[] files = [.. sample.Records.SelectMany(record => record.Files ?? [])];

        Assert.AreEqual(Count(files, "cloned"), Amount(report, "cloned"));
        Assert.AreEqual(Count(files, "fromCache"), Amount(report, "fromCache"));
        Assert.AreEqual(Count(files, "copied"), Amount(report, "copied"));
        Assert.AreEqual((files.Length, files.Sum(file => file.Bytes)), Amount(report, "total"));
        Assert.AreEqual(0, Amount(report, "unknown").Files);
        Assert.IsGreaterThan(0, Amount(report, "cloned").Files, report.ToJsonString());
        Assert.IsGreaterThan(0, Amount(report, "fromCache").Files, report.ToJsonString());

        // A copy shares blocks too once it was itself the source of a clone. The cache's entries are made from the sources.
        var sources = files.Where(file => file.Outcome is "cloned").Select(file => file.From).ToHashSet();
        string[] expected =
        [
            .. files.Where(file => file.Outcome is "cloned" or "fromCache" || sources.Contains(file.To)).Select(file => file.To).Distinct()
                .Where(file => Extents.Read(file).Extents.Any(extent => !extent.IsInline)).Order(StringComparer.Ordinal),
        ];
        var written = files.Select(file => file.To).ToHashSet();
        string[] sharing = [.. Directory.EnumerateFiles(sample.Repo.Folder, "*", SearchOption.AllDirectories)
            .Where(file => written.Contains(file) && Extents.Read(file).SharedBytes > 0).Order(StringComparer.Ordinal)];
        CollectionAssert.AreEqual(
            expected,
            sharing,
            $"Said and not shared: {string.Join('\n', expected.Except(sharing))}\nShared and not said: "
            + $"{string.Join('\n', sharing.Except(expected))}");
        Assert.IsGreaterThan(10, sharing.Length);
    }

    [TestMethod]
    public void OfALogWithoutThePackageItCountsFilesAndSaysThatClonesAreNotLogged()
    {
        using var packages = VolumeUnderTest.Require("plain");
        LoggedSample without = LoggedSample.Build(_volume, packages.Volume.Path!, withSdk: false);
        string file = _volume.PathOf("report.md");
        Answer text = without.Ask("--markdown", file).Ended(0);
        Assert.StartsWith("No file has two writers. MSBuild's own Copy wrote ", text.FirstLine);
        Assert.Contains("MSBuild's own Copy does not log which files it clones.", text.Text);
        Assert.AreEqual(text.FirstLine, File.ReadLines(file).First());
        Assert.Contains("| the assembly is missing | ", File.ReadAllText(file));
        JsonNode report = without.Ask("--json").Json;
        Assert.IsGreaterThan(10, Amount(report, "unknown").Files);
        Assert.AreEqual(Amount(report, "total"), Amount(report, "unknown"));
    }

    [TestMethod]
    public void ACallThatIsLeftToTheBuiltInHasARecordToo()
    {
        Repo repo = CopyOnlyRepo.New(_volume, withSdk: true);
        repo.Variables["MSBUILDCOPYWITHOUTDELETE"] = "1";
        RepoBuild build = repo.BuildOnlyCopy().Succeeded();
        Assert.AreEqual("CopyWithoutDelete", build.Log.CopyCalls.Single().Record!.BuiltIn);
    }

    private static (int Files, long Bytes) Count(IEnumerable<CopyRecordFile> files, string outcome) =>
        (files.Count(file => file.Outcome == outcome), files.Where(file => file.Outcome == outcome).Sum(file => file.Bytes));

    private static (int Files, long Bytes) Amount(JsonNode report, string name) =>
        ((int)report[name]!["files"]!, (long)report[name]!["bytes"]!);

    /// <summary>samples/Mixed, built with its packages on another volume, and its binary log.</summary>
    private sealed record LoggedSample(Repo Repo, string Log)
    {
        internal IReadOnlyList<CopyRecord> Records => [.. BuildLog.Read(Log).CopyCalls.Select(call => call.Record).OfType<CopyRecord>()];

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
            repo.OutputOf("build", $"-bl:{log}", "-nologo");
            return new LoggedSample(repo, log);
        }

        internal Answer Ask(params string[] arguments) => Cow.Run(Repo.Folder, ["report", Log, .. arguments]);
    }
}
