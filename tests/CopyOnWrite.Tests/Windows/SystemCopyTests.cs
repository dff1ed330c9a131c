namespace CopyOnWrite.Tests.Windows;

/// <summary>What is not cloned: the system's own copy, and how often it is called.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class SystemCopyTests : ModelTests
{
    private string Small => field ??= Files.Write(PathOf("small"), 100);

    [TestMethod]
    public void ALeftoverThatCannotBeDeletedIsNotJoinedByAnother()
    {
        Files.Write(Win32Path.TemporaryBeside(Existing, 0), 50);
        Model.Injections.Add(nameof(Win32Calls.DeleteFile), ERROR_ACCESS_DENIED);

        Strategy.Copy(Small, Existing).AssertIs(OutcomeKind.NotHandled, Reason.AccessDenied);
        Assert.HasCount(1, Directory.GetFiles(Path.GetDirectoryName(Existing)!, ".cow-*"));
    }

    /// <summary>Before it is opened, the other process takes it for what a killed one has left.</summary>
    [TestMethod]
    public void ACopyThatAnotherProcessHasPutInItsPlaceIsNotPublished()
    {
        string theirs = Files.Write(PathOf("theirs"), 50);
        bool isDone = false;
        Strategy.Copy(Small, PathOf("first")); // The folder is known then.
        Model.Injections.Add(nameof(Win32Calls.CreateFile), error: 0, when: path =>
        {
            if (!isDone && Path.GetFileName(path).StartsWith(".cow-", StringComparison.Ordinal) && File.Exists(path))
            {
                isDone = true;
                Assert.AreEqual(0, Model.DeleteFile(path));
                Assert.AreEqual(0, Model.CopyFile(theirs, path));
            }

            return false;
        });

        Assert.AreEqual(OutcomeKind.Copied, Strategy.Copy(Small, PathOf("new")).Kind);

        Assert.IsTrue(isDone);
        AssertIsCopy(Small, PathOf("new"));
        AssertNothingTemporary();
    }

    [TestMethod]
    public void OnAShareTheSystemsCopyDecides()
    {
        Model.Volume.IsRemote = true;

        Strategy.Copy(Source, PathOf("copy")).AssertIs(OutcomeKind.Copied, Reason.VolumeCannotClone);
        AssertIsCopy(Source, PathOf("copy"));
    }

    [TestMethod]
    [DataRow(ERROR_DISK_FULL, Reason.VolumeFull)]
    [DataRow(ERROR_ACCESS_DENIED, Reason.AccessDenied)]
    [DataRow(ERROR_SHARING_VIOLATION, Reason.Locked)]
    [DataRow(ERROR_IO_DEVICE, Reason.InputOutputError)]
    [DataRow(59, Reason.OtherError)] // ERROR_UNEXP_NET_ERR
    internal void ACopyThatFailsIsNotHandledAndTheDestinationIsAsItWas(int error, Reason reason)
    {
        Model.Injections.Add(nameof(Win32Calls.CopyFile), error);

        foreach (string destination in new[] { PathOf("new"), Existing })
        {
            Strategy.Copy(Small, destination).AssertIs(OutcomeKind.NotHandled, reason, error);
        }

        Assert.IsFalse(File.Exists(PathOf("new")));
        Assert.AreEqual(777, new FileInfo(Existing).Length);
        AssertNothingTemporary();
    }

    [TestMethod]
    public void ASourceThatGoesAwayMeanwhileIsLookedForAgainOnce()
    {
        Model.Injections.Add(nameof(Win32Calls.CopyFile), ERROR_FILE_NOT_FOUND);

        Strategy.Copy(Small, PathOf("new")).AssertIs(OutcomeKind.NotHandled, error: ERROR_FILE_NOT_FOUND);
        Assert.AreEqual(2, Model.Injections.CountOf(nameof(Win32Calls.CopyFile)), "tried again once");
    }

    [TestMethod]
    [DataRow(ERROR_SHARING_VIOLATION, Reason.Locked)]
    [DataRow(ERROR_ACCESS_DENIED, Reason.DestinationFolderRefuses)]
    internal void AFinishedCopyThatCannotBeOpenedAgainIsRemoved(int error, Reason reason)
    {
        Model.Injections.Add(nameof(Win32Calls.CreateFile), error, when: path => path.EndsWith(".user", StringComparison.Ordinal));

        Strategy.Copy(Small, Existing).AssertIs(OutcomeKind.NotHandled, reason);
        Assert.AreEqual(777, new FileInfo(Existing).Length);
        AssertNothingTemporary();
    }

    /// <summary>Another process deletes the copy, and makes its own by the time that the file is looked at.</summary>
    [TestMethod]
    public void ACopyThatIsDeniedForAMomentDoesNotMakeItsFolderOneThatRefusesRenaming()
    {
        Strategy.Copy(Small, PathOf("first")); // The folder is known then.
        Model.Injections.Add(
            nameof(Win32Calls.CreateFile), ERROR_ACCESS_DENIED, times: 1, when: path => Path.GetExtension(path) == ".user");

        Strategy.Copy(Small, Existing).AssertIs(OutcomeKind.Copied);

        AssertIsCopy(Small, Existing);
    }

    [TestMethod]
    public void AScannerThatHasTheCopyWithoutSharingDeletionIsWaitedFor()
    {
        Model.Volume.Flags &= ~FILE_SUPPORTS_BLOCK_REFCOUNTING;
        Strategy.Copy(Source, PathOf("first")); // The folder is known then.
        nint scanner = 0;
        int asked = 0;
        Model.Injections.Add(nameof(Win32Calls.CreateFile), error: 0, when: path =>
        {
            bool isCopy = Path.GetExtension(path) == ".user" && scanner != -1;
            if (isCopy && ++asked == 1)
            {
                scanner = -1; // Its own opening is asked about, too.
                Assert.AreEqual(0, Model.CreateFile(path, GENERIC_READ, FILE_SHARE_READ, OPEN_EXISTING, 0, out scanner));
            }
            else if (isCopy && asked == 4)
            {
                Model.CloseHandle(scanner);
            }

            return false;
        });

        Strategy.Copy(Source, Existing).AssertIs(OutcomeKind.Copied, Reason.VolumeCannotClone);

        Assert.AreEqual(4, asked);
        AssertIsCopy(Source, Existing);
    }

    [TestMethod]
    [DataRow(true, nameof(FSCTL_DUPLICATE_EXTENTS_TO_FILE), ERROR_SHARING_VIOLATION, DisplayName = "an unfinished clone is not shared")]
    [DataRow(false, nameof(Win32Calls.Rename), 0, DisplayName = "a finished copy is read, and neither written to nor deleted")]
    public void NoOtherProcessTakesTheTemporaryFile(bool clones, string during, int ofReading)
    {
        Model.Volume.Flags &= ~(clones ? 0 : FILE_SUPPORTS_BLOCK_REFCOUNTING);
        var errors = new List<int>();
        Model.Injections.Add(during, error: 0, times: 1, when: made =>
        {
            errors.AddRange(new[] { GENERIC_READ, GENERIC_WRITE, DELETE }.Select(access => TryOpen(made, access)));
            errors.Add(Model.DeleteFile(made));
            return true;
        });

        Assert.AreNotEqual(OutcomeKind.NotHandled, Strategy.Copy(Source, Existing).Kind);

        const int Shared = ERROR_SHARING_VIOLATION;
        CollectionAssert.AreEqual(new[] { ofReading, Shared, Shared, Shared }, errors);
        AssertIsCopy(Source, Existing);
    }

    private int TryOpen(string path, uint access)
    {
        int error = Model.CreateFile(path, access, ShareAll, OPEN_EXISTING, 0, out nint handle);
        if (error == 0)
        {
            Model.CloseHandle(handle);
        }

        return error;
    }
}
