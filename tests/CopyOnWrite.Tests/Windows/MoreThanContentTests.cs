namespace CopyOnWrite.Tests.Windows;

/// <summary>What a file is beside its content: a clone leaves what CopyFile would, or the file is copied.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class MoreThanContentTests : ModelTests
{
    private const uint FILE_ATTRIBUTE_OFFLINE = 0x1000;
    private const uint FILE_ATTRIBUTE_TEMPORARY = 0x100;
    private const uint FILE_ATTRIBUTE_COMPRESSED = 0x800;
    private const uint FILE_ATTRIBUTE_ENCRYPTED = 0x4000;

    [TestMethod]
    [DataRow(0u)]
    [DataRow(FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_SYSTEM)]
    [DataRow(FILE_ATTRIBUTE_NOT_CONTENT_INDEXED | FILE_ATTRIBUTE_HIDDEN)]
    public void AttributesOfACloneAreThoseThatTheSystemsCopyLeaves(uint attributes)
    {
        Model.FileAt(Source).Attributes = attributes;

        CloneOutcome outcome = Strategy.Copy(Source, PathOf("clone"));
        Assert.AreEqual(0, Model.CopyFile(Source, PathOf("copy")));

        outcome.AssertIs(OutcomeKind.Cloned);
        Assert.AreEqual(AttributesOf(PathOf("copy")), AttributesOf(PathOf("clone")));
        Assert.AreEqual(attributes | FILE_ATTRIBUTE_ARCHIVE, AttributesOf(PathOf("clone")));
    }

    [TestMethod]
    [DataRow(10_000)]
    [DataRow(100)]
    public void AReadOnlySourcesCopyHasNoAttributes(int length)
    {
        string source = Files.Write(PathOf("source"), length, UnixFileMode.UserRead);
        Model.FileAt(source).Attributes = FILE_ATTRIBUTE_HIDDEN;

        foreach (string destination in new[] { PathOf("made"), Existing })
        {
            Strategy.Copy(source, destination).AssertIs(length < 4096 ? OutcomeKind.Copied : OutcomeKind.Cloned);
            AssertIsCopy(source, destination);
            Assert.AreEqual(FILE_ATTRIBUTE_NORMAL, AttributesOf(destination));
            Assert.IsTrue(Strategy.TryStat(destination, out FileStat made) && !made.IsReadOnly);
        }

        Assert.IsTrue(Strategy.TryStat(source, out FileStat seen) && seen.IsReadOnly);
    }

    [TestMethod]
    [DataRow(FILE_ATTRIBUTE_COMPRESSED)]
    [DataRow(FILE_ATTRIBUTE_OFFLINE)]
    [DataRow(FILE_ATTRIBUTE_TEMPORARY)]
    [DataRow(FILE_ATTRIBUTE_ENCRYPTED)]
    [DataRow(0x00400000u)] // FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS
    [DataRow(0u, 4096L, DisplayName = "less allocated than its length")]
    public void AnOddSourceIsTheSystemsToCopyAndNoCloneIsAskedFor(uint attribute, long? allocated = null)
    {
        Model.FileAt(Source).Attributes |= attribute;
        Model.FileAt(Source).SmallerAllocation = allocated;

        Strategy.Copy(Source, PathOf("copy")).AssertIs(OutcomeKind.Copied, Reason.FileCannotBeCloned);
        Assert.AreEqual(0, Model.Injections.CountOf(nameof(FSCTL_DUPLICATE_EXTENTS_TO_FILE)));
        AssertIsCopy(Source, PathOf("copy"));
    }

    [TestMethod]
    public void WhatACloneWouldLackIsCopied()
    {
        ModelFile file = Model.FileAt(Source);
        file.Streams["Zone.Identifier"] = [1, 2, 3];
        Strategy.Copy(Source, PathOf("streams")).AssertIs(OutcomeKind.Copied, Reason.FileCannotBeCloned);
        CollectionAssert.AreEqual(new byte[] { 1, 2, 3 }, Model.FileAt(PathOf("streams")).Streams["Zone.Identifier"]);

        file.Streams.Clear();
        file.ExtendedAttributes = ["$KERNEL.PURGE.ESBCACHE", "USER"];
        Strategy.Copy(Source, PathOf("attributes")).AssertIs(OutcomeKind.Copied, Reason.FileCannotBeCloned);
        CollectionAssert.AreEqual(new[] { "USER" }, Model.FileAt(PathOf("attributes")).ExtendedAttributes);
    }

    /// <summary>Smart App Control gives them to each program that was started; no copy keeps them.</summary>
    [TestMethod]
    public void AttributesOfTheKernelDoNotKeepAFileFromBeingCloned()
    {
        Model.FileAt(Source).ExtendedAttributes = ["$KERNEL.PURGE.ESBCACHE", "$Kernel.Smartlocker.OriginClaim"];

        Strategy.Copy(Source, PathOf("clone")).AssertIs(OutcomeKind.Cloned);

        Assert.IsEmpty(Model.FileAt(PathOf("clone")).ExtendedAttributes);
    }

    [TestMethod]
    public void WhatAVolumeCannotHaveIsNotAskedFor()
    {
        Model.Volume.Flags = FILE_SUPPORTS_BLOCK_REFCOUNTING;

        Assert.AreEqual(OutcomeKind.Cloned, Strategy.Copy(Source, PathOf("clone")).Kind);

        Assert.AreEqual(0, Model.Injections.CountOf(nameof(Win32Calls.GetEaSize)) + Model.Injections.CountOf("FileStreamInfo"));
    }

    [TestMethod]
    [DataRow((ushort)2, (ushort)0)]
    [DataRow((ushort)0, (ushort)2)]
    [DataRow((ushort)2, (ushort)2)]
    public void AFileIsClonedWhereItsFolderGivesTheIntegrityThatTheSourceHas(ushort ofSource, ushort ofFolder)
    {
        Model.Volume.IntegrityOfNewFiles = ofSource;
        _ = Model.FileAt(Source);
        Model.Volume.IntegrityOfNewFiles = ofFolder;

        Strategy.Copy(Source, PathOf("copy")).AssertIs(ofSource == ofFolder ? OutcomeKind.Cloned : OutcomeKind.Copied);
        Assert.AreEqual(ofFolder, Model.FileAt(PathOf("copy")).Integrity);
        AssertIsCopy(Source, PathOf("copy"));
    }

    [TestMethod]
    [DataRow(false)]
    [DataRow(true)]
    public void TheCloneIsSparseExactlyWhenTheSourceIs(bool sparse)
    {
        Model.FileAt(Source).IsSparse = sparse;

        Strategy.Copy(Source, PathOf("clone")).AssertIs(OutcomeKind.Cloned);
        Assert.AreEqual(sparse, Model.FileAt(PathOf("clone")).IsSparse);
        AssertIsCopy(Source, PathOf("clone"));
    }

    [TestMethod]
    [TestCategory("Slow")]
    public void AFileOfMoreThanOneRegionIsClonedInFull()
    {
        Model.Volume.ClusterSize = 64 * 1024;
        string source = PathOf("source");
        const long Length = (1L << 31) + 70_001;
        using (FileStream file = File.Create(source))
        {
            file.SetLength(Length);
            file.Position = Length - 3;
            file.Write([1, 2, 3]);
        }

        CloneOutcome outcome = Strategy.Copy(source, PathOf("clone"));

        Assert.AreEqual((OutcomeKind.Cloned, Length), (outcome.Kind, outcome.Bytes), outcome.ToString());
        Assert.AreEqual(2, Model.Injections.CountOf(nameof(FSCTL_DUPLICATE_EXTENTS_TO_FILE)));
        Assert.AreEqual(Length, Model.BytesInCommon(source, PathOf("clone")));
        using FileStream clone = File.OpenRead(PathOf("clone"));
        Assert.AreEqual(Length, clone.Length);
        clone.Position = Length - 3;
        Assert.AreEqual(1, clone.ReadByte());
    }
}
