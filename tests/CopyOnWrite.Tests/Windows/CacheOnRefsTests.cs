namespace CopyOnWrite.Tests.Windows;

/// <summary>What only Windows has: attributes and streams, share modes, access lists, and other errors.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CacheOnRefsTests : CacheTests
{
    private const uint ShareAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

    private RefsModel Model => ((RefsCacheLane)Lane).Model;

    private ModelVolume DriveC => ((RefsCacheLane)Lane).DriveC;

    private protected override CacheLane OpenLane() => new RefsCacheLane();

    /// <summary>Whose own copy clones.</summary>
    [TestMethod]
    public void OnWindows24H2LaterCopiesAreClonesOfTheEntryToo()
    {
        Model.Build = 26100;
        AssertServes(CachedSources(1)[0]);
    }

    [TestMethod]
    [DataRow(0u, false)]
    [DataRow(FILE_ATTRIBUTE_HIDDEN, false)]
    [DataRow(FILE_ATTRIBUTE_NOT_CONTENT_INDEXED, false)]
    [DataRow(0u, true)]
    public void ACloneHasTheAttributesThatACopyOfTheSourceHasAndTheEntryIsReadOnly(uint attributes, bool readOnly)
    {
        File.SetUnixFileMode(Source, readOnly ? UnixFileMode.UserRead : Files.Mode644);
        Model.FileAt(Source).Attributes = attributes;

        Assert.AreEqual(Added, Copy(Source, "first"));
        AssertServes(Source, "second");

        Assert.AreEqual(AttributesOf(Lane.PathOf("first")), AttributesOf(Lane.PathOf("second")));
        Assert.AreNotEqual(0u, AttributesOf(Entry(Source)) & FILE_ATTRIBUTE_READONLY);
    }

    [TestMethod]
    public void TheEntryIsOnTheDiskBeforeItIsCloned()
    {
        Assert.AreEqual(Added, Copy(Source, "first"));
        Assert.IsFalse(Model.FileAt(Entry(Source)).IsDirty);
        AssertServes(Source);
    }

    /// <summary>A file that was put in an entry's place may be in memory only.</summary>
    [TestMethod]
    [DataRow(19045)]
    [DataRow(26100)]
    public void AnEntryThatAProgramHasJustCopiedInIsReplaced(int build)
    {
        Model.FileAt(Entry(Cached)).ChangeTimeSet = Model.SystemTime();
        Model.Build = build;

        Assert.AreEqual(Added, Copy(Cached, "second"));
        AssertServes(Cached);
    }

    [TestMethod]
    public void AnEntryWithoutTheIntegrityThatTheDestinationsFolderGivesIsNotCloned()
    {
        string source = CachedSources(1)[0];
        Model.Volume.IntegrityOfNewFiles = 2;

        CloneOutcome outcome = CopyOnce(source, "second");
        Assert.AreEqual(CloneOutcome.Copied(Copied, Lane.Length, ERROR_INVALID_PARAMETER), outcome);
        Assert.AreEqual(2, Model.FileAt(Lane.PathOf("second")).Integrity);
    }

    [TestMethod]
    public void OnceAVolumeHasRefusedToCloneItIsNotAskedAgain()
    {
        string source = CachedSources(1)[0];
        Model.Injections.Add(nameof(FSCTL_DUPLICATE_EXTENTS_TO_FILE), ERROR_INVALID_FUNCTION);

        Assert.AreEqual(Reason.VolumeCannotClone, Copy(Process, source, "second"));
        Assert.AreEqual(Copied, Copy(Process, source, "third"));
        Assert.AreEqual(1, Model.Injections.CountOf(nameof(FSCTL_DUPLICATE_EXTENTS_TO_FILE)));
    }

    [TestMethod]
    public void APathInAnotherCaseFindsTheSameEntry()
    {
        Assert.AreEqual(Entry(Source), Entry(Path.Combine(Path.GetDirectoryName(Source)!, Path.GetFileName(Source).ToUpperInvariant())));
    }

    /// <summary>A time in the future was noted by a wrong clock.</summary>
    [TestMethod]
    [DataRow(-60, false)]
    [DataRow(10, false)]
    [DataRow(180, true)]
    public void ASourceIsCachedOnceItIsTwoMinutesOld(int seconds, bool cached)
    {
        Model.Ahead = seconds * TimeSpan.TicksPerSecond;

        Assert.AreEqual(cached ? Added : TooNew, Copy(Source, "first"));
        Assert.AreEqual(cached, File.Exists(Entry(Source)));
    }

    /// <summary>On FAT a package replaced by another of its length and write time would not be noticed.</summary>
    [TestMethod]
    public void ASourceWithoutAChangeTimeIsNotCached()
    {
        Model.FileAt(Source).ChangeTimeSet = 0;

        Assert.AreEqual(Copied, Copy(Source, "first"));
        AssertCacheHolds();
    }

    [TestMethod]
    [DataRow("streams")]
    [DataRow("extended attributes")]
    [DataRow("sparse")]
    [DataRow("less allocated than its length")]
    [DataRow("of another machine")]
    [DataRow("of a volume that does not say which file it is")]
    public void ASourceWithMoreThanContentIsCopiedAndNotWarmed(string what)
    {
        ModelFile file = Model.FileAt(Source);
        _ = what switch
        {
            "streams" => file.Streams["Zone.Identifier"] = [1],
            "extended attributes" => file.ExtendedAttributes = ["USER"],
            "sparse" => file.IsSparse = true,
            "less allocated than its length" => file.SmallerAllocation = 4096,
            "of another machine" => DriveC.IsRemote = true,
            _ => (object)Model.Injections.Add("FileIdInfo", ERROR_INVALID_PARAMETER, when: path => path == Source),
        };

        Assert.AreEqual(CloneOutcome.Copied(Copied, Lane.Length), CopyOnce(Source, "first"));
        AssertCacheHolds();
    }

    [TestMethod]
    [DataRow(0x800u)] // FILE_ATTRIBUTE_COMPRESSED
    [DataRow(0x4000u)] // FILE_ATTRIBUTE_ENCRYPTED
    [DataRow(0x00400000u)] // FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS
    public void ASourceWithOddAttributesIsTheSystemsToCopy(uint attribute)
    {
        Model.FileAt(Source).Attributes |= attribute;

        Assert.AreEqual(CloneOutcome.Copied(Reason.FileCannotBeCloned, Lane.Length), CopyOnce(Source, "first"));
        Assert.IsFalse(File.Exists(Entry(Source)));
    }

    /// <summary>A folder that a user makes in the Explorer at the root of a data volume.</summary>
    [TestMethod]
    public void AFolderThatInheritsThatAllUsersMayChangeItIsNotUsed()
    {
        Directory.CreateDirectory(Folder);

        Assert.AreEqual(Unusable, Copy(Source, "one", CacheProblem.WritableByOthers));
        Assert.IsEmpty(NamesInCache());
    }

    [TestMethod]
    [DataRow(true)]
    [DataRow(false)]
    public void AFolderOrAnEntryWhoseSecurityCannotBeReadIsNotUsed(bool folder)
    {
        string source = CachedSources(1)[0];
        Model.Injections.Add(nameof(Win32Calls.GetSecurity), ERROR_ACCESS_DENIED, when: path => path == (folder ? Folder : Entry(source)));

        Assert.AreEqual(folder ? Unusable : Added, Copy(source, "second", folder ? CacheProblem.Inaccessible : CacheProblem.None));
    }

    [TestMethod]
    public void AsLongAsACallUsesItTheFolderCannotBeDeletedOrRenamed()
    {
        InOneCall(cache =>
        {
            Assert.AreEqual(Added, Copy(Process, cache, Source, "first"));
            Assert.AreEqual(ERROR_SHARING_VIOLATION, OpenFolder(out _));
        });
        Assert.AreEqual(0, OpenFolder(out nint folder));
        Model.CloseHandle(folder);

        int OpenFolder(out nint opened) => Model.CreateFile(
            Folder, DELETE, ShareAll, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, out opened);
    }

    [TestMethod]
    [DataRow(true)]
    [DataRow(false)]
    public void ASourceThatIsOpenForWritingWhileItIsCopiedIsNoEntryAndItsWriterGoesOn(bool timesShowIt)
    {
        nint writer = 0;
        Lane.WhileCopied(
            Source,
            () =>
            {
                FILE_NETWORK_OPEN_INFORMATION before = StateOf(Source);
                Assert.AreEqual(0, Model.CreateFile(Source, GENERIC_WRITE, FILE_SHARE_READ, OPEN_EXISTING, 0, out writer));
                WriteAByte(writer);
                if (!timesShowIt)
                {
                    // The state while a handle that wrote is open: times are final once it is closed (page "File Times").
                    File.SetLastWriteTimeUtc(Source, DateTime.FromFileTimeUtc(before.LastWriteTime));
                    Model.FileAt(Source).ChangeTimeSet = before.ChangeTime;
                }
            },
            () => Copy(Source, "first"));

        AssertCacheHolds();
        Model.CloseHandle(writer);
        Assert.AreNotEqual(Cloned, Copy(Source, "second"));
    }

    /// <summary>Its name answers "access denied", as everything in a folder that cannot be written to.</summary>
    [TestMethod]
    public void AFileThatAScannerHasOpenAfterItWasDeletedIsNoReasonToGiveUpTheFolder()
    {
        CachedSources(1);
        string left = Lane.InCache(Source, CacheFiles.New);
        File.WriteAllText(left, "left");
        Assert.AreEqual(0, Model.CreateFile(left, GENERIC_READ, ShareAll, OPEN_EXISTING, 0, out nint scanner));
        Assert.AreEqual(0, Model.DeleteFile(left));

        Assert.AreEqual(Added, Copy(Process, Source, "first"));
        Model.CloseHandle(scanner);

        Assert.AreEqual(Added, Copy(Process, Source, "second"));
        AssertServes(Source);
    }

    [TestMethod]
    public void AnEntryWithAsManyReferencesAsThereCanBeIsReplacedByAnother()
    {
        AssertServes(Cached, "second");
        long[] blocks = [.. Model.FileAt(Entry(Cached)).Clusters];
        foreach (long cluster in blocks)
        {
            Model.Volume.SetReferences(cluster, ModelVolume.MostReferences);
        }

        Assert.AreEqual(Added, Copy(Cached, "third"));
        AssertServes(Cached, "fourth");
        CollectionAssert.AreEqual(blocks, Model.FileAt(Lane.PathOf("second")).Clusters);
        AssertCacheHolds(Cached);
    }

    [TestMethod]
    [DataRow(nameof(Win32Calls.FlushFileBuffers))]
    [DataRow(nameof(Win32Calls.CreateFile))]
    public void WhatKeepsTheCacheFromBeingAddedToIsReportedByTheNextCallAndLeavesNothing(string call)
    {
        Model.Injections.Add(call, ERROR_DISK_FULL, when: path => path.EndsWith(CacheFiles.New, StringComparison.Ordinal));

        Assert.AreEqual(Added, Copy(Process, Source, "first"));
        AssertCacheHolds();

        Model.Injections.Clear();
        Assert.AreEqual(Unusable, Copy(Process, Source, "second", CacheProblem.NotWritable));
        Assert.AreEqual(Added, Copy(Process, Source, "third"));
        AssertServes(Source);
    }

    [TestMethod]
    [DataRow(nameof(Win32Calls.ReadFile), "p")]
    [DataRow(nameof(Win32Calls.CreateFile), "p")]
    [DataRow(nameof(Win32Calls.Rename), CacheFiles.New)]
    public void WhatFailsForOneSourceLeavesNothingAndIsTriedAgain(string call, string ending)
    {
        Injections.Injection injected = null!;
        InOneCall(cache =>
        {
            Assert.AreEqual(Added, Copy(Process, cache, Source, "first"));
            injected = Model.Injections.Add(
                call, ERROR_ACCESS_DENIED, times: 1, when: path => path.EndsWith(ending, StringComparison.Ordinal));
        });
        Assert.AreEqual(1, injected.Met);
        AssertCacheHolds();
        Assert.AreEqual(Added, Copy(Source, "second"));
        AssertServes(Source);
    }

    [TestMethod]
    public void AnEntryThatIsBeingClonedIsPrunedAllTheSame()
    {
        Assert.AreEqual(
            0, Model.CreateFile(Entry(Cached), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, OPEN_EXISTING, 0, out nint clone));

        Prune(0);

        Model.CloseHandle(clone);
        AssertCacheHolds();
    }

    private CloneOutcome CopyOnce(string source, string name)
    {
        CloneOutcome outcome = default;
        InOneCall(cache => outcome = Process.Copy(source, Lane.PathOf(name), cache));
        return outcome;
    }

    private uint AttributesOf(string path)
    {
        Assert.AreEqual(0, Model.GetFileAttributes(path, out WIN32_FILE_ATTRIBUTE_DATA data));
        return data.FileAttributes;
    }

    private FILE_NETWORK_OPEN_INFORMATION StateOf(string source)
    {
        Assert.AreEqual(0, Model.CreateFile(source, FILE_READ_ATTRIBUTES, 0, OPEN_EXISTING, 0, out nint file));
        Assert.AreEqual(0, Model.GetNetworkOpenInformation(file, out FILE_NETWORK_OPEN_INFORMATION state));
        Model.CloseHandle(file);
        return state;
    }

    private unsafe void WriteAByte(nint file)
    {
        byte other = 0x5A;
        Assert.AreEqual(0, Model.WriteFile(file, &other, 1, out _));
    }
}
