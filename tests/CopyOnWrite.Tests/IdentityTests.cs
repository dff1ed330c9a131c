namespace CopyOnWrite.Tests;

/// <summary>Trees where one number does not mean one file.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class IdentityTests : InATemporaryFolder
{
    private const int Count = 120;

    [TestMethod]
    [DataRow("ino0,nlink0")]
    [DataRow("ino0,nlink2")]
    public void EachFileOfAFileSystemWhoseFilesHaveOneNumberIsCloned(string switches)
    {
        using var place = new FusePlace(switches);
        Write(place.Behind);

        string tree = Path.Combine(place.Folder, "tree");
        foreach (Platform platform in (Platform[])[new LinuxPlatform(new Refusals()), new DotNetLinuxPlatform()])
        {
            AssertIsCloned(platform, tree, _folder.PathOf(platform.GetType().Name));
            AssertIsCloned(platform, tree, Path.Combine(place.Folder, platform.GetType().Name));
        }
    }

    [TestMethod]
    public void WhatTheTargetDoesNotKeepIsCountedAndTheRestIsCloned()
    {
        using var place = new FusePlace("nomode,notime");
        string tree = Directory.CreateDirectory(_folder.PathOf("tree")).FullName;
        File.WriteAllText(Path.Combine(tree, "a"), "content");
        File.SetUnixFileMode(Path.Combine(tree, "a"), (UnixFileMode)Convert.ToInt32("4444", 8));
        Links.MakeHardLink(Path.Combine(tree, "a"), Path.Combine(tree, "b"));

        CloneTreeResult done = new LinuxPlatform(null).CloneTree(tree, Path.Combine(place.Folder, "clone"));

        Assert.IsEmpty(done.Entries, string.Join('\n', done.Entries));
        CollectionAssert.AreEqual(
            (string[])[$"{TreeProperty.Mode} 3", $"{TreeProperty.Time} 3", $"{TreeProperty.HardLink} 1"],
            done.NotKept.Select(loss => $"{loss.Property} {loss.Count}").ToArray());
        Assert.AreEqual("content", File.ReadAllText(Path.Combine(place.Folder, "clone", "a")));
        Assert.AreEqual("content", File.ReadAllText(Path.Combine(place.Folder, "clone", "b")));
    }

    /// <summary>Such as exFAT, which renames and does not link.</summary>
    [TestMethod]
    public void ANewFileIsWrittenOnceWhereFilesHaveNoLinks()
    {
        using var place = new FusePlace("none");
        string source = Files.Write(_folder.PathOf("source"), 10);

        CloneOutcome outcome = new FileCloner(new LinuxPlatform(null)).CloneOrCopy(source, Path.Combine(place.Folder, "new"));

        outcome.AssertIs(OutcomeKind.Copied, Reason.CloningDisabled);
        Assert.HasCount(1, Directory.GetFileSystemEntries(place.Folder));
    }

    private static void Write(string folder)
    {
        Directory.CreateDirectory(Path.Combine(folder, "tree", "sub"));
        for (int i = 0; i < Count; i++)
        {
            File.WriteAllText(Path.Combine(folder, "tree", i % 2 == 0 ? "sub" : string.Empty, $"{i:d3}"), $"{i:d3}");
        }
    }

    private static void AssertIsCloned(Platform platform, string tree, string clone)
    {
        CloneTreeResult done = platform.CloneTree(tree, clone);

        Assert.AreEqual(string.Empty, string.Join('\n', (object[])[.. done.Entries, .. done.NotKept]));
        string[] files = Directory.GetFiles(clone, "*", SearchOption.AllDirectories);
        Assert.HasCount(Count, files);
        Assert.IsEmpty(files.Where(file => File.ReadAllText(file) != Path.GetFileName(file)));
    }
}
