namespace CopyOnWrite.Tests.Windows;

/// <summary>A destination that programs have loaded is replaced, and nothing but such a file.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class FileInUseTests : ModelTests
{
    private string Program => PathOf("app.exe");

    [TestMethod]
    [DataRow(true, true)]
    [DataRow(true, false)]
    [DataRow(false, true)]
    [DataRow(false, false)]
    public void ALoadedFileIsReplacedAndStaysForItsProgram(bool clones, bool posix)
    {
        Model.Volume.Flags &= ~((clones ? 0 : FILE_SUPPORTS_BLOCK_REFCOUNTING) | (posix ? 0 : FILE_SUPPORTS_POSIX_UNLINK_RENAME));
        byte[] old = Load(Program);
        Model.Users = [17, 18];

        CloneOutcome outcome = Copy(Source).AssertIs(clones ? OutcomeKind.Cloned : OutcomeKind.Copied);

        CollectionAssert.AreEqual(Model.Users, outcome.UsedBy!.ToArray());
        AssertIsNew(Source);
        CollectionAssert.AreEqual(old, File.ReadAllBytes(Kept().Single()));
    }

    [TestMethod]
    public void AFileWhoseMappingRefusesToBeReplacedIsMovedAside()
    {
        Load(Program);
        Model.Injections.Add(nameof(Win32Calls.Rename), ERROR_USER_MAPPED_FILE, times: 1);

        Assert.IsNotNull(Copy(Source).UsedBy);
        AssertIsNew(Source);
    }

    [TestMethod]
    [DataRow(true, DisplayName = "loaded, where a POSIX rename replaces such a file")]
    [DataRow(false, DisplayName = "only read, where there is no POSIX rename")]
    public void AFileThatNeedNotBeKeptIsNot(bool isLoaded)
    {
        Model.PosixRenameReplacesMappedFiles = isLoaded;
        Model.Volume.Flags &= ~(isLoaded ? 0 : FILE_SUPPORTS_POSIX_UNLINK_RENAME);
        Load(Program);
        Model.FileAt(Program).IsMapped = isLoaded;
        nint reader = Open(Program, GENERIC_READ);

        Assert.IsNull(Copy(Source).UsedBy);
        Model.CloseHandle(reader);

        AssertIsCopy(PathOf("source"), Program);
    }

    [TestMethod]
    [DataRow(GENERIC_READ | GENERIC_WRITE, ShareAll, DisplayName = "open for writing")]
    [DataRow(GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, DisplayName = "open without sharing deletion, as by a debugger")]
    [DataRow(0u, 0u, DisplayName = "loaded, with CopyOnWriteReplaceFilesInUse=false")]
    public void AnyOtherFileIsLeftAsItWas(uint access, uint share)
    {
        bool isSwitchedOff = access == 0;
        Model.Volume.Flags &= ~FILE_SUPPORTS_POSIX_UNLINK_RENAME;
        byte[] old = Load(Program);
        Model.FileAt(Program).IsMapped = isSwitchedOff;
        nint other = isSwitchedOff ? 0 : Open(Program, access, share);

        Copy(Source, replacesFilesInUse: !isSwitchedOff).AssertIs(
            OutcomeKind.NotHandled,
            isSwitchedOff ? Reason.AccessDenied : Reason.Locked,
            isSwitchedOff ? ERROR_ACCESS_DENIED : ERROR_SHARING_VIOLATION);
        if (!isSwitchedOff)
        {
            Model.CloseHandle(other);
        }

        CollectionAssert.AreEqual(old, File.ReadAllBytes(Program));
        AssertNothingTemporary();
    }

    [TestMethod]
    public void AsManyOldFilesOfANameAreKeptAsAreInUseUpToALimit()
    {
        for (int program = 0; program < ReplacedFiles.MostOfOneName; program++)
        {
            Load(Program);
            Assert.IsNotNull(Copy(Source).UsedBy);
            Assert.HasCount(program + 1, Kept());
        }

        byte[] old = Load(Program);
        Copy(Source).AssertIs(OutcomeKind.NotHandled, Reason.AccessDenied, ERROR_ACCESS_DENIED);
        CollectionAssert.AreEqual(old, File.ReadAllBytes(Program));

        Model.FileAt(Kept()[3]).IsMapped = false;
        Assert.IsNotNull(Copy(Source).UsedBy);
        Assert.HasCount(ReplacedFiles.MostOfOneName, Kept());
        AssertIsNew(Source);
    }

    [TestMethod]
    [DataRow("loaded file")]
    [DataRow("folder")]
    [DataRow("link")]
    public void WhatIsPlantedUnderTheOldFilesNameIsNeitherReplacedNorFollowed(string what)
    {
        byte[] old = Load(Program);
        string target = Files.Write(PathOf("target"), 300);
        byte[] before = File.ReadAllBytes(target);
        string planted = Win32Path.ReplacedBeside(Program, 0);
        if (what == "loaded file")
        {
            Load(planted);
        }
        else
        {
            _ = what == "folder" ? Directory.CreateDirectory(planted) : File.CreateSymbolicLink(planted, target);
        }

        Assert.IsNotNull(Copy(Source).UsedBy);

        CollectionAssert.AreEqual(before, File.ReadAllBytes(target));
        CollectionAssert.AreEqual(old, File.ReadAllBytes(Kept()[^1]));
        AssertIsNew(PathOf("source"));
    }

    [TestMethod]
    public void WhereTheNewFileCannotBePlacedTheOldOneGetsItsNameBack()
    {
        byte[] old = Load(Program);
        int renames = 0;

        // In place of the old file, aside, in place.
        Model.Injections.Add(nameof(Win32Calls.Rename), ERROR_DISK_FULL, when: _ => ++renames == 3);
        Copy(Source).AssertIs(OutcomeKind.NotHandled, Reason.VolumeFull, ERROR_DISK_FULL);

        Assert.AreEqual(4, renames);
        CollectionAssert.AreEqual(old, File.ReadAllBytes(Program));
        AssertNothingTemporary();
    }

    /// <summary>A listing takes as long as the folder is large, and each call of each project into it would make one.</summary>
    [TestMethod]
    public void AFolderWithNothingToTidyUpIsNotListedByEachCall()
    {
        Call(Source, PathOf("first"));
        string late = Files.Write(Win32Path.ReplacedBeside(PathOf("other.exe"), 0), 500);

        Call(Source, PathOf("second"));
        Assert.IsTrue(File.Exists(late), "listed again");

        Load(Program);
        Call(Source, Program);
        Assert.IsFalse(File.Exists(late), "This process has kept a file there.");
    }

    /// <summary>
    /// Killed before the n-th call of a copy, for each n: under the name is the old file or the new one, whole; in the one moment between
    /// the two renames none is, and the old one is beside it. The next copy mends that, and one into the folder after the program's end
    /// deletes the old file.
    /// </summary>
    [TestMethod]
    [DataRow(true)]
    [DataRow(false)]
    public void KilledAtAnyCallNothingIsLostAndTheNextCopiesTidyUp(bool clones)
    {
        Model.Volume.Flags &= ~(clones ? 0 : FILE_SUPPORTS_BLOCK_REFCOUNTING);
        int withoutName = 0;
        byte[] old = [];
        int killed = KillAtEachCall(
            () => old = Load(Program),
            platform => Copy(Source, platform: platform),
            call =>
            {
                if (File.Exists(Program))
                {
                    byte[] there = File.ReadAllBytes(Program);
                    Assert.IsTrue(there.SequenceEqual(old) || there.SequenceEqual(File.ReadAllBytes(Source)), $"at call {call}");
                }
                else
                {
                    withoutName++;
                    CollectionAssert.AreEqual(old, File.ReadAllBytes(Kept().Single()), $"at call {call}");
                }

                Call(Source, Program);
                AssertIsNew(Source);
                Assert.IsNotEmpty(Kept(), "The program still runs.");
                Kept().ToList().ForEach(path => Model.FileAt(path).IsMapped = false);
                Call(Source, PathOf("other"));
                AssertIsCopy(Source, Program);
            });

        Assert.AreEqual(1, withoutName);
        Assert.IsGreaterThan(10, killed);
    }

    private CloneOutcome Copy(string source, bool replacesFilesInUse = true, Platform? platform = null)
    {
        platform ??= Strategy;
        using CloneWorker worker = platform.NewWorker(new CloneCall(platform, ReplacesFilesInUse: replacesFilesInUse));
        return worker.Copy(source, Program);
    }

    private void Call(string source, string destination)
    {
        var call = new CloneCall(Strategy, ReplacesFilesInUse: true);
        using var run = new CopyRun(call, new CopyOptions(), [source], [destination], CancellationToken.None);
        Assert.IsTrue(run.TryNext(out int file));
        Assert.IsTrue(run[file].IsWritten);
    }

    /// <summary>A file that a program has loaded; its content.</summary>
    private byte[] Load(string path)
    {
        File.Delete(path);
        Files.Write(path, 500);
        Model.FileAt(path).IsMapped = true;
        return File.ReadAllBytes(path);
    }

    private string[] Kept() => Directory.GetFiles(Path.GetDirectoryName(Program)!, ReplacedFiles.Pattern).Order().ToArray();

    private void AssertIsNew(string source)
    {
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(Program));
        string[] files = Directory.GetFiles(Path.GetDirectoryName(Program)!);
        Assert.IsEmpty(Array.FindAll(files, path => TemporaryFiles.IsNameOfOne(Path.GetFileName(path))));
    }
}
