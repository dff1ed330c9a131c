namespace CopyOnWrite.NetFramework.Tests;

/// <summary>Properties reach the task, and wrong values are errors.</summary>
[TestClass]
public sealed class SettingTests
{
    private const string CopyOne = """<Copy SourceFiles="a.bin" DestinationFolder="out" />""";

    private static readonly (string Property, string Value, string Code)[] s_wrong =
    [
        ("DisableCopyOnWrite", "maybe", "COW1001"),
        ("CopyOnWriteCache", "maybe", "COW1002"),
        ("CopyOnWriteCachePath", "relative/cache", "COW1003"),
        ("CopyOnWriteCacheMaxSize", "much", "COW1004"),
        ("CopyOnWriteCacheMaxAge", "0d", "COW1005"),
        ("CopyOnWriteCacheWait", "maybe", "COW1002"),
        ("CopyOnWriteFlushSources", "64KiB", "COW1008"),
        ("CopyOnWriteReport", "copies.jsonl", "COW1011"),
        ("CopyOnWriteReplaceFilesInUse", "maybe", "COW1014"),
    ];

    [TestMethod]
    public void AWrongValueIsOneErrorAndNothingIsCopied()
    {
        MSBuild msbuild = MSBuild.Require();
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        var repo = new FrameworkRepo(volume);
        _ = repo.WriteFile("a.bin");

        IReadOnlyList<FrameworkBuild> builds = msbuild.Build(
            s_wrong.Select(wrong => repo.WriteProject(wrong.Property, CopyOne, $"<{wrong.Property}>{wrong.Value}</{wrong.Property}>")));

        CollectionAssert.AreEqual(
            s_wrong.Select(wrong => wrong.Code).ToArray(),
            builds.SelectMany(build => build.Log.Errors).Select(error => error.Code).ToArray(),
            string.Join('\n', builds.Select(build => build.Text)));
        foreach ((FrameworkBuild build, (string Property, string Value, string Code) wrong) in builds.Zip(s_wrong))
        {
            string text = build.Log.Errors[0].Text;
            Assert.Contains($"{wrong.Property} is '{wrong.Value}'", text);
            NamedPage.AssertHas(text, wrong.Code);
        }

        Assert.IsFalse(Directory.Exists(repo.PathOf("out")), "Something was copied all the same.");
    }

    [TestMethod]
    public void TheReportAndTheSwitchesAreHonoured()
    {
        MSBuild msbuild = MSBuild.Require();
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        var repo = new FrameworkRepo(volume);
        string source = repo.WriteFile("a.bin");
        string settled = SettledFiles.Take();
        string report = repo.PathOf("copies.jsonl");

        IReadOnlyList<FrameworkBuild> builds = msbuild.Build(
            repo.WriteProject(
                "report",
                """<Copy SourceFiles="a.bin" DestinationFiles="cloned.bin" />""",
                $"<CopyOnWriteReport>{report}</CopyOnWriteReport>"),
            repo.WriteProject(
                "nocache",
                $"""<Copy SourceFiles="{settled}" DestinationFiles="settled.bin" />""",
                "<CopyOnWriteCache>false</CopyOnWriteCache>"),
            repo.WriteProject(
                "off", """<Copy SourceFiles="a.bin" DestinationFiles="off.bin" />""", "<DisableCopyOnWrite>1</DisableCopyOnWrite>"));

        Assert.Contains(" 1 cloned (", builds[0].OurLine());
        Assert.AreEqual(FrameworkRepo.Length, Extents.BytesInCommon(source, repo.PathOf("cloned.bin")));
        CopyRecord record = CopyRecord.Parse(File.ReadAllLines(report).Single());
        Assert.AreEqual((1L, repo.PathOf("cloned.bin")), (record.Cloned, record.Files!.Single().To));
        Assert.Contains(" 0 cloned (0 bytes), 1 copied (", builds[1].OurLine());
        Assert.IsFalse(Directory.Exists(repo.PathOf(".copyonwrite-cache")));
        Assert.IsFalse(builds[2].IsOurs, builds[2].Text);
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(repo.PathOf("off.bin")));
    }
}
