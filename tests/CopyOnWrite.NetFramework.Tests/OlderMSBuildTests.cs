namespace CopyOnWrite.NetFramework.Tests;

/// <summary>MSBuild 16.6.0: Copy works, or is the built-in's, and never fails for what that version lacks.</summary>
[TestClass]
public sealed class OlderMSBuildTests
{
    [TestMethod]
    public void CopyWorksWithoutTheNewerMembers()
    {
        using var repo = new FrameworkRepo("btrfs");
        MSBuild older = repo.OlderMSBuild();
        string source = repo.WriteFile("a.bin");
        string project = repo.WriteProject("copy", """<Copy SourceFiles="a.bin" DestinationFolder="out" SkipUnchangedFiles="true" />""");

        IReadOnlyList<FrameworkBuild> builds = older.Build(
            project,
            project,
            repo.WriteProject("linked", """<Copy SourceFiles="a.bin" DestinationFiles="linked.bin" UseHardlinksIfPossible="true" />"""),
            repo.WriteProject("missing", """<Copy SourceFiles="none.bin;a.bin" DestinationFolder="other" />"""),
            repo.WriteProject("newer", """<Copy SourceFiles="a.bin" DestinationFolder="newer" FailIfNotIncremental="true" />"""));

        Assert.Contains(" 1 cloned (", builds[0].OurLine());
        Assert.AreEqual(FrameworkRepo.Length, Extents.BytesInCommon(source, repo.PathOf("out/a.bin")));
        Assert.Contains(" 1 unchanged.", builds[1].OurLine());

        // The built-in's, whole and in part.
        Assert.Contains("CopyOnWrite: left to the built-in task: UseHardlinksIfPossible is set.", builds[2].Text);
        Assert.AreEqual(FileStatus.Of(source).Identity, FileStatus.Of(repo.PathOf("linked.bin")).Identity);
        CollectionAssert.AreEqual(new[] { "MSB3030" }, builds[3].Log.Errors.Select(error => error.Code).ToArray(), builds[3].Text);
        Assert.IsTrue(File.Exists(repo.PathOf("other/a.bin")));

        // A parameter of 17.7, which is unknown to this MSBuild.
        CollectionAssert.AreEqual(
            new[] { "MSB4064", "MSB4063" }, builds[4].Log.Errors.Select(error => error.Code).ToArray(), builds[4].Text);
    }

    [TestMethod]
    [DataRow("15.9.20", false)]
    [DataRow("16.0.461", true)]
    public void BeforeMSBuild16TheBuiltInCopiesAndOneMessageSaysSo(string version, bool ours)
    {
        using var repo = new FrameworkRepo("btrfs");
        _ = repo.WriteFile("a.bin");

        // An MSBuild 15 is in no package; this is 17.7.2, for whose version the package takes another's.
        FrameworkBuild build = repo.Build(repo.WriteProject(
            "copy",
            """<Copy SourceFiles="a.bin" DestinationFolder="out" /><Copy SourceFiles="a.bin" DestinationFolder="out2" />""",
            $"<_CopyOnWriteMSBuildVersion>{version}</_CopyOnWriteMSBuildVersion>"))[0];

        Assert.IsEmpty(build.Log.Errors.Concat(build.Log.Warnings), build.Text);
        Assert.AreEqual(ours, build.IsOurs, build.Text);
        Assert.IsTrue(File.Exists(repo.PathOf("out/a.bin")));
        Assert.HasCount(
            ours ? 1 : 2,
            build.Text.Split(
                $"CopyOnWrite: MSBuild {version} is older than 16.0, which the task needs; MSBuild's own Copy task is used."),
            build.Text);
    }
}
