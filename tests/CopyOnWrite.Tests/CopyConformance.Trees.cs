namespace CopyOnWrite.Tests;

/// <summary><see cref="FileCloner.CloneTree"/>.</summary>
public abstract partial class CopyConformance
{
    private static readonly DateTime s_longAgo = new(2001, 2, 3, 4, 5, 6, DateTimeKind.Utc);

    private protected string Tree => field ??= WriteTree();

    [TestMethod]
    public void ATreesFilesFoldersAndTimesAreKept()
    {
        Directory.CreateDirectory(Path.Combine(Tree, "sub", "empty"));
        Directory.SetLastWriteTimeUtc(Path.Combine(Tree, "sub"), s_longAgo);

        IReadOnlyList<TreeEntry> done = Library.CloneTree(Tree, Volume.PathOf("clone"));

        AssertEntries(done, $"large {TreeEntryKind.File}", $"sub/small {TreeEntryKind.File}");
        TreeEntry large = done.Single(entry => entry.Path == "large");
        large.Outcome.AssertIs(ExpectedOf(LibraryLength));
        Assert.AreEqual(
            large.Outcome.IsClone ? LibraryLength : 0, BytesInCommon(Path.Combine(Tree, "large"), Volume.PathOf("clone/large")));
        Assert.AreEqual("small", File.ReadAllText(Volume.PathOf("clone/sub/small")));
        Assert.AreEqual(s_longAgo, Directory.GetLastWriteTimeUtc(Volume.PathOf("clone/sub")));
        Assert.IsTrue(Directory.Exists(Volume.PathOf("clone/sub/empty")));
        Assert.AreEqual(File.GetLastWriteTimeUtc(Path.Combine(Tree, "large")), File.GetLastWriteTimeUtc(Volume.PathOf("clone/large")));
    }

    [TestMethod]
    public void ATreeIsClonedOverAnotherOnlyWhereThatIsAllowed()
    {
        Directory.CreateDirectory(Volume.PathOf("clone/sub"));
        File.WriteAllText(Volume.PathOf("clone/large"), "old");
        File.WriteAllText(Volume.PathOf("clone/other"), "stays");

        AssertEntries(Library.CloneTree(Tree, Volume.PathOf("clone")), $"large {TreeEntryKind.Failed}", $"sub/small {TreeEntryKind.File}");
        Assert.AreEqual("old", File.ReadAllText(Volume.PathOf("clone/large")));

        IReadOnlyList<TreeEntry> over = Library.CloneTree(Tree, Volume.PathOf("clone"), new CloneTreeOptions { Overwrite = true });
        AssertEntries(over, $"large {TreeEntryKind.File}", $"sub/small {TreeEntryKind.File}");
        CollectionAssert.AreEqual(File.ReadAllBytes(Path.Combine(Tree, "large")), File.ReadAllBytes(Volume.PathOf("clone/large")));
        Assert.AreEqual("stays", File.ReadAllText(Volume.PathOf("clone/other")));
    }

    [TestMethod]
    public void ACancelledTreeHasAnEntryForEachFileThatIsKnown()
    {
        IReadOnlyList<TreeEntry> done =
            Library.CloneTree(Tree, Volume.PathOf("clone"), cancellation: new CancellationToken(canceled: true));

        AssertEntries(done, $" {TreeEntryKind.NotReached}");
        Assert.IsEmpty(Directory.GetFileSystemEntries(Volume.PathOf("clone")));
    }

    [TestMethod]
    public void ATreeThatIsNoneOrHoldsItsCloneIsRefused()
    {
        Assert.ThrowsExactly<DirectoryNotFoundException>(() => Library.CloneTree(Volume.PathOf("missing"), Volume.PathOf("clone")));
        Assert.ThrowsExactly<DirectoryNotFoundException>(() => Library.CloneTree(Path.Combine(Tree, "large"), Volume.PathOf("clone")));
        Assert.ThrowsExactly<ArgumentException>(() => Library.CloneTree(Tree, Tree + Path.DirectorySeparatorChar));
        Assert.ThrowsExactly<ArgumentException>(() => Library.CloneTree(Tree, Path.Combine(Tree, "sub", "clone")));
        AssertOnlyFiles("large", "small");
    }

    [TestMethod]
    public void WhatIsLeftOutOfATreeIsNotClonedNorReported()
    {
        Directory.CreateDirectory(Path.Combine(Tree, "sub", "below"));
        string[] asked = [];
        var options = new CloneTreeOptions
        {
            LeaveOut = path =>
            {
                asked = [.. asked, path.Replace('\\', '/')];
                return path == "sub";
            },
        };

        AssertEntries(Library.CloneTree(Tree, Volume.PathOf("clone"), options), $"large {TreeEntryKind.File}");

        CollectionAssert.AreEquivalent((string[])["large", "sub"], asked);
        Assert.HasCount(1, Directory.GetFileSystemEntries(Volume.PathOf("clone")));
    }

    [TestMethod]
    [DataRow(true)]
    [DataRow(false)]
    public void WhatChangesWhileItsTreeIsClonedIsNamedWhereThatIsAskedFor(bool asked)
    {
        Directory.SetLastWriteTimeUtc(Path.Combine(Tree, "sub"), s_longAgo);
        var options = new CloneTreeOptions
        {
            UnchangedFor = asked ? TimeSpan.Zero : null,
            Progress = (_, _) =>
            {
                File.AppendAllText(Path.Combine(Tree, "large"), "more");
                File.WriteAllText(Path.Combine(Tree, "sub", "new"), "new");
            },
        };

        IReadOnlyList<TreeEntry> done = Library.CloneTree(Tree, Volume.PathOf("clone"), options);

        AssertEntries(done,
        [
            $"large {(asked ? TreeEntryKind.Changed : TreeEntryKind.File)}", $"sub/small {TreeEntryKind.File}",
            .. asked ? [$"sub {TreeEntryKind.Changed}"] : (string[])[],
        ]);
    }

    [TestMethod]
    public void ATreeThatDoesNotChangeHasNoChangesAndEachFileIsCounted()
    {
        string[] counted = [];
        var options = new CloneTreeOptions
        {
            UnchangedFor = TimeSpan.FromSeconds(1),
            Progress = (done, total) => counted = [.. counted, $"{done} of {total}"],
        };

        AssertEntries(
            Library.CloneTree(Tree, Volume.PathOf("clone"), options), $"large {TreeEntryKind.File}", $"sub/small {TreeEntryKind.File}");

        CollectionAssert.AreEqual((string[])["1 of 2", "2 of 2"], counted);
    }

    /// <summary>Whatever the machine does meanwhile, the last file is older than the time when the call has ended.</summary>
    [TestMethod]
    public void TheSecondLookWaitsUntilTheNewestFileIsSoOldAndATimeInTheFutureDoesNotCount()
    {
        File.SetLastWriteTimeUtc(Path.Combine(Tree, "sub", "small"), DateTime.UtcNow.AddDays(1));
        DateTime newest = DateTime.UtcNow;
        File.SetLastWriteTimeUtc(Path.Combine(Tree, "large"), newest);

        _ = Library.CloneTree(Tree, Volume.PathOf("clone"), new CloneTreeOptions { UnchangedFor = TimeSpan.FromSeconds(2) });

        Assert.IsGreaterThanOrEqualTo(TimeSpan.FromSeconds(1.9), DateTime.UtcNow - newest);
        Assert.IsLessThan(TimeSpan.FromHours(1), DateTime.UtcNow - newest);
    }

    private string WriteTree()
    {
        string tree = Directory.CreateDirectory(Volume.PathOf("tree")).FullName;
        Directory.CreateDirectory(Path.Combine(tree, "sub"));
        Files.Write(Path.Combine(tree, "large"), LibraryLength);
        File.WriteAllText(Path.Combine(tree, "sub", "small"), "small");
        return tree;
    }

    private protected static void AssertEntries(IReadOnlyList<TreeEntry> found, params string[] expected) => CollectionAssert.AreEquivalent(
        expected, found.Select(entry => $"{entry.Path.Replace('\\', '/')} {entry.Kind}").ToArray(), string.Join('\n', found));
}
