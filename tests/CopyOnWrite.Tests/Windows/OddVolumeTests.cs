namespace CopyOnWrite.Tests.Windows;

/// <summary>Volumes that do not answer, several of them, and systems whose own copy clones.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class OddVolumeTests : ModelTests
{
    private const string Duplicate = nameof(FSCTL_DUPLICATE_EXTENTS_TO_FILE);

    [TestMethod]
    [DataRow(unchecked((int)0x80310000))] // FVE_E_LOCKED_VOLUME: BitLocker
    [DataRow(21)]   // ERROR_NOT_READY: a card reader without a card
    [DataRow(50)]   // a network drive that lacks the question
    public void AVolumeThatCannotBeAskedIsCopiedToAndNotAskedForEachFile(int error)
    {
        foreach (string call in new[] { nameof(Win32Calls.GetVolumeFlags), nameof(Win32Calls.GetVolumeSize), "FileIdInfo" })
        {
            NothingIsLeftOpen();
            MakeModel();
            var clock = Stopwatch.StartNew();
            Injections.Injection injected = Model.Injections.Add(call, error);
            for (int i = 0; i < 50; i++)
            {
                CloneOutcome outcome = Strategy.Copy(Source, PathOf($"{call}{i}"));
                Assert.AreEqual((OutcomeKind.Copied, Reason.VolumeCannotClone), (outcome.Kind, outcome.Reason), $"{call}: {outcome}");
                AssertIsCopy(Source, PathOf($"{call}{i}"));
            }

            // Once a second for each folder.
            Assert.IsLessThanOrEqualTo(3 + (int)clock.Elapsed.TotalSeconds, injected.Met, call);
            Assert.AreEqual(0, Model.Injections.CountOf(Duplicate));
        }
    }

    /// <summary>FAT and exFAT, shared folders of virtual machines, folders mounted into Windows containers.</summary>
    [TestMethod]
    [DataRow(ERROR_INVALID_PARAMETER, true)]
    [DataRow(ERROR_NOT_SUPPORTED, true)]
    [DataRow(ERROR_NOT_SUPPORTED, false, DisplayName = "nor does it give paths")]
    public void WhatIsOnAVolumeWithoutFileIdsIsSeen(int error, bool givesPaths)
    {
        string folder = Directory.CreateDirectory(PathOf("folder")).FullName;
        Links.MakeSymbolicLink(PathOf("link"), folder);
        Model.Injections.Add("FileIdInfo", error);
        if (!givesPaths)
        {
            Model.Injections.Add(nameof(Win32Calls.GetFinalPath), ERROR_PATH_NOT_FOUND);
        }

        Assert.IsTrue(Strategy.TryStat(Source, out FileStat file));
        Assert.IsTrue(Strategy.TryStat(folder, out FileStat seen));
        Assert.IsTrue(Strategy.TryStat(PathOf("link"), out FileStat linked));

        Assert.AreEqual((EntryKind.File, 10_000L, File.GetLastWriteTimeUtc(Source)), (file.Kind, file.Length, file.Modified));
        Assert.AreEqual((EntryKind.Folder, EntryKind.Folder), (seen.Kind, linked.Kind));
        Assert.AreNotEqual(file.Identity, seen.Identity);
        Assert.AreEqual(givesPaths, seen.Identity == linked.Identity);
        Assert.IsFalse(Strategy.AreOnOneVolume(Source, folder));
        Assert.IsFalse(Strategy.TryStat(PathOf("none"), out _));
    }

    [TestMethod]
    public void WithoutFileIdsANewerDestinationStaysAsWell()
    {
        string source = Files.Write(PathOf("source"), 10_000, modified: DateTime.UtcNow.AddHours(-1));
        string newer = Files.Write(PathOf("newer"), 777, modified: DateTime.UtcNow);
        Model.Injections.Add("FileIdInfo", ERROR_INVALID_PARAMETER);
        var call = new CloneCall(Strategy);
        using CloneWorker worker = Strategy.NewWorker(call);

        FileOutcome outcome = new FileCopier(call, new CopyOptions { SkipUnchanged = true, OnlyNewer = true }).Copy(worker, source, newer);

        Assert.IsTrue(outcome.IsUnchanged, outcome.ToString());
        Assert.AreEqual(777, new FileInfo(newer).Length);
    }

    [TestMethod]
    public void WithoutFileIdsALinkIsCopiedFrom()
    {
        File.CreateSymbolicLink(PathOf("link"), Source);
        Model.Injections.Add("FileIdInfo", ERROR_INVALID_PARAMETER);

        CloneOutcome outcome = Strategy.Copy(PathOf("link"), PathOf("copy"));

        Assert.AreEqual(OutcomeKind.Copied, outcome.Kind, outcome.ToString());
        AssertIsCopy(Source, PathOf("copy"));
    }

    [TestMethod]
    public void AVolumeThatClonesIsAskedOnceAndNoneIsLookedFor()
    {
        for (int i = 0; i < 50; i++)
        {
            Directory.CreateDirectory(PathOf($"folder{i}"));
            Assert.AreEqual(OutcomeKind.Cloned, Strategy.Copy(Source, PathOf($"folder{i}/file")).Kind);
        }

        Assert.AreEqual(1, Model.Injections.CountOf(nameof(Win32Calls.GetVolumeFlags)));
        Assert.AreEqual(1, Model.Injections.CountOf(nameof(Win32Calls.GetVolumeSize)));
    }

    [TestMethod]
    public void AFolderThatIsMadeAfterItsFirstMissIsClonedInto()
    {
        Assert.AreEqual(Reason.DestinationFolderMissing, Strategy.Copy(Source, PathOf("folder/file")).Reason);
        Directory.CreateDirectory(PathOf("folder"));

        Assert.AreEqual(OutcomeKind.Cloned, Strategy.Copy(Source, PathOf("folder/file")).Kind);
    }

    [TestMethod]
    public void AnotherVolumeMountedInAFolderIsCopiedTo()
    {
        Directory.CreateDirectory(PathOf("mounted"));
        Model.AddVolume(PathOf("mounted"), serial: 2);

        Strategy.Copy(Source, PathOf("mounted/file")).AssertIs(OutcomeKind.Copied, Reason.DifferentVolumesTooSmall);
        Strategy.Copy(PathOf("mounted/file"), PathOf("mounted/second")).AssertIs(OutcomeKind.Cloned);
        AssertIsCopy(Source, PathOf("mounted/second"));
        Assert.IsFalse(Strategy.AreOnOneVolume(Source, PathOf("mounted/file")));
        Assert.IsTrue(Strategy.AreOnOneVolume(PathOf("mounted/second"), PathOf("mounted")));
        Assert.IsFalse(Strategy.AreOnOneVolume(Source, PathOf("none")));
    }

    [TestMethod]
    public void TwoVolumesWithOneSerialAreCopiedBetween()
    {
        Directory.CreateDirectory(PathOf("mounted"));
        Model.AddVolume(PathOf("mounted"), Model.Volume.Serial);

        Strategy.Copy(Source, PathOf("mounted/file")).AssertIs(OutcomeKind.Copied, error: ERROR_INVALID_PARAMETER);
        AssertIsCopy(Source, PathOf("mounted/file"));
    }

    [TestMethod]
    public void ALinkThatLeadsToAnotherVolumeIsJudgedByWhereItLeads()
    {
        Directory.CreateDirectory(PathOf("mounted"));
        Model.AddVolume(PathOf("mounted"), serial: 2);
        Files.Write(PathOf("mounted/file"), 10_000);
        File.CreateSymbolicLink(PathOf("link"), PathOf("mounted/file"));

        Strategy.Copy(PathOf("link"), PathOf("away")).AssertIs(OutcomeKind.Copied, Reason.DifferentVolumesTooSmall);
        Strategy.Copy(PathOf("link"), PathOf("mounted/back")).AssertIs(OutcomeKind.Cloned);
    }

    [TestMethod]
    public void ASystemWhoseOwnCopyClonesDoesIt()
    {
        Model.Build = 26100;

        CloneOutcome made = Strategy.Copy(Source, PathOf("first"));
        CloneOutcome replaced = Strategy.Copy(Source, Existing);

        foreach ((CloneOutcome outcome, string path) in new[] { (made, PathOf("first")), (replaced, Existing) })
        {
            outcome.AssertIs(OutcomeKind.Copied, Reason.SystemCopyClones);
            AssertIsCopy(Source, path);
            Assert.AreEqual(10_000, Model.BytesInCommon(Source, path));
        }

        Assert.AreEqual(0, Model.Injections.CountOf(Duplicate));
        Assert.AreEqual("by the system's own copy, which clones where the volume can", ReasonText.Of(made.Reason));
    }

    [TestMethod]
    [DataRow(false)]
    [DataRow(true)]
    public void WhereTheSystemsOwnCopyIsSeenNotToCloneFilesAreClonedExplicitly(bool replaces)
    {
        Model.Build = 26100;
        Model.Volume.SystemCopyOnlyCopies = true;
        if (replaces)
        {
            Files.Write(PathOf("first"), 777);
        }

        foreach (string copy in new[] { "first", "second", "third" })
        {
            Strategy.Copy(Source, PathOf(copy)).AssertIs(OutcomeKind.Copied, Reason.FileCannotBeCloned);
        }

        for (int i = 0; i < 3; i++)
        {
            Strategy.Copy(Source, PathOf($"next{i}")).AssertIs(OutcomeKind.Cloned);
            Assert.AreEqual(10_000, Model.BytesInCommon(Source, PathOf($"next{i}")));
        }

        Assert.AreEqual(6, Model.Injections.CountOf(nameof(FSCTL_GET_RETRIEVAL_POINTERS)));
        string recent = Files.Write(PathOf("recent"), 10_000);
        Strategy.Copy(recent, PathOf("last")).AssertIs(OutcomeKind.Cloned); // Flushed first: else it would have zeros.
        AssertIsCopy(recent, PathOf("last"));
    }

    [TestMethod]
    [DataRow(true, DisplayName = "copied for a reason of its own")]
    [DataRow(false, DisplayName = "whose copy does not tell its clusters")]
    public void OneOddFileDoesNotDecideWhetherTheSystemsOwnCopyClones(bool isCopied)
    {
        Model.Build = 26100;
        Model.Volume.SystemCopyOnlyCopies = isCopied;
        if (!isCopied)
        {
            Model.Injections.Add(
                nameof(FSCTL_GET_RETRIEVAL_POINTERS), ERROR_INVALID_FUNCTION, when: path => path.EndsWith("odd", StringComparison.Ordinal));
        }

        Strategy.Copy(Source, PathOf("odd")).AssertIs(OutcomeKind.Copied, isCopied ? Reason.FileCannotBeCloned : Reason.SystemCopyClones);
        Model.Volume.SystemCopyOnlyCopies = false;
        for (int i = 0; i < 4; i++)
        {
            Strategy.Copy(Source, PathOf($"copy{i}")).AssertIs(OutcomeKind.Copied, Reason.SystemCopyClones);
        }

        Assert.AreEqual(4, Model.Injections.CountOf(nameof(FSCTL_GET_RETRIEVAL_POINTERS)), "the odd pair and the next");
    }

    [TestMethod]
    [DataRow(ERROR_INVALID_FUNCTION)]
    [DataRow(ERROR_HANDLE_EOF)]
    public void WhereTheSystemDoesNotTellItsOwnCopyCountsAsCloning(int error)
    {
        Model.Build = 26100;
        Model.Injections.Add(nameof(FSCTL_GET_RETRIEVAL_POINTERS), error);
        for (int i = 0; i < 12; i++)
        {
            Strategy.Copy(Source, PathOf($"copy{i}")).AssertIs(OutcomeKind.Copied, Reason.SystemCopyClones);
        }

        Assert.AreEqual(8, Model.Injections.CountOf(nameof(FSCTL_GET_RETRIEVAL_POINTERS)));
    }

    /// <summary>A clone has its source's clusters when it is made; what was written may have none until it is on the disk.</summary>
    [TestMethod]
    public void ACopyWithoutAClusterIsNoCloneOfAFileWithSome()
    {
        Model.Build = 26100;
        Model.Volume.SystemCopyOnlyCopies = true;
        Model.Injections.Add(
            nameof(FSCTL_GET_RETRIEVAL_POINTERS), ERROR_HANDLE_EOF, when: path => !path.EndsWith("source", StringComparison.Ordinal));
        for (int i = 0; i < VolumeInfo.EnoughApart; i++)
        {
            Strategy.Copy(Source, PathOf($"copy{i}")).AssertIs(OutcomeKind.Copied, Reason.FileCannotBeCloned);
        }

        Strategy.Copy(Source, PathOf("next")).AssertIs(OutcomeKind.Cloned);
    }

    /// <summary>A filter was attached for a while, as by an update of a scanner.</summary>
    [TestMethod]
    public void WhetherTheSystemsOwnCopyClonesIsAskedAgainAfterMinutes()
    {
        Model.Build = 26100;
        Model.Volume.SystemCopyOnlyCopies = true;
        for (int i = 0; i < VolumeInfo.EnoughApart; i++)
        {
            Strategy.Copy(Source, PathOf($"copy{i}")).AssertIs(OutcomeKind.Copied, Reason.FileCannotBeCloned);
        }

        Model.Volume.SystemCopyOnlyCopies = false;
        Strategy.Copy(Source, PathOf("cloned")).AssertIs(OutcomeKind.Cloned);
        Model.Ahead += 6 * TimeSpan.TicksPerMinute;
        Directory.CreateDirectory(PathOf("folder")); // That of the others is believed for a second.
        Strategy.Copy(Source, PathOf("folder/file")).AssertIs(OutcomeKind.Copied, Reason.SystemCopyClones);
    }

    /// <summary>A name with a stream, or a filter's answer: one file says nothing of the volume's others, nor of its folder's.</summary>
    [TestMethod]
    public void OneRenameWithAnInvalidParameterDoesNotChangeThoseOfOtherFiles()
    {
        Directory.CreateDirectory(PathOf("folder"));
        string odd = Files.Write(PathOf("folder/odd"), 777);
        string held = Files.Write(PathOf("folder/held"), 777);
        Model.Injections.Add(
            nameof(Win32Calls.Rename), ERROR_INVALID_PARAMETER, when: path => path.Contains(".cow-", StringComparison.Ordinal), times: 2);
        Assert.AreEqual(OutcomeKind.NotHandled, Strategy.Copy(Source, odd).Kind);
        Model.Injections.Clear();
        Assert.AreEqual(0, Model.CreateFile(
            held, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, OPEN_EXISTING, 0, out nint handle));

        CloneOutcome outcome = Strategy.Copy(Source, held);

        Model.CloseHandle(handle);
        outcome.AssertIs(OutcomeKind.Cloned);
        AssertIsCopy(Source, held);
    }

    /// <summary>OpenZFS on Windows and a driver for btrfs set the flag as well.</summary>
    [TestMethod]
    public void AnotherFileSystemWithTheFlagIsCopiedTo()
    {
        Model.Volume.FileSystem = "ZFS";

        Strategy.Copy(Source, PathOf("copy")).AssertIs(OutcomeKind.Copied, Reason.VolumeCannotClone);

        Assert.AreEqual(0, Model.Injections.CountOf(Duplicate));
    }

    [TestMethod]
    [DataRow(26099)]
    [DataRow(9200)] // As .NET Framework may answer.
    public void AnySystemBeforeClonesExplicitly(int build)
    {
        Model.Build = build;

        Strategy.Copy(Source, PathOf("clone")).AssertIs(OutcomeKind.Cloned);
    }

    [TestMethod]
    [DataRow(0, Reason.Empty)]
    [DataRow(1, Reason.BelowOneCluster)]
    [DataRow(4095, Reason.BelowOneCluster)]
    internal void WhatHasNoWholeClusterIsTheSystemsCopy(int length, Reason reason)
    {
        string source = Files.Write(PathOf("source"), length);

        Strategy.Copy(source, PathOf("first")).AssertIs(OutcomeKind.Copied, reason);
        Assert.AreEqual(0, Model.Injections.CountOf(Duplicate));
    }
}
