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
    public void AFolderOfAFileSystemWhoseFilesHaveOneNumberIsNotClonedIntoItself()
    {
        using var place = new FusePlace("ino0");
        Write(place.Behind);
        Links.MakeSymbolicLink(_folder.PathOf("alias"), Path.Combine(place.Folder, "tree"));

        foreach (Platform platform in (Platform[])[new LinuxPlatform(null), new DotNetLinuxPlatform()])
        {
            string name = platform.GetType().Name;
            IReadOnlyList<TreeEntry> done = new FileCloner(platform).CloneTree(
                Path.Combine(place.Folder, "tree"), Path.Combine(_folder.PathOf("alias"), name));

            Assert.AreEqual(name, done.Single(entry => entry.Kind == TreeEntryKind.Failed).Path, string.Join('\n', done));
        }
    }

    [TestMethod]
    public void AHardLinkThatTheTargetRefusesIsAnotherClone()
    {
        using var place = new FusePlace("none");
        string tree = Directory.CreateDirectory(_folder.PathOf("tree")).FullName;
        File.WriteAllText(Path.Combine(tree, "a"), "content");
        File.SetUnixFileMode(Path.Combine(tree, "a"), UnixFileMode.UserRead);
        Links.MakeHardLink(Path.Combine(tree, "a"), Path.Combine(tree, "b"));

        IReadOnlyList<TreeEntry> done = new FileCloner(new LinuxPlatform(null)).CloneTree(tree, Path.Combine(place.Folder, "clone"));

        Assert.IsTrue(done.Count == 2 && done.All(entry => entry.Kind == TreeEntryKind.File), string.Join('\n', done));
        foreach (string name in new[] { "a", "b" })
        {
            string file = Path.Combine(place.Folder, "clone", name);
            Assert.AreEqual(("content", UnixFileMode.UserRead), (File.ReadAllText(file), File.GetUnixFileMode(file)));
            Assert.AreEqual(File.GetLastWriteTimeUtc(Path.Combine(tree, "a")), File.GetLastWriteTimeUtc(file));
        }
    }

    private static void Write(string folder)
    {
        Directory.CreateDirectory(Path.Combine(folder, "tree", "sub"));
        for (int i = 0; i < Count; i++)
        {
            File.WriteAllText(Path.Combine(folder, "tree", i % 2 == 0 ? "sub" : string.Empty, $"{i:d3}"), $"{i:d3}");
        }

        // By its time it is another folder than the clone.
        Directory.SetLastWriteTimeUtc(Path.Combine(folder, "tree", "sub"), new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc));
    }

    private static void AssertIsCloned(Platform platform, string tree, string clone)
    {
        IReadOnlyList<TreeEntry> done = new FileCloner(platform).CloneTree(tree, clone);

        Assert.IsEmpty(done.Where(entry => entry.Kind != TreeEntryKind.File), string.Join('\n', done));
        string[] files = Directory.GetFiles(clone, "*", SearchOption.AllDirectories);
        Assert.HasCount(Count, files);
        Assert.IsEmpty(files.Where(file => File.ReadAllText(file) != Path.GetFileName(file)));
    }
}
