namespace CopyOnWrite.Tests.Cache;

/// <summary>Folders that cannot or must not be used: the copy is right all the same, and the cache says what the matter is.</summary>
public abstract partial class CacheConformance
{
    private const string OtherPrograms = "Signature: 8a477f597d28d172789f06886806bc55\n# Another program's.\n";

    [TestMethod]
    public void TheFolderIsItsUsersAloneAndKeptOutOfGitAndBackups()
    {
        foreach (string path in new[] { Folder, Entry(Cached) })
        {
            Assert.AreEqual(CacheProblem.None, Lane.AccessOf(path), path);
        }

        Assert.AreEqual("*\n", File.ReadAllText(Path.Combine(Folder, CacheFiles.Ignore)));
        Assert.StartsWith(
            "Signature: 8a477f597d28d172789f06886806bc55\n# CopyOnWrite.Sdk ", File.ReadAllText(Path.Combine(Folder, CacheFiles.Tag)));
    }

    [TestMethod]
    [DataRow("another user's", CacheProblem.WrongOwner)]
    [DataRow("others may write", CacheProblem.WritableByOthers)]
    [DataRow("a link", CacheProblem.NotAFolder)]
    [DataRow("a file", CacheProblem.NotAFolder)]
    public void AFolderThatOthersMayChangeOrThatIsNoFolderIsNotUsedAndNotTouched(string what, object problem)
    {
        string source = CachedSources(1)[0];
        Spoil(what);
        string[] before = NamesInCache();

        Assert.AreEqual(Unusable, Copy(source, "one", (CacheProblem)problem));
        Assert.AreEqual(Unusable, Copy(source, "two", (CacheProblem)problem, Folder + Path.DirectorySeparatorChar));

        Lane.NewProcess().PruneCache(Folder, 0, TimeSpan.Zero);
        CollectionAssert.AreEqual(before, NamesInCache());
    }

    /// <summary>A user's folder, named by a wrong property, with files whose names resemble the cache's.</summary>
    [TestMethod]
    [DataRow("notes.txt", "mine")]
    [DataRow("settings.new", "mine")]
    [DataRow(".gitignore", "*")]
    [DataRow("0123456789abcdef-0.entry", "mine")]
    [DataRow(CacheFiles.Tag, OtherPrograms)]
    public void AFolderWithFilesAndWithoutTheTagIsNotUsedNotPrunedAndNotTouched(string name, string content)
    {
        Lane.MakeFolder(Folder);
        string file = Path.Combine(Folder, name);
        File.WriteAllText(file, content);
        File.SetLastWriteTimeUtc(file, new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc));
        DateTime before = Directory.GetLastWriteTimeUtc(Folder);

        Assert.AreEqual(Unusable, Copy(Lane.Take(), "one", CacheProblem.NotACache));
        Lane.NewProcess().PruneCache(Folder, 0, TimeSpan.Zero);

        CollectionAssert.AreEqual(new[] { name }, NamesInCache());
        Assert.AreEqual(content, File.ReadAllText(file));
        Assert.AreEqual(before, Directory.GetLastWriteTimeUtc(Folder), "The folder's time tells of files that came and went.");
    }

    /// <summary>Put there, or opened to others, while the folder was open to them, and left so when it was closed again.</summary>
    [TestMethod]
    [DataRow("another user's")]
    [DataRow("others may write")]
    public void AnEntryThatAnotherUserOwnsOrCanWriteToIsNotUsedAndIsReplaced(string what)
    {
        GiveOrOpen(what, Entry(Cached));

        Assert.AreEqual(Added, Copy(Cached, "one"));
        Assert.AreEqual(CacheProblem.None, Lane.AccessOf(Entry(Cached)));
        AssertServes(Cached);
        AssertCacheHolds(Cached);
    }

    /// <summary>Created by a user, by a process that was killed before it wrote the tag, or by one that is just writing it.</summary>
    [TestMethod]
    [DataRow(false)]
    [DataRow(true)]
    public void AnEmptyFolderOfTheUserAloneIsUsedAndGetsTheTag(bool tagIsJustBeingWritten)
    {
        Lane.MakeFolder(Folder);
        if (tagIsJustBeingWritten)
        {
            File.WriteAllText(Path.Combine(Folder, CacheFiles.Tag), string.Empty);
        }

        AssertServes(Cached);
        AssertCacheHolds(Cached);
        Assert.StartsWith("Signature: ", File.ReadAllText(Path.Combine(Folder, CacheFiles.Tag)));
    }

    [TestMethod]
    public void MissingFoldersAboveAreMadeAndASeparatorAtTheEndNamesTheSameFolder()
    {
        string folder = Lane.PathOf("not/there/yet/cache");

        Assert.AreEqual(Added, Copy(Source, "one", folder: folder + Path.DirectorySeparatorChar));
        Assert.AreEqual(Cloned, Copy(Source, "two", folder: folder));
        Assert.AreEqual(CacheProblem.None, Lane.AccessOf(folder));
        CollectionAssert.Contains(Names(folder), CacheFiles.Ignore);
    }

    [TestMethod]
    public void ACacheThatIsDeletedBetweenTwoCallsIsMadeAgain()
    {
        Assert.AreEqual(Cloned, Copy(Process, Cached, "one"));
        DeleteFiles();
        Directory.Delete(Folder);

        Assert.AreEqual(Added, Copy(Process, Cached, "two"));
        AssertClone(Process, Cached, "three");
    }

    /// <summary>Deletes all files but not the folder: on Windows it cannot be deleted while in use.</summary>
    [TestMethod]
    public void ACacheWhoseFilesAreDeletedInTheMiddleOfACallIsFilledAgainByTheNextCall()
    {
        string[] sources = CachedSources();
        InOneCall(cache =>
        {
            Assert.AreEqual(Cloned, Copy(Process, cache, sources[0], "one"));
            DeleteFiles();

            Assert.AreEqual(Added, Copy(Process, cache, sources[0], "two"));
            Assert.AreEqual(Added, Copy(Process, cache, sources[1], "three"));
            Assert.AreEqual(CacheProblem.None, cache.Problem);
        });
        Assert.AreEqual(Added, Copy(Process, sources[0], "four"));
        AssertServes(sources[0]);
        AssertCacheHolds(sources[0]);
    }

    /// <summary>Deleted with the cache's other files, while another process was giving this entry its name.</summary>
    [TestMethod]
    public void ACacheThatHasLostItsTagGetsItAgain()
    {
        string source = CachedSources(1)[0];
        File.Delete(Path.Combine(Folder, CacheFiles.Tag));
        File.Delete(Path.Combine(Folder, CacheFiles.Ignore));

        AssertServes(source);
        CollectionAssert.Contains(NamesInCache(), CacheFiles.Tag);
    }

    [TestMethod]
    [DataRow(false)]
    [DataRow(true)]
    public void AFolderOnAnotherVolumeThanTheDestinationIsNotUsedAndNotMade(bool clones)
    {
        string folder = OnAnother(clones, "not/there/cache");
        Assert.AreEqual(Unusable, Copy(Lane.Take(), "one", CacheProblem.OnAnotherVolume, folder));
        Assert.IsFalse(Directory.Exists(OnAnother(clones, "not")));

        folder = OnAnother(clones, "cache");
        Lane.MakeFolder(folder);
        Assert.AreEqual(Unusable, Copy(Lane.Take(), "two", CacheProblem.OnAnotherVolume, folder));
        Assert.IsEmpty(Names(folder));
    }

    [TestMethod]
    public void ACallWithDestinationsOnTwoVolumesUsesTheCacheForItsOwn()
    {
        using CloneCache cache = NewCache(Process);

        Assert.IsTrue(Process.Copy(Cached, Lane.PathOnAnother("there"), cache).Reason is Copied or Unusable);
        Assert.AreEqual(Cloned, Copy(Process, cache, Cached, "here"));
    }

    [TestMethod]
    public void WhereTheDestinationsVolumeCannotCloneNoFolderIsMadeAndNothingIsReported()
    {
        string folder = Lane.PathWhereNothingClones("cache");
        string source = Files.Write(Lane.PathOf("own"), Lane.Length);
        using CloneCache cache = NewCache(Process, folder);
        for (int i = 0; i < 2; i++)
        {
            CloneOutcome outcome = Process.Copy(source, Lane.PathWhereNothingClones($"copy-{i}"), cache);
            Assert.IsTrue(outcome.Reason is Copied or Reason.VolumeCannotClone, outcome.ToString());
        }

        Assert.AreEqual(CacheProblem.None, cache.Problem);
        Assert.IsFalse(Directory.Exists(folder));
    }

    [TestMethod]
    public void AFolderThatCannotBeWrittenToServesTheEntriesThatItHas()
    {
        string source = CachedSources(1)[0];
        string other = Lane.Take();
        using (Lane.RefuseFiles())
        {
            Assert.AreEqual(Cloned, Copy(Process, source, "one"));

            // Known to this call, or to the next once it was tried.
            using (CloneCache cache = NewCache(Process))
            {
                Assert.IsTrue(Copy(Process, cache, other, "two") is Unusable or Added);
                Assert.IsTrue(cache.Problem is CacheProblem.None or CacheProblem.NotWritable);
            }

            Process.CacheFiller.Wait();
            Assert.AreEqual(Unusable, Copy(Process, other, "three", CacheProblem.NotWritable));
            AssertCacheHolds(source);
        }
    }

    [TestMethod]
    public void APathThatTheSystemWouldNotTakeIsDoneWithout()
    {
        foreach (int length in new[] { 300, 5000 })
        {
            string folder = Lane.PathOf(new string('x', length));
            Assert.AreEqual(Unusable, Copy(Lane.Take(), "one", CacheProblem.Inaccessible, folder));
        }
    }

    /// <param name="clones">The volume.</param>
    private string OnAnother(bool clones, string name) => clones ? Lane.PathOnAnother(name) : Lane.PathWhereNothingClones(name);

    private void GiveOrOpen(string what, string path)
    {
        if (what == "another user's")
        {
            Lane.GiveAway(path);
        }
        else
        {
            Lane.MakeWritableByOthers(path);
        }
    }

    private void Spoil(string what)
    {
        if (!what.StartsWith("a ", StringComparison.Ordinal))
        {
            GiveOrOpen(what, Folder);
            return;
        }

        string elsewhere = Folder + "-elsewhere";
        Directory.Move(Folder, elsewhere);
        if (what == "a file")
        {
            File.WriteAllText(Folder, what);
        }
        else
        {
            Links.MakeSymbolicLink(Folder, what == "a link" ? elsewhere : Lane.PathOf("nowhere"));
        }
    }

    private void DeleteFiles()
    {
        foreach (string file in Directory.GetFiles(Folder))
        {
            File.SetAttributes(file, FileAttributes.Normal);
            File.Delete(file);
        }
    }
}
