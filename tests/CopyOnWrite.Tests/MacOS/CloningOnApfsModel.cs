namespace CopyOnWrite.Tests.MacOS;

/// <summary>The suite of every strategy, for the one of macOS on a model of APFS.</summary>
[TestClass]
public sealed class CloningOnApfsModel : UnixCopyConformance
{
    private ApfsModel? _model;

    protected override bool Clones => true;

    private protected override OutcomeKind KindOfCopies => OutcomeKind.NotHandled;

    [TestCleanup]
    public void DeleteModel() => _model?.Delete();

    private protected override VolumeUnderTest OpenVolume() => VolumeUnderTest.Require("plain");

    private protected override FileCloner MakeCloner() => new MacCloner(_model = new ApfsModel(Volume.Folder), new Refusals());

    private protected override long BytesInCommon(string first, string second) => _model!.BytesInCommon(first, second);
}
