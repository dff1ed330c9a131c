namespace CopyOnWrite.Tests;

/// <summary>What the library copies by .NET, where no worker copies: the same promises hold.</summary>
[TestClass]
public sealed class CopyFallbackTests : InATemporaryFolder
{
    private const int Length = 100_000;

    private readonly FileCloner _cloner = new(new CopyOnly((_, _) => CloneOutcome.NotHandled(Reason.CloningDisabled)));

    private string Destination => _folder.PathOf("destination");

    private string Source => field ??= Files.Write(_folder.PathOf("source"), Length);

    [TestMethod]
    public void AnExistingFileIsReplacedAndItsOtherNamesKeepTheirContent()
    {
        File.WriteAllText(Destination, "old");
        Links.MakeHardLink(Destination, _folder.PathOf("other name"));

        CloneOutcome outcome = _cloner.CloneOrCopy(Source, Destination, overwrite: true);

        Assert.AreEqual(
            (OutcomeKind.Copied, Reason.CloningDisabled, (long)Length), (outcome.Kind, outcome.Reason, outcome.Bytes), outcome.ToString());
        CollectionAssert.AreEqual(File.ReadAllBytes(Source), File.ReadAllBytes(Destination));
        Assert.AreEqual(File.GetLastWriteTimeUtc(Source), File.GetLastWriteTimeUtc(Destination));
        Assert.AreEqual("old", File.ReadAllText(_folder.PathOf("other name")));
        AssertOnly("destination", "other name", "source");
    }

    /// <summary>.NET alone would wait until a program writes to the pipe.</summary>
    [TestMethod]
    public void WherePipesCannotBeToldFromFilesATreeIsRefusedByName()
    {
        string tree = Directory.CreateDirectory(_folder.PathOf("tree")).FullName;
        Files.Write(Path.Combine(tree, "file"), Length);

        IOException refused = Assert.ThrowsExactly<IOException>(() => new DotNetPlatform().CloneTree(tree, _folder.PathOf("clone")));

        Assert.Contains($"{tree} cannot be listed: this system does not tell pipes from files", refused.Message);
        AssertOnly("tree");
    }

    [TestMethod]
    [DataRow(true)]
    [DataRow(false)]
    public void ALinkIsNeitherReplacedNorWrittenThrough(bool leadsNowhere)
    {
        string target = _folder.PathOf("target");
        if (!leadsNowhere)
        {
            File.WriteAllText(target, "old");
        }

        Links.MakeSymbolicLink(Destination, target);

        Assert.ThrowsExactly<IOException>(() => _cloner.CloneOrCopy(Source, Destination, overwrite: true));

        Assert.AreEqual(target, new FileInfo(Destination).LinkTarget);
        Assert.AreEqual(!leadsNowhere, File.Exists(target));
        Assert.IsTrue(leadsNowhere || File.ReadAllText(target) == "old");
    }

    [TestMethod]
    [OSCondition(OperatingSystems.Linux)]
    public void OnAFullVolumeTheOldFileIsKeptAndTheErrorIsTheSystems()
    {
        using VolumeUnderTest full = VolumeUnderTest.Require("full");
        string source = Files.Write(_folder.PathOf("source"), 80_000_000);
        string destination = full.PathOf("destination");
        File.WriteAllText(destination, "old");

        IOException refused = Assert.ThrowsExactly<IOException>(() =>
            new FileCloner(new LinuxPlatform(null)).CloneOrCopy(source, destination, overwrite: true));

        Assert.AreEqual("old", File.ReadAllText(destination));
        Assert.AreEqual(28, refused.HResult, refused.Message); // ENOSPC
        CollectionAssert.AreEqual(new[] { destination }, Directory.GetFiles(full.Folder));
    }

    [TestMethod]
    [OSCondition(OperatingSystems.Linux)]
    public void AProbeInAFolderWhereNothingCanBeMadeHasTheSystemsError()
    {
        CloneOutcome outcome = FileCloner.Shared.ProbeClone("/proc", _folder.Folder);

        outcome.AssertIs(OutcomeKind.NotHandled);
        Assert.IsTrue(outcome.Reason == Reason.AccessDenied || outcome.ErrorNumber != 0, outcome.ToString());
    }

    [TestMethod]
    public void CancelledInTheMiddleWhatWasStartedIsCompleteAndTheRestIsNotStarted()
    {
        using var cancellation = new CancellationTokenSource();
        string[] sources = [.. Enumerable.Range(0, 20).Select(i => Files.Write(_folder.PathOf($"source{i}"), Length))];
        string[] destinations = [.. Enumerable.Range(0, 20).Select(i => _folder.PathOf($"destination{i}"))];
        int copies = 0;
        var platform = new CopyOnly((source, destination) =>
        {
            File.Copy(source, destination);
            if (Interlocked.Increment(ref copies) == 5)
            {
                cancellation.Cancel();
            }

            return CloneOutcome.Copied(Reason.CloningDisabled, 0);
        });

        using (var run = new CopyRun(new CloneCall(platform), new CopyOptions(), sources, destinations, cancellation.Token))
        {
            while (run.TryNext(out int file))
            {
                Assert.IsTrue(run[file].IsWritten);
            }
        }

        string[] made = Array.FindAll(destinations, File.Exists);
        Assert.IsTrue(made.Length is >= 5 and < 20, $"{made.Length}");
        Assert.IsTrue(made.All(path => new FileInfo(path).Length == Length));
    }

    [TestMethod]
    public void ACancelledCallDoesNotWaitForAMissingSource()
    {
        using var cancellation = new CancellationTokenSource();
        int tries = 0;
        var missing = new CopyOnly((_, _) => { tries++; cancellation.Cancel(); return CloneOutcome.NotHandled(Reason.SourceMissing); });
        var call = new CloneCall(missing);
        using CloneWorker worker = call.Platform.NewWorker(call);

        new FileCopier(call, new CopyOptions { WaitForSource = true }, cancellation.Token).Copy(worker, Source, Destination);

        Assert.AreEqual(1, tries);
    }

    private void AssertOnly(params string[] names) =>
        CollectionAssert.AreEquivalent(names, Directory.EnumerateFileSystemEntries(_folder.Folder).Select(Path.GetFileName).ToArray());
}
