namespace CopyOnWrite.NetFramework.Tests;

/// <summary>Files are cloned, proved by where they lie on the disk; what is there already is left alone.</summary>
[TestClass]
public sealed class CloneTests
{
    private const string CopyAll = """<Copy SourceFiles="a.bin;b.bin;c.bin" DestinationFolder="out" SkipUnchangedFiles="true" />""";

    [TestMethod]
    [DataRow("btrfs", "3 cloned (786,432 bytes), 0 copied")]
    [DataRow("xfs", "3 cloned (786,432 bytes), 0 copied")]
    [DataRow("plain", "0 cloned (0 bytes), 3 copied (786,432 bytes; 3 the volume cannot clone)")]
    public void FilesAreClonedWhereTheVolumeCanAndTheSecondBuildSkipsThem(string name, string line)
    {
        MSBuild msbuild = MSBuild.Require();
        using VolumeUnderTest volume = VolumeUnderTest.Require(name);
        var repo = new FrameworkRepo(volume);
        string[] sources = [.. new[] { "a.bin", "b.bin", "c.bin" }.Select(repo.WriteFile)];
        string project = repo.WriteProject("copy", CopyAll);

        IReadOnlyList<FrameworkBuild> builds = msbuild.Build(project, project);

        Assert.AreEqual($"CopyOnWrite: {line}, 0 unchanged.", builds[0].OurLine(), builds[0].Text);
        Assert.AreEqual("CopyOnWrite: 0 cloned (0 bytes), 0 copied, 3 unchanged.", builds[1].OurLine(), builds[1].Text);
        foreach (string source in sources)
        {
            string copy = repo.PathOf(Path.Combine("out", Path.GetFileName(source)));
            Assert.AreEqual(volume.Volume.Clones ? FrameworkRepo.Length : 0, Extents.BytesInCommon(source, copy), copy);
            CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(copy), copy);
            Assert.AreEqual(FileStatus.Of(source).Modified, FileStatus.Of(copy).Modified, copy);
        }
    }

    [TestMethod]
    [DataRow("btrfs")]
    [DataRow("xfs")]
    public void TheSecondCopyOfAFileOnAnotherVolumeIsClonedFromTheCache(string name)
    {
        MSBuild msbuild = MSBuild.Require();
        string[] sources = SettledFiles.Take(3);
        using VolumeUnderTest volume = VolumeUnderTest.Require(name);
        var repo = new FrameworkRepo(volume);
        string[] projects =
        [
            .. new[] { "one", "two" }.Select(project => repo.WriteProject(
                project,
                $"""<Copy SourceFiles="{string.Join(';', sources)}" DestinationFolder="out/{project}" />""",
                "<CopyOnWriteCacheWait>true</CopyOnWriteCacheWait>")),
        ];

        IReadOnlyList<FrameworkBuild> builds = msbuild.Build(projects);

        Assert.AreEqual(
            $"CopyOnWrite: 0 cloned (0 bytes), 3 cloned from the cache ({3 * SettledFiles.Length:N0} bytes), 0 copied, 0 unchanged.",
            builds[1].OurLine(),
            builds[1].Text);
        string[] entries = Directory.GetFiles(repo.PathOf(".copyonwrite-cache"), "*.entry");
        foreach (string source in sources)
        {
            string copy = repo.PathOf(Path.Combine("out", "two", Path.GetFileName(source)));
            Assert.AreEqual(SettledFiles.Length, entries.Max(entry => Extents.BytesInCommon(entry, copy)), copy);
            CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(copy), copy);
        }
    }
}
