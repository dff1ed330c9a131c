namespace CopyOnWrite.Tests;

/// <summary><see cref="CopyOnWrite.TreeClone"/>.</summary>
public abstract partial class CopyConformance
{
    private const int MostAttempts = 20;

    private static readonly DateTime s_longAgo = new(2001, 2, 3, 4, 5, 6, DateTimeKind.Utc);

    private protected string Tree => field ??= WriteTree();

    private protected string TreeClone => Volume.PathOf("clone");

    private protected CloneTreeResult CloneTree(
        string tree, string clone, CloneTreeOptions? options = null, CancellationToken cancellation = default) =>
        Strategy.CloneTree(tree, clone, options, cancellation);

    private protected PrivateTree MakeTree() => PrivateTree.Make(Strategy, Tree, Volume.Folder, TreeClone);

    [TestMethod]
    public void ATreesFilesFoldersAndTimesAreKept()
    {
        Directory.CreateDirectory(Path.Combine(Tree, "sub", "empty"));
        Directory.SetLastWriteTimeUtc(Path.Combine(Tree, "sub"), s_longAgo);
        new FileInfo(Path.Combine(Tree, "sub", "small")).IsReadOnly = true;

        CloneTreeResult done = CloneTree(Tree, TreeClone);

        AssertDone(done);
        Assert.IsTrue(new FileInfo(Path.Combine(TreeClone, "sub", "small")).IsReadOnly);
        Assert.AreEqual(2, done.Counts.Sum(count => count.Files));
        TreeCount large = done.Counts.Single(count => count.Bytes >= LibraryLength);
        Assert.AreEqual(LibraryClones, large.Kind == TreeEntryKind.Cloned, large.ToString());
        Assert.AreEqual(
            large.Kind == TreeEntryKind.Cloned ? LibraryLength : 0,
            BytesInCommon(Path.Combine(Tree, "large"), Path.Combine(TreeClone, "large")));
        Assert.AreEqual(s_longAgo, Directory.GetLastWriteTimeUtc(Path.Combine(TreeClone, "sub")));
        AssertEqualTrees();
        CollectionAssert.AreEquivalent((string[])[Tree, TreeClone], Directory.GetFileSystemEntries(Volume.Folder));
    }

    [TestMethod]
    public void AFolderOfManyFilesIsSharedAmongThreads()
    {
        string[] names = [.. Enumerable.Range(0, 600).Select(i => $"{i}")];
        Array.ForEach(names, name => File.WriteAllText(Path.Combine(Tree, "sub", name), name));

        CloneTreeResult done = CloneTree(Tree, TreeClone, new CloneTreeOptions { LooksAgain = true });

        AssertDone(done);
        Assert.AreEqual(602, done.Counts.Sum(count => count.Files));
        AssertEqualTrees();
    }

    [TestMethod]
    public void ATreeIsClonedOnlyToAPathWhereNothingIs()
    {
        Directory.CreateDirectory(TreeClone);
        File.WriteAllText(Volume.PathOf("file"), "stays");

        Assert.ThrowsExactly<IOException>(() => CloneTree(Tree, TreeClone));
        Assert.ThrowsExactly<IOException>(() => CloneTree(Tree, Volume.PathOf("file")));
        Assert.ThrowsExactly<IOException>(() => CloneTree(Tree, Tree));
        Assert.ThrowsExactly<DirectoryNotFoundException>(() => CloneTree(Volume.PathOf("missing"), Volume.PathOf("new")));
        Assert.ThrowsExactly<DirectoryNotFoundException>(() => CloneTree(Path.Combine(Tree, "large"), Volume.PathOf("new")));

        Assert.IsEmpty(Directory.GetFileSystemEntries(TreeClone));
        CollectionAssert.AreEquivalent((string[])[Tree, TreeClone, Volume.PathOf("file")], Directory.GetFileSystemEntries(Volume.Folder));
    }

    /// <summary>Read-only ones included, and also where the caller fails with the files that it repairs.</summary>
    [TestMethod]
    public void NothingIsLeftOfATreeThatIsNotWhole()
    {
        new FileInfo(Path.Combine(Tree, "sub", "small")).IsReadOnly = true;
        using var cancel = new CancellationTokenSource();
        var cancelling = new CloneTreeOptions { LeaveOut = _ => { cancel.Cancel(); return false; } };

        Assert.ThrowsExactly<OperationCanceledException>(() => CloneTree(Tree, TreeClone, cancelling, cancel.Token));
        PrivateTree tree = MakeTree();
        using (tree)
        {
            tree.Fill(new CloneTreeOptions());
            Assert.IsTrue(File.Exists(Path.Join(tree.Path, "sub", "small")));
            tree.Stamp();
        }

        Assert.IsFalse(tree.IsLeft);

        CollectionAssert.AreEqual((string[])[Tree], Directory.GetFileSystemEntries(Volume.Folder));
    }

    [TestMethod]
    [DataRow(false)]
    [DataRow(true)]
    public void WhatWasMadeAtTheDestinationMeanwhileStaysAndTheTreeIsNot(bool isFolder)
    {
        PrivateTree tree = MakeTree();
        using (tree)
        {
            tree.Fill(new CloneTreeOptions());
            tree.Stamp();
            if (isFolder)
            {
                Directory.CreateDirectory(TreeClone);
            }
            else
            {
                File.WriteAllText(TreeClone, "stays");
            }

            IOException refused = Assert.ThrowsExactly<IOException>(() => tree.Publish(TreeClone));

            Assert.Contains(TreeClone, refused.Message);
            Assert.DoesNotContain(tree.Name, refused.Message);
        }

        Assert.IsFalse(tree.IsLeft);
        CollectionAssert.AreEquivalent((string[])[Tree, TreeClone], Directory.GetFileSystemEntries(Volume.Folder));
        Assert.AreEqual(isFolder, Directory.Exists(TreeClone));
    }

    [TestMethod]
    public void ATreeIsClonedIntoAFolderOfItsOwn()
    {
        string clone = Path.Combine(Tree, "sub", "above", "clone");

        AssertDone(CloneTree(Tree, clone, new CloneTreeOptions { LooksAgain = true }));

        string[] expected = ["large", "sub", Path.Combine("sub", "above"), Path.Combine("sub", "small")];
        CollectionAssert.AreEqual(expected, Below(clone));
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
                asked = [.. asked, path];
                return path == "sub";
            },
        };

        AssertDone(CloneTree(Tree, TreeClone, options));

        CollectionAssert.AreEquivalent((string[])["large", "sub"], asked);
        CollectionAssert.AreEqual((string[])["large"], Below(TreeClone));
    }

    [TestMethod]
    [DataRow(true)]
    [DataRow(false)]
    public void WhatChangesWhileItsTreeIsClonedIsClonedAgainWhereThatIsAskedForAndIsNamed(bool looksAgain)
    {
        string sub = Path.Combine(Tree, "sub");
        Directory.CreateDirectory(Path.Combine(sub, "gone"));
        Directory.CreateDirectory(Path.Combine(Tree, "a", "level", "below", "last"));
        Array.ForEach((string[])["large", "sub/small"], file => File.SetLastWriteTimeUtc(Path.Combine(Tree, file), s_longAgo));
        Strategy.MostHelpers = 0; // One folder after the other.
        var options = new CloneTreeOptions
        {
            LooksAgain = looksAgain,
            LeaveOut = path =>
            {
                // The last entry: what is in the other folders is cloned.
                if (Path.GetFileName(path) == "last")
                {
                    File.AppendAllText(Path.Combine(Tree, "large"), "more");
                    Directory.Delete(Path.Combine(sub, "gone"));
                    string folder = Directory.CreateDirectory(Path.Combine(Tree, "new", "below")).FullName;
                    File.Move(Path.Combine(sub, "small"), Path.Combine(folder, "small"));
                }

                return false;
            },
        };

        CloneTreeResult done = CloneTree(Tree, TreeClone, options);

        string[] files = Directory.GetFiles(TreeClone, "*", SearchOption.AllDirectories);
        Assert.HasCount(looksAgain ? 3 : 2, files);
        Assert.AreEqual(files.Length, done.Counts.Sum(count => count.Files));
        Assert.AreEqual(files.Sum(file => new FileInfo(file).Length), done.Counts.Sum(count => count.Bytes));
        string[] folders = ["sub", "sub/gone", "a", "a/level", "a/level/below", "a/level/below/last"];
        CollectionAssert.AreEquivalent(
            looksAgain ? [.. folders, "new", "new/below"] : folders,
            Array.ConvertAll(
                Directory.GetDirectories(TreeClone, "*", SearchOption.AllDirectories),
                folder => Path.GetRelativePath(TreeClone, folder).Replace(Path.DirectorySeparatorChar, '/')));
        Assert.AreEqual(LibraryLength + (looksAgain ? "more".Length : 0), new FileInfo(Path.Combine(TreeClone, "large")).Length);
        CollectionAssert.AreEqual(
            looksAgain ? (string[])[string.Empty, "large", "sub", Path.Combine("sub", "gone")] : [],
            done.Entries.Where(entry => entry.Kind == TreeEntryKind.Changed).Select(entry => entry.Path).ToArray());
    }

    /// <summary>A slow machine may clone the file when it is no longer new.</summary>
    [TestMethod]
    public void WhatGoesOnChangingIsNamedAndIsNotInTheClone()
    {
        Strategy.MostHelpers = 0;
        string folder = Path.Combine(Tree, "new");
        string file = Path.Combine("new", "file");
        var options = new CloneTreeOptions
        {
            LooksAgain = true,
            LeaveOut = path =>
            {
                // Made when the folder above is cloned, and written when it is cloned itself.
                if (path == file || path == Path.Combine("sub", "small"))
                {
                    File.WriteAllText(Path.Combine(Directory.CreateDirectory(folder).FullName, "file"), path);
                }

                return false;
            },
        };
        CloneTreeResult done = CloneTree(Tree, TreeClone, options);
        for (int attempt = 1; File.Exists(Path.Combine(TreeClone, file)) && attempt < MostAttempts; attempt++)
        {
            Array.ForEach((string[])[folder, TreeClone], path => Directory.Delete(path, recursive: true));
            done = CloneTree(Tree, TreeClone, options);
        }

        CollectionAssert.AreEqual(
            (string[])[$": {TreeEntryKind.Changed}", $"{file}: {TreeEntryKind.Changed}"],
            done.Entries.Select(entry => $"{entry.Path}: {entry.Kind}").ToArray(), string.Join('\n', done.Entries));
        Assert.AreEqual(2, done.Counts.Sum(count => count.Files));
        CollectionAssert.AreEqual((string[])["large", "new", "sub", Path.Combine("sub", "small")], Below(TreeClone));
    }

    /// <summary>As a write within the kernel's tick leaves it. A slow machine may clone the file when it is no longer new.</summary>
    [TestMethod]
    public void AFileThatChangesAMomentAfterItsCloningIsClonedAgainThoughItsTimeAndLengthAreTheSame()
    {
        Strategy.MostHelpers = 0;
        string file = Path.Combine(Tree, "large");
        for (int attempt = 1; ; attempt++)
        {
            DateTime time = default;
            bool listed = false;
            var options = new CloneTreeOptions
            {
                LooksAgain = true,
                LeaveOut = path =>
                {
                    if (path.Length == "large".Length && !listed)
                    {
                        listed = true;
                        File.SetLastWriteTimeUtc(file, time = DateTime.UtcNow);
                    }
                    else if (Path.GetFileName(path) == "small" && File.ReadAllBytes(file)[0] != (byte)attempt)
                    {
                        using (FileStream written = File.OpenWrite(file))
                        {
                            written.WriteByte((byte)attempt);
                        }

                        File.SetLastWriteTimeUtc(file, time);
                    }

                    return false;
                },
            };

            AssertDone(CloneTree(Tree, TreeClone, options));

            if (File.ReadAllBytes(Path.Combine(TreeClone, "large"))[0] == (byte)attempt)
            {
                return;
            }

            Assert.AreNotEqual(MostAttempts, attempt);
            Directory.Delete(TreeClone, recursive: true);
        }
    }

    [TestMethod]
    public void ATreeThatDoesNotChangeIsComparedOnceAndItsFilesAreCounted()
    {
        File.SetLastWriteTimeUtc(Path.Combine(Tree, "sub", "small"), DateTime.UtcNow.AddDays(1));
        int counted = 0;
        int asked = 0;
        Array.ForEach((string[])["sub", string.Empty], folder => Directory.SetLastWriteTimeUtc(Path.Combine(Tree, folder), s_longAgo));
        var options = new CloneTreeOptions
        {
            LooksAgain = true,
            Progress = done => counted = done,
            LeaveOut = _ => Interlocked.Increment(ref asked) < 0,
        };

        AssertDone(CloneTree(Tree, TreeClone, options));

        Assert.AreEqual((2, 3), (counted, asked));
    }

    /// <summary>Scanners do so on Windows.</summary>
    [TestMethod]
    public void ARenameThatIsRefusedForAMomentIsTriedAgain()
    {
        int refused = 0;

        PrivateTree.Move(Tree, TreeClone, (from, to) =>
        {
            _ = refused++ < 2 ? throw (refused == 1 ? new UnauthorizedAccessException() : new IOException()) : true;
            Directory.Move(from, to);
        });

        Assert.IsTrue(Directory.Exists(TreeClone));
    }

    private string WriteTree()
    {
        string tree = Directory.CreateDirectory(Volume.PathOf("tree")).FullName;
        Directory.CreateDirectory(Path.Combine(tree, "sub"));
        Files.Write(Path.Combine(tree, "large"), LibraryLength);
        File.WriteAllText(Path.Combine(tree, "sub", "small"), "small");
        return tree;
    }

    private protected void AssertEqualTrees()
    {
        string[] paths = Below(Tree);
        CollectionAssert.AreEqual(paths, Below(TreeClone));
        CollectionAssert.AreEqual(
            Array.ConvertAll(paths, path => Describe(Tree, path)), Array.ConvertAll(paths, path => Describe(TreeClone, path)));

        static string Describe(string tree, string path)
        {
            var file = new FileInfo(Path.Combine(tree, path));
            string? content = file.LinkTarget ?? (file.Exists ? Convert.ToHexString(File.ReadAllBytes(file.FullName)) : null);
            return $"{path}: {file.LastWriteTimeUtc:O} {content}";
        }
    }

    private protected static void AssertDone(CloneTreeResult done) =>
        Assert.AreEqual(string.Empty, string.Join('\n', (object[])[.. done.Entries, .. done.NotKept]));

    private static string[] Below(string folder) => [.. Directory.GetFileSystemEntries(folder, "*", SearchOption.AllDirectories)
        .Select(path => Path.GetRelativePath(folder, path)).Order(StringComparer.Ordinal)];
}
