namespace CopyOnWrite.NetFramework.Tests;

/// <summary>Properties reach the task.</summary>
[TestClass]
public sealed class SettingTests
{
    [TestMethod]
    public void TheSwitchesAreHonouredAndAWrongValueIsAnError()
    {
        MSBuild msbuild = MSBuild.Require();
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        var repo = new FrameworkRepo(volume);
        string source = repo.WriteFile("a.bin");
        string settled = SettledFiles.Take();

        string Project(string name, string source, string property) =>
            repo.WriteProject(name, $"""<Copy SourceFiles="{source}" DestinationFiles="{name}.bin" />""", property);
        IReadOnlyList<FrameworkBuild> builds = msbuild.Build(
            Project("cloned", "a.bin", "<CopyOnWriteCacheWait>false</CopyOnWriteCacheWait>"),
            Project("settled", settled, "<CopyOnWriteCache>false</CopyOnWriteCache>"),
            Project("off", "a.bin", "<DisableCopyOnWrite>1</DisableCopyOnWrite>"),
            Project("wrong", "a.bin", "<CopyOnWriteCachePath>cache</CopyOnWriteCachePath>"));

        Assert.Contains(" 1 cloned (", builds[0].OurLine());
        Assert.AreEqual(FrameworkRepo.Length, Extents.BytesInCommon(source, repo.PathOf("cloned.bin")));
        Assert.Contains(" 0 cloned (0 bytes), 1 copied (", builds[1].OurLine());
        Assert.IsFalse(Directory.Exists(repo.PathOf(".copyonwrite-cache")));
        Assert.IsFalse(builds[2].IsOurs, builds[2].Text);
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(repo.PathOf("off.bin")));
        CollectionAssert.AreEqual(new[] { "COW1003" }, builds[3].Log.Errors.Select(error => error.Code).ToArray(), builds[3].Text);
        Assert.IsFalse(File.Exists(repo.PathOf("wrong.bin")), "It was copied all the same.");
    }
}
