using CopyOnWrite.Tool.Cache;
using CopyOnWrite.Tool.Report;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What the report says of given calls.</summary>
[TestClass]
public sealed class ReportWordsTests
{
    private const string Project = "/repo/App.csproj";
    private const int Large = 100_000;

    [TestMethod]
    public void ClonesDoNotCountAsCopiedMost()
    {
        CopyReport report = ReportMaker.Of(LogOf(
            Call(
                ("/p/cloned.dll", "cloned", null, Large), ("/p/cloned.dll", "cloned", null, Large),
                ("/p/cloned.dll", "fromCache", null, Large),
                ("/p/small.dll", "copied", "DifferentVolumes", 10), ("/p/small.dll", "copied", "DifferentVolumes", 10),
                ("/p/once.dll", "copied", "DifferentVolumesBeingCached", Large), ("/p/once.dll", "fromCache", null, Large))));
        Assert.AreEqual(new ManyCopies("/p/small.dll", 2, 20), report.MostCopied.Single());
    }

    [TestMethod]
    public void AFailedBuildIsCalledFailedAndNeedsAttention()
    {
        BuildLog log = LogOf(Call(("/p/a.dll", "cloned", null, Large))) with
        {
            Succeeded = false,
            Errors = [new BuildDiagnostic("CS1001", "Identifier expected.", Project)],
        };
        CopyReport report = ReportMaker.Of(log);
        Assert.StartsWith("The build failed. 1 of 1 file ", report.Summary);
        Assert.Contains("The build failed (1 error, the first: CS1001 Identifier expected)", report.Notes[0]);
        Assert.IsFalse(ReportCommand.IsWell(report));
        Assert.IsTrue(ReportCommand.IsWell(ReportMaker.Of(log with { Succeeded = true })));
    }

    [TestMethod]
    public void OfAFileOnAnotherVolumeTheReasonIsTheOneThatWouldHaveToChange()
    {
        SkipWithoutCache();
        CopyReport report = ReportMaker.Of(LogOf(
            Call(
                ("/p/small.dll", "copied", "DifferentVolumes", 65_535), ("/p/new.dll", "copied", "DifferentVolumesTooNew", 65_536),
                ("/p/other.dll", "fromCache", null, Large)),
            Call("/repo/Off.csproj", ("/p/off.dll", "copied", "DifferentVolumes", Large))));
        Assert.AreEqual(CacheObstacle.BelowCacheSize, ObstacleOf(report, 65_535));
        Assert.AreEqual(CacheObstacle.TooNew, ObstacleOf(report, 65_536));
        Assert.AreEqual(CacheObstacle.CacheOffOrTooNew, ObstacleOf(report, Large));
        CollectionAssert.AreEquivalent(
            new[] { "DifferentVolumes", "DifferentVolumes", "DifferentVolumesTooNew" },
            report.Reasons.Select(reason => reason.Reason).ToArray(),
            "The code stays.");
        Assert.IsTrue(report.Reasons.All(reason => reason.Why.Words.StartsWith("on another volume", StringComparison.Ordinal)));
        string[] changes = [.. report.Recommendations.Select(one => one.What)];
        string all = string.Join('\n', changes);
        Assert.IsTrue(changes.Any(change => change.Contains("below 64 KiB", StringComparison.Ordinal)), all);
        Assert.IsTrue(changes.Any(change => change.StartsWith("Turn the cross-volume cache on", StringComparison.Ordinal)), all);
    }

    /// <summary>What a build copied and added again is a clone in the next.</summary>
    [TestMethod]
    [DataRow("DifferentVolumesEntryOutdated", "on another volume, cache entry outdated", "they had changed")]
    [DataRow("DifferentVolumesEntryDamaged", "on another volume, cache entry damaged", "Leave the files in .copyonwrite-cache alone")]
    public void AnEntryThatCouldNotBeUsedIsNamedWithWhatToDo(string code, string words, string what)
    {
        CopyReport report = ReportMaker.Of(LogOf(Call(("/p/a.dll", "copied", code, Large), ("/p/b.dll", "fromCache", null, Large))));

        Assert.AreEqual((code, words), (report.Reasons.Single().Reason, report.Reasons.Single().Why.Words));
        Assert.Contains(what, report.Recommendations.Single().What);
    }

    [TestMethod]
    public void ACacheOfWhichTheLogSaysThatItCannotBeUsedIsTheReason()
    {
        SkipWithoutCache();
        BuildLog log = LogOf(Call(("/p/a.dll", "copied", "DifferentVolumes", Large))) with
        {
            CodedMessages = [new BuildDiagnostic("COW1006", "The folder cannot be written to.", Project)],
        };
        Assert.AreEqual(CacheObstacle.CacheUnusable, ReportMaker.Of(log).Reasons.Single().Obstacle);
    }

    [TestMethod]
    public void AnEstimateHasTheFirstBuildAndThoseWithAWarmCache()
    {
        SkipWithoutCache();
        using var volume = VolumeUnderTest.Require("btrfs");
        using var packages = VolumeUnderTest.Require("plain");
        string source = packages.PathOf("package.dll");
        File.WriteAllBytes(source, new byte[Large]);
        Directory.CreateDirectory(volume.PathOf("bin"));
        CopyReport report = ReportMaker.Of(LogOf(Estimated(source, volume.PathOf("bin/package.dll"))));
        Assert.StartsWith(
            "Estimate: with CopyOnWrite.Sdk, 0 of 1 file (0 bytes of 100 KB) would be cloned in a first build, and 1 (100 KB) in later "
            + "ones, with a warm cache.",
            report.Summary);
        Assert.AreEqual(new Amount(1, Large), report.WarmCache);
    }

    [TestMethod]
    public void AnEstimateDoesNotSayWhatHappened()
    {
        using var folder = VolumeUnderTest.InTemporaryFolder();
        string source = folder.PathOf("a.dll");
        File.WriteAllBytes(source, new byte[10]);
        CopyReport report = ReportMaker.Of(LogOf(Estimated(source, folder.PathOf("b.dll"))));
        var tables = ReportTables.Of(report, 10);
        Assert.AreEqual("Files by outcome, estimated for a first build", tables.Outcomes.Title);
        Assert.AreEqual("Why files would not be cloned", tables.Reasons.Title);
        Assert.AreEqual("Files that would be copied most", tables.MostCopied.Title);
    }

    private static void SkipWithoutCache() => Tools.SkipUnless(CacheInUse.SystemHasOne, "This system has no cross-volume cache.");

    private static CacheObstacle ObstacleOf(CopyReport report, long bytes) =>
        report.Reasons.Single(reason => reason.Files == 1 && reason.Bytes == bytes).Obstacle;

    private static BuildLog LogOf(params LoggedCall[] calls) => new(calls, [], [], []);

    private static LoggedCall Call(params (string From, string Outcome, string? Reason, long Bytes)[] files) => Call(Project, files);

    private static LoggedCall Call(string project, params (string From, string Outcome, string? Reason, long Bytes)[] files) =>
        new(project, "CopyFiles", TimeSpan.FromSeconds(1), "/sdk/CopyOnWrite.Sdk.Tasks.dll", true, [])
        {
            Record = new CopyRecord(
                2, DateTime.UnixEpoch, "/repo", null, 1, 0, 0, 0, 0, 0, 0, 0, 0,
                [.. files.Select((file, i) => new CopyRecordFile(file.From, $"/repo/bin/{i}.dll", file.Outcome, file.Reason, file.Bytes))]),
        };

    private static LoggedCall Estimated(string from, string to) => new(
        Project,
        "CopyFiles",
        TimeSpan.FromSeconds(1),
        "/sdk/Microsoft.Build.Tasks.Core.dll",
        true,
        [$"Copying file from \"{from}\" to \"{to}\"."]);
}
