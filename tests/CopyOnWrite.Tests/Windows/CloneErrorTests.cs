namespace CopyOnWrite.Tests.Windows;

/// <summary>
/// Each answer that a clone may have ([MS-FSCC] 2.3.8 and what Windows' drivers add), and what follows: the file is copied, or left to the
/// built-in task; the next one is tried again, or the volume never.
/// </summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CloneErrorTests : ModelTests
{
    private const string Duplicate = nameof(FSCTL_DUPLICATE_EXTENTS_TO_FILE);

    [TestMethod]
    public void AVolumeWithoutTheControlIsAskedOnce()
    {
        Injections.Injection refusal = Model.Injections.Add(Duplicate, ERROR_INVALID_FUNCTION);

        foreach (string name in new[] { "first", "second", "third" })
        {
            Strategy.Copy(Source, PathOf(name)).AssertIs(OutcomeKind.Copied, Reason.VolumeCannotClone);
            AssertIsCopy(Source, PathOf(name));
        }

        Assert.AreEqual(1, refusal.Met);
    }

    [TestMethod]
    [DataRow(ERROR_INVALID_FUNCTION)]
    [DataRow(ERROR_NOT_SUPPORTED)]
    [DataRow(ERROR_INVALID_PARAMETER)]
    [DataRow(ERROR_CALL_NOT_IMPLEMENTED)]
    public void AVolumeThatRefusesToRenameByPosixIsAskedOnce(int error)
    {
        Model.Injections.Add(nameof(Win32Calls.Rename), error, times: 1);

        Strategy.Copy(Source, PathOf("first")).AssertIs(OutcomeKind.Cloned);
        Strategy.Copy(Source, PathOf("second")).AssertIs(OutcomeKind.Cloned);

        Assert.AreEqual(3, Model.Injections.CountOf(nameof(Win32Calls.Rename)), "two for the first file, one for the second");
        AssertIsCopy(Source, PathOf("second"));
    }

    [TestMethod]
    public void ACloneThatCannotBeMadeDenseIsCopiedAndSaysNothingOfTheVolume()
    {
        int calls = 0;
        Injections.Injection refusal = Model.Injections.Add(
            nameof(FSCTL_SET_SPARSE), ERROR_NOT_SUPPORTED, when: _ => ++calls % 2 == 0); // The second for each file.
        for (int i = 0; i < 100; i++)
        {
            Strategy.Copy(Source, PathOf($"refused{i}")).AssertIs(OutcomeKind.Copied, Reason.FileCannotBeCloned, ERROR_NOT_SUPPORTED);
        }

        refusal.Left = 0;
        Strategy.Copy(Source, PathOf("next")).AssertIs(OutcomeKind.Cloned);
        AssertIsCopy(Source, PathOf("next"));
    }

    [TestMethod]
    [DataRow(ERROR_NOT_SUPPORTED)]
    [DataRow(ERROR_INVALID_PARAMETER)]
    [DataRow(ERROR_ACCESS_DENIED)]
    [DataRow(ERROR_NOT_SAME_DEVICE)]
    [DataRow(1450)] // ERROR_NO_SYSTEM_RESOURCES
    [DataRow(134)] // an early sign of the limit of references (microsoft/CopyOnWrite #1)
    public void HoweverManyFilesAreRefusedTheNextIsTried(int error)
    {
        Injections.Injection refusal = Model.Injections.Add(Duplicate, error, times: 1);
        Strategy.Copy(Source, PathOf("first")).AssertIs(OutcomeKind.Copied, error: error);
        Assert.AreEqual(OutcomeKind.Cloned, Strategy.Copy(Source, PathOf("second")).Kind);

        refusal.Left = 1000;
        for (int i = 0; i < 100; i++)
        {
            Strategy.Copy(Source, PathOf($"refused{i}"));
        }

        AssertIsCopy(Source, PathOf("refused99"));
        refusal.Left = 0;
        Strategy.Copy(Source, PathOf("last")).AssertIs(OutcomeKind.Cloned);
    }

    [TestMethod]
    [DataRow(ERROR_DISK_FULL, Reason.VolumeFull)]
    [DataRow(ERROR_HANDLE_DISK_FULL, Reason.VolumeFull)]
    [DataRow(ERROR_DISK_QUOTA_EXCEEDED, Reason.VolumeFull)]
    [DataRow(ERROR_WRITE_PROTECT, Reason.AccessDenied)]
    internal void WhereACopyWouldFailAsWellTheBuiltInTaskIsToReport(int error, Reason reason)
    {
        foreach (string destination in new[] { PathOf("first"), Existing })
        {
            Model.Injections.Add(Duplicate, error, times: 1);
            Strategy.Copy(Source, destination).AssertIs(OutcomeKind.NotHandled, reason, error);
        }

        Assert.IsFalse(File.Exists(PathOf("first")));
        Assert.AreEqual(777, new FileInfo(Existing).Length);
        AssertNothingTemporary();
        Assert.AreEqual(0, Model.Injections.CountOf(nameof(Win32Calls.CopyFile)));
        Assert.AreEqual(OutcomeKind.Cloned, Strategy.Copy(Source, PathOf("second")).Kind, "not remembered");
    }

    [TestMethod]
    [DataRow(nameof(FSCTL_SET_SPARSE))]
    [DataRow("FileEndOfFileInfo")]
    [DataRow(nameof(Win32Calls.SetFileInformation))]
    [DataRow("FileStreamInfo")]
    [DataRow("FileIdInfo")]
    [DataRow(nameof(Win32Calls.GetEaSize))]
    public void AStepBesideTheCloneThatFailsMakesACopy(string call)
    {
        // A function that is not understood, a parity error: neither may end a build.
        foreach (int error in new[] { 1338, 31 })
        {
            Model.Injections.Clear();
            Injections.Injection injected = Model.Injections.Add(call, error, when: path => !Directory.Exists(path));
            File.Delete(PathOf("first"));

            CloneOutcome outcome = Strategy.Copy(Source, PathOf("first"));

            Assert.AreEqual(OutcomeKind.Copied, outcome.Kind, $"{call} {error}: {outcome}");
            Assert.IsGreaterThan(0, injected.Met);
            AssertIsCopy(Source, PathOf("first"));
        }
    }

    [TestMethod]
    [DataRow(ERROR_SHARING_VIOLATION)]
    [DataRow(ERROR_ACCESS_DENIED)]
    [DataRow(1920)]
    public void ASourceThatCannotBeOpenedOurWayIsLeftToTheSystemsCopy(int error)
    {
        Model.Injections.Add(nameof(Win32Calls.CreateFile), error, when: path => path == Source);

        Strategy.Copy(Source, PathOf("first")).AssertIs(OutcomeKind.Copied, Reason.FileCannotBeCloned);
        AssertIsCopy(Source, PathOf("first"));
    }

    [TestMethod]
    [DataRow(ERROR_ACCESS_DENIED, Reason.AccessDenied)]
    [DataRow(ERROR_SHARING_VIOLATION, Reason.Locked)]
    [DataRow(ERROR_DISK_FULL, Reason.VolumeFull)]
    internal void AFileThatCannotBePutInPlaceLeavesTheOldOne(int error, Reason reason)
    {
        string small = Files.Write(PathOf("small"), 10);
        Model.Injections.Add(nameof(Win32Calls.Rename), error);

        foreach (string from in new[] { Source, small })
        {
            Strategy.Copy(from, Existing).AssertIs(OutcomeKind.NotHandled, reason);
            Assert.AreEqual(777, new FileInfo(Existing).Length);
            AssertNothingTemporary();
        }
    }

    [TestMethod]
    public void ACloneThatCannotBeTakenBackByItsHandleIsDeletedByItsName()
    {
        Model.Injections.Add(Duplicate, ERROR_DISK_FULL);
        Model.Injections.Add("FileDispositionInfo", ERROR_INVALID_FUNCTION);

        Strategy.Copy(Source, PathOf("first"));

        Assert.IsFalse(File.Exists(PathOf("first")));
        AssertNothingTemporary();
    }

    /// <summary>A block has 8,176 references at most, the source's own among them.</summary>
    [TestMethod]
    [DataRow(4096)]
    [DataRow(10_000)]
    [DataRow(3_000_001)]
    public void ASourceThatHasAllReferencesThatReFSAllowsIsCopied(int length)
    {
        string source = Files.Write(PathOf("source"), length);
        foreach (long cluster in Model.FileAt(source).Clusters)
        {
            Model.Volume.SetReferences(cluster, ModelVolume.MostReferences);
        }

        Strategy.Copy(source, PathOf("first"))
            .AssertIs(OutcomeKind.Copied, Reason.ReferenceLimit, ERROR_BLOCK_TOO_MANY_REFERENCES);
        AssertIsCopy(source, PathOf("first"));
        Assert.AreEqual(0, Model.BytesInCommon(source, PathOf("first")));
        Assert.IsFalse(Model.FileAt(PathOf("first")).IsSparse);
        Assert.HasCount(2, Directory.GetFiles(Path.GetDirectoryName(source)!));
        Strategy.Copy(PathOf("first"), PathOf("second")).AssertIs(OutcomeKind.Cloned);
    }
}
