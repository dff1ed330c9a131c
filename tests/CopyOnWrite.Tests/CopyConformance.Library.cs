namespace CopyOnWrite.Tests;

/// <summary>The calls of the library CopyOnWrite.Core.</summary>
public abstract partial class CopyConformance
{
    // Whichever is looked at first.
    private static readonly Reason[] s_withoutClones =
        [Reason.VolumeCannotClone, Reason.CloningDisabled, Reason.DestinationExists, Reason.DestinationFolderMissing];

    // At least one cluster on every volume.
    private const int LibraryLength = 128 * 1024;

    private string Whole => field ??= Files.Write(Volume.PathOf("source"), LibraryLength);

    /// <summary>Whether calls of the library that may copy clone: explicitly, also where the system's own copy clones.</summary>
    protected virtual bool LibraryClones => Clones;

    /// <summary>Whether a file is cloned that the caller wants cloned, also where a copy would be faster.</summary>
    protected virtual bool ClonesOnDemand => Clones;

    [TestMethod]
    public void CloneClonesOrLeavesTheDestinationAsItWas()
    {
        File.WriteAllText(Destination, "old");

        CloneOutcome outcome = Library.TryClone(Whole, Destination, overwrite: true);

        outcome.AssertIs(ClonesOnDemand ? OutcomeKind.Cloned : OutcomeKind.NotHandled);
        if (ClonesOnDemand)
        {
            CollectionAssert.AreEqual(File.ReadAllBytes(Whole), File.ReadAllBytes(Destination));
            Assert.AreEqual(LibraryLength, OperatingSystem.IsMacOS() ? outcome.Bytes : BytesInCommon(Whole, Destination));
        }
        else
        {
            Assert.IsTrue(outcome.Reason is Reason.VolumeCannotClone or Reason.CloningDisabled, outcome.ToString());
            Assert.AreEqual("old", File.ReadAllText(Destination));
        }

        AssertOnlyFiles("destination", "source");
    }

    [TestMethod]
    [DataRow(0)]
    [DataRow(1)]
    [DataRow(3000)]
    [DataRow(LibraryLength)]
    public void CloneMakesANewFileOfAnyLengthExactlyWhereItClones(int length)
    {
        string source = Files.Write(Volume.PathOf("source"), length);

        CloneOutcome outcome = Library.TryClone(source, Destination);

        outcome.AssertIs(ClonesOnDemand ? OutcomeKind.Cloned : OutcomeKind.NotHandled);
        Assert.AreEqual(ClonesOnDemand, File.Exists(Destination), outcome.ToString());
        if (ClonesOnDemand)
        {
            CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(Destination));
        }
    }

    [TestMethod]
    public void WithoutOverwriteAnExistingFileIsLeftAsItWas()
    {
        File.WriteAllText(Destination, "old");

        CloneOutcome outcome = Library.TryClone(Whole, Destination);
        Assert.ThrowsExactly<IOException>(() => Library.CloneOrCopy(Whole, Destination));

        outcome.AssertIs(OutcomeKind.NotHandled);
        Assert.Contains(outcome.Reason, ClonesOnDemand ? [Reason.DestinationExists] : s_withoutClones, outcome.ToString());
        Assert.AreEqual("old", File.ReadAllText(Destination));
        AssertOnlyFiles("destination", "source");
    }

    [TestMethod]
    public void OnePathForBothIsRefused()
    {
        Assert.ThrowsExactly<ArgumentException>(() => Library.TryClone(Whole, Whole));
        Assert.ThrowsExactly<ArgumentException>(() => Library.CloneOrCopy(Whole, Whole, overwrite: true));
        AssertOnlyFiles("source");
    }

    [TestMethod]
    public void CloneOrCopyMakesTheFileEitherWayAndSaysWhich()
    {
        CloneOutcome outcome = Library.CloneOrCopy(Whole, Destination);

        outcome.AssertIs(LibraryClones ? OutcomeKind.Cloned : OutcomeKind.Copied);
        Assert.AreEqual(LibraryLength, outcome.Bytes);
        CollectionAssert.AreEqual(File.ReadAllBytes(Whole), File.ReadAllBytes(Destination));
        Assert.AreEqual(outcome.IsClone ? LibraryLength : 0, BytesInCommon(Whole, Destination), outcome.ToString());
    }

    [TestMethod]
    public void CloneOrCopyThrowsWhatFileCopyThrows()
    {
        Assert.ThrowsExactly<FileNotFoundException>(() => Library.CloneOrCopy(Volume.PathOf("missing"), Destination));
        string inMissing = Path.Combine(Volume.PathOf("missing"), "destination");
        Assert.Contains(inMissing, Assert.ThrowsExactly<DirectoryNotFoundException>(() => Library.CloneOrCopy(Whole, inMissing)).Message);
        AssertOnlyFiles("source");
    }

    [TestMethod]
    public void ProbeCloneSaysWhatCloneDoesAndLeavesNothing()
    {
        CloneOutcome outcome = Library.ProbeClone(
            Directory.CreateDirectory(Volume.PathOf("from")).FullName, Directory.CreateDirectory(Volume.PathOf("to")).FullName);

        Assert.AreEqual(ClonesOnDemand, outcome.IsClone, outcome.ToString());
        Assert.IsTrue(ClonesOnDemand || outcome.Reason is Reason.VolumeCannotClone or Reason.CloningDisabled, outcome.ToString());
        AssertOnlyFiles();
    }

    [TestMethod]
    public void ProbeCloneOfAMissingFolderSaysWhich()
    {
        string folder = Directory.CreateDirectory(Volume.PathOf("there")).FullName;

        CloneOutcome source = Library.ProbeClone(Volume.PathOf("missing"), folder);
        CloneOutcome destination = Library.ProbeClone(folder, Volume.PathOf("missing"));

        source.AssertIs(OutcomeKind.NotHandled, Reason.SourceMissing);
        destination.AssertIs(OutcomeKind.NotHandled);
        Assert.Contains(destination.Reason, ClonesOnDemand ? [Reason.DestinationFolderMissing] : s_withoutClones, destination.ToString());
        AssertOnlyFiles();
    }

    private protected void AssertOnlyFiles(params string[] names) => CollectionAssert.AreEquivalent(
        names, Directory.EnumerateFiles(Volume.Folder, "*", SearchOption.AllDirectories).Select(Path.GetFileName).ToArray());
}
