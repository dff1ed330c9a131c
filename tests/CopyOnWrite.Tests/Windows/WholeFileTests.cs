namespace CopyOnWrite.Tests.Windows;

/// <summary>A file gets its name when it is whole, new or replaced, and programs that watch its folder see it change.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class WholeFileTests : ModelTests
{
    private const string Clone = "GetFileAttributes, GetFileAttributes, CreateFile, FileIdInfo, GetNetworkOpenInformation, GetEaSize, "
        + "FileStreamInfo, CreateFile, FSCTL_SET_SPARSE, FileEndOfFileInfo, FSCTL_DUPLICATE_EXTENTS_TO_FILE, FSCTL_SET_SPARSE, "
        + "SetFileInformation, Rename";

    private string Destination => PathOf("copy");

    [TestMethod]
    [DataRow(true)]
    [DataRow(false)]
    public void KilledAtAnyCallANewFileIsWholeOrMissingAndTheNextCopyTidiesUp(bool clones)
    {
        Model.Volume.Flags &= ~(clones ? 0 : FILE_SUPPORTS_BLOCK_REFCOUNTING);
        int killed = KillAtEachCall(
            () => File.Delete(Destination),
            platform => platform.Copy(Source, Destination),
            call =>
            {
                byte[] content = File.ReadAllBytes(File.Exists(Destination) ? Destination : Source);
                CollectionAssert.AreEqual(File.ReadAllBytes(Source), content, $"killed before call {call}");
                Strategy.Copy(Source, Destination);
                AssertIsCopy(Source, Destination);
            });

        Assert.IsGreaterThan(5, killed);
    }

    [TestMethod]
    [DataRow(true, true)]
    [DataRow(true, false)]
    [DataRow(false, true)]
    [DataRow(false, false)]
    public void AFileThatAnotherProcessMakesMeanwhileIsReplacedOnlyByACallThatOverwrites(bool clones, bool overwrites)
    {
        Model.Volume.Flags &= ~(clones ? 0 : FILE_SUPPORTS_BLOCK_REFCOUNTING);
        Injections.Injection meanwhile = Model.Injections.Add(
            nameof(Win32Calls.Rename), error: 0, times: 1, when: _ => File.Exists(Files.Write(Destination, 777)));
        using CloneWorker worker = Strategy.NewWorker(new CloneCall(Strategy, Overwrites: overwrites));

        CloneOutcome outcome = worker.Copy(Source, Destination);

        Assert.AreEqual(1, meanwhile.Met, "files made meanwhile");
        if (overwrites)
        {
            Assert.AreNotEqual(OutcomeKind.NotHandled, outcome.Kind, outcome.ToString());
            AssertIsCopy(Source, Destination);
        }
        else
        {
            outcome.AssertIs(OutcomeKind.NotHandled, Reason.DestinationExists);
            Assert.AreEqual(777, new FileInfo(Destination).Length);
            AssertNothingTemporary();
        }
    }

    /// <summary>All calls. The time is set under the final name: ReadDirectoryChangesW reports FILE_ACTION_MODIFIED for it.</summary>
    [TestMethod]
    [DataRow("new, copied", "GetFileAttributes, GetFileAttributes, CopyFile, CreateFile, GetNetworkOpenInformation, Rename")]
    [DataRow(
        "replaced, copied",
        "GetFileAttributes, GetFileAttributes, CopyFile, CreateFile, GetNetworkOpenInformation, Rename, SetFileInformation")]
    [DataRow("new, cloned", Clone)]
    [DataRow("replaced, cloned", Clone + ", SetFileInformation")]
    [DataRow("replaced in use, copied", "Rename, CreateFile, Rename, Rename, FileDispositionInfo, "
        + "GetProcessesUsing, SetFileInformation")]
    public void AfterAReplacementItsTimeIsSetOnceMore(string what, string last)
    {
        Model.Volume.Flags &= ~(what.Contains("cloned") ? 0 : FILE_SUPPORTS_BLOCK_REFCOUNTING);
        Strategy.Copy(Source, PathOf("first")); // The folder is known then.
        if (what.Contains("replaced"))
        {
            Files.Write(Destination, 777);
            Model.FileAt(Destination).IsMapped = what.Contains("in use");
        }

        using CloneWorker worker = Strategy.NewWorker(new CloneCall(Strategy, ReplacesFilesInUse: true));
        Model.Injections.Log = [];
        worker.Copy(Source, Destination).AssertIs(what.Contains("cloned") ? OutcomeKind.Cloned : OutcomeKind.Copied);

        string log = string.Join(", ", Model.Injections.Log);
        Assert.EndsWith(last, log);
        Assert.AreEqual(last.StartsWith("GetFileAttributes", StringComparison.Ordinal) ? last.Length : log.Length, log.Length, log);
        Assert.AreEqual(File.GetLastWriteTimeUtc(Source), File.GetLastWriteTimeUtc(Destination));
    }

    [TestMethod]
    public void AReplacementWhoseTimeCannotBeSetOnceMoreIsDoneAllTheSame()
    {
        Model.Volume.Flags &= ~FILE_SUPPORTS_BLOCK_REFCOUNTING;
        Files.Write(Destination, 777);
        Injections.Injection injected = Model.Injections.Add(nameof(Win32Calls.SetFileInformation), ERROR_ACCESS_DENIED);

        Strategy.Copy(Source, Destination).AssertIs(OutcomeKind.Copied);

        Assert.AreEqual(1, injected.Met);
        AssertIsCopy(Source, Destination);
    }
}
