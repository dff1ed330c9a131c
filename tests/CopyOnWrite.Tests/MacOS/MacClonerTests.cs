using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.Tests.MacOS;

/// <summary>What macOS may answer to a clone, and what becomes of the file, of its destination and of the next file.</summary>
[TestClass]
public sealed class MacClonerTests
{
    private VolumeUnderTest _volume = null!;
    private ApfsModel _model = null!;
    private MacCloner _strategy = null!;
    private string _source = null!;
    private string _destination = null!;

    [TestInitialize]
    public void Start()
    {
        _volume = VolumeUnderTest.Require("plain");
        _model = new ApfsModel(_volume.Folder);
        _strategy = new MacCloner(_model, new Refusals());
        _source = Files.Write(_volume.PathOf("source"), 9000);
        _destination = _volume.PathOf("destination");
    }

    [TestCleanup]
    public void End()
    {
        _model?.Delete();
        _volume?.Dispose();
    }

    [TestMethod]
    public void ANewDestinationIsOneCloneAndNothingAfterIt()
    {
        Assert.AreEqual(OutcomeKind.Cloned, _strategy.Copy(_source, _destination).Kind);

        Assert.AreEqual((1, 0, 0, 0), (_model.Count("Clone"), _model.Count("Rename"), _model.Count("SetMode"), _model.Count("Remove")));
        Assert.AreEqual(9000, _model.BytesInCommon(_source, _destination));
    }

    [TestMethod]
    public void AVolumeThatIsNotApfsIsAskedOnce()
    {
        _model.Mount(_volume.PathOf("hfs"), isApfs: false);
        string source = Files.Write(_volume.PathOf("hfs/source"), 9000);

        for (int i = 0; i < 3; i++)
        {
            AssertLeft(_strategy.Copy(source, _volume.PathOf($"hfs/copy{i}")), Reason.VolumeCannotClone);
        }

        Assert.AreEqual(1, _model.Count("Clone"));
        Assert.HasCount(1, Directory.GetFiles(_volume.PathOf("hfs")));
    }

    [TestMethod]
    public void APairOfVolumesIsAskedOnceAndTheSourcesOwnVolumeStillClones()
    {
        _model.Mount(_volume.PathOf("other"), isApfs: true);

        for (int i = 0; i < 3; i++)
        {
            AssertLeft(_strategy.Copy(_source, _volume.PathOf($"other/copy{i}")), Reason.DifferentVolumesTooSmall);
        }

        Assert.AreEqual(1, _model.Count("Clone"));
        Assert.AreEqual(OutcomeKind.Cloned, _strategy.Copy(_source, _destination).Kind);
        Assert.IsEmpty(Directory.GetFiles(_volume.PathOf("other")));
    }

    [TestMethod]
    [DataRow(ENOTSUP)]
    [DataRow(EOPNOTSUPP)]
    [DataRow(ENOSYS)]
    public void ACloneThatIsNotSupportedIsRememberedOfTheVolume(int errno)
    {
        _model.Inject("Clone", () => errno);

        AssertLeft(_strategy.Copy(_source, _destination), Reason.VolumeCannotClone, errno);
        AssertLeft(_strategy.Copy(_source, _destination), Reason.VolumeCannotClone);
        Assert.AreEqual(1, _model.Count("Clone"));
    }

    [TestMethod]
    [DataRow(EACCES, Reason.AccessDenied)]
    [DataRow(EPERM, Reason.AccessDenied)]
    [DataRow(EROFS, Reason.AccessDenied)]
    [DataRow(ENOSPC, Reason.VolumeFull)]
    [DataRow(EDQUOT, Reason.VolumeFull)]
    [DataRow(EIO, Reason.InputOutputError)]
    [DataRow(ENAMETOOLONG, Reason.UnsupportedPath)]
    [DataRow(ELOOP, Reason.UnsupportedPath)]
    [DataRow(ENOMEM, Reason.OtherError)]
    [DataRow(EINVAL, Reason.FileCannotBeCloned)]
    [DataRow(EDEADLK, Reason.FileCannotBeCloned)]
    [DataRow(EXDEV, Reason.FileCannotBeCloned)] // Though both files are on one volume.
    internal void AnErrorOfOneFileIsTheBuiltInsToMeetAndTheNextFileIsCloned(int errno, Reason reason)
    {
        Files.Write(_destination, 700);
        foreach (string to in new[] { _volume.PathOf("new"), _destination })
        {
            _model.Inject("Clone", to == _destination ? [() => EEXIST, () => errno] : [() => errno]);

            AssertLeft(_strategy.Copy(_source, to), reason, errno);
        }

        AssertOnly("destination", "source");
        Assert.AreEqual(700, new FileInfo(_destination).Length);
        Assert.AreEqual(OutcomeKind.Cloned, _strategy.Copy(_source, _destination).Kind);
    }

    [TestMethod]
    public void AVolumeThatOnlyEverRefusesIsGivenUp()
    {
        for (int i = 0; i < 32; i++)
        {
            _model.Inject("Clone", () => EINVAL);
            AssertLeft(_strategy.Copy(_source, _destination), Reason.FileCannotBeCloned, EINVAL);
        }

        AssertLeft(_strategy.Copy(_source, _destination), Reason.VolumeCannotClone);
        Assert.AreEqual(32, _model.Count("Clone"));
    }

    [TestMethod]
    [DataRow("Clone", 2, EINTR, 3, DisplayName = "interrupted")]
    [DataRow("Clone", 1, EEXIST, 2, DisplayName = "a destination that is made and removed meanwhile")]
    [DataRow("Clone", 1, ENOENT, 2, DisplayName = "a folder that comes meanwhile")]
    [DataRow("LockShared", 1, ENOTSUP, 1, DisplayName = "a volume without locks")]
    public void WhatPassesIsTriedAgain(string call, int times, int errno, int clones)
    {
        _model.Inject(call, [.. Enumerable.Repeat(() => errno, times)]);

        Assert.AreEqual(OutcomeKind.Cloned, _strategy.Copy(_source, _destination).Kind);
        Assert.AreEqual(clones, _model.Count("Clone"));
        AssertOnly("destination", "source");
    }

    [TestMethod]
    public void ADestinationThatAppearsMeanwhileIsReplaced()
    {
        _model.Inject("Clone", () =>
        {
            Files.Write(_destination, 700);
            return 0;
        });

        Assert.AreEqual(OutcomeKind.Cloned, _strategy.Copy(_source, _destination).Kind);

        CollectionAssert.AreEqual(File.ReadAllBytes(_source), File.ReadAllBytes(_destination));
        AssertOnly("destination", "source");
    }

    [TestMethod]
    public void ATemporaryNameThatIsTakenAgainAtOnceIsTheOtherWriters()
    {
        Files.Write(_destination, 700);
        _model.Inject("Clone", () => EEXIST, () => EEXIST, () => EEXIST);

        AssertLeft(_strategy.Copy(_source, _destination), Reason.OtherError, EEXIST);

        Assert.AreEqual((3, 1), (_model.Count("Clone"), _model.Count("Remove")));
        Assert.AreEqual(700, new FileInfo(_destination).Length);
    }

    [TestMethod]
    public void ATemporaryFileThatAnotherWriterTookIsMadeAgain()
    {
        Files.Write(_destination, 700);
        _model.Inject("Rename", () => ENOENT);

        Assert.AreEqual(OutcomeKind.Cloned, _strategy.Copy(_source, _destination).Kind);

        CollectionAssert.AreEqual(File.ReadAllBytes(_source), File.ReadAllBytes(_destination));
        AssertOnly("destination", "source");
    }

    [TestMethod]
    public void ASourceThatGoesWhileItIsClonedIsMissing()
    {
        _model.Inject("Clone", () =>
        {
            File.Delete(_source);
            return ENOENT;
        });

        AssertLeft(_strategy.Copy(_source, _destination), Reason.SourceMissing, ENOENT);
        AssertOnly();
    }

    [TestMethod]
    [DataRow("SetMode", EPERM, false)]
    [DataRow("SetMode", EPERM, true)]
    [DataRow("Rename", EACCES, true)]
    [DataRow("Rename", ENOSPC, true)]
    public void AStepThatFailsAfterTheCloneLeavesNothingBehind(string call, int errno, bool exists)
    {
        File.SetUnixFileMode(_source, UnixFileMode.UserRead);
        if (exists)
        {
            Files.Write(_destination, 700);
        }

        _model.Inject(call, () => errno);

        AssertLeft(_strategy.Copy(_source, _destination), errno == ENOSPC ? Reason.VolumeFull : Reason.AccessDenied, errno);

        AssertOnly(exists ? ["destination", "source"] : ["source"]);
        Assert.IsTrue(!exists || new FileInfo(_destination).Length == 700);
    }

    [TestMethod]
    [DataRow(EACCES, Reason.AccessDenied)]
    [DataRow(EIO, Reason.InputOutputError)]
    [DataRow(EINVAL, Reason.UnsupportedPath)]
    internal void ASourceThatCannotBeOpenedIsTheBuiltInsToReport(int errno, Reason reason)
    {
        _model.Inject("OpenToRead", () => errno);

        AssertLeft(_strategy.Copy(_source, _destination), reason, errno);
        Assert.AreEqual(0, _model.Count("Clone"));
    }

    [TestMethod]
    public void VolumesAreToldApart()
    {
        _model.Mount(_volume.PathOf("other"), isApfs: true);

        Assert.IsTrue(_strategy.AreOnOneVolume(_source, _volume.Folder));
        Assert.IsFalse(_strategy.AreOnOneVolume(_source, _volume.PathOf("other")));
        Assert.IsFalse(_strategy.AreOnOneVolume(_source, _volume.PathOf("none")));
    }

    private static void AssertLeft(CloneOutcome outcome, Reason reason, int errno = 0) =>
        Assert.AreEqual(
            (OutcomeKind.NotHandled, reason, errno),
            (outcome.Kind, outcome.Reason, errno == 0 ? 0 : outcome.ErrorNumber),
            outcome.ToString());

    private void AssertOnly(params string[] expected)
    {
        string[] names = [.. Directory.EnumerateFiles(_volume.Folder).Select(p => Path.GetFileName(p)!).Order(StringComparer.Ordinal)];
        CollectionAssert.AreEqual(expected, names, $"Found: {string.Join(", ", names)}");
    }
}
