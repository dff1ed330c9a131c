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
        using var repo = new FrameworkRepo(name);
        string[] sources = [.. new[] { "a.bin", "b.bin", "c.bin" }.Select(repo.WriteFile)];
        string project = repo.WriteProject("copy", CopyAll);

        IReadOnlyList<FrameworkBuild> builds = repo.Build(project, project);

        Assert.AreEqual($"CopyOnWrite: {line}, 0 unchanged.", builds[0].OurLine(), builds[0].Text);
        Assert.AreEqual("CopyOnWrite: 0 cloned (0 bytes), 0 copied, 3 unchanged.", builds[1].OurLine(), builds[1].Text);
        foreach (string source in sources)
        {
            string copy = repo.PathOf(Path.Combine("out", Path.GetFileName(source)));
            Assert.AreEqual(repo.Clones ? FrameworkRepo.Length : 0, Extents.BytesInCommon(source, copy), copy);
            CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(copy), copy);
            Assert.AreEqual(FileStatus.Of(source).Modified, FileStatus.Of(copy).Modified, copy);
        }
    }

    [TestMethod]
    [DataRow("btrfs")]
    [DataRow("xfs")]
    public void TheSecondCopyOfAFileOnAnotherVolumeIsClonedFromTheCache(string name)
    {
        string[] sources = SettledFiles.Take(3);
        using var repo = new FrameworkRepo(name);
        string[] projects =
        [
            .. new[] { "one", "two" }.Select(project => repo.WriteProject(
                project,
                $"""<Copy SourceFiles="{string.Join(';', sources)}" DestinationFolder="out/{project}" />""",
                "<CopyOnWriteCacheWait>true</CopyOnWriteCacheWait>")),
        ];

        IReadOnlyList<FrameworkBuild> builds = repo.Build(projects);

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

    /// <summary>Properties reach the task.</summary>
    [TestMethod]
    public void TheSwitchesAreHonouredAndAWrongValueIsAnError()
    {
        using var repo = new FrameworkRepo("btrfs");
        string source = repo.WriteFile("a.bin");
        string settled = SettledFiles.Take();

        string Project(string name, string source, string property) =>
            repo.WriteProject(name, $"""<Copy SourceFiles="{source}" DestinationFiles="{name}.bin" />""", property);
        IReadOnlyList<FrameworkBuild> builds = repo.Build(
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
