using CopyOnWrite.Windows;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Tests.Windows;

/// <summary>What a file is beside its content: a clone leaves what CopyFile would, or the file is copied.</summary>
[TestClass]
public sealed class MoreThanContentTests : ModelTests
{
    private const uint FILE_ATTRIBUTE_OFFLINE = 0x1000;
    private const uint FILE_ATTRIBUTE_TEMPORARY = 0x100;
    private const uint FILE_ATTRIBUTE_ENCRYPTED = 0x4000;

    [TestMethod]
    [DataRow(0u)]
    [DataRow(FILE_ATTRIBUTE_HIDDEN)]
    [DataRow(FILE_ATTRIBUTE_SYSTEM)]
    [DataRow(FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_SYSTEM)]
    [DataRow(FILE_ATTRIBUTE_NOT_CONTENT_INDEXED | FILE_ATTRIBUTE_HIDDEN)]
    public void AttributesOfACloneAreThoseThatTheSystemsCopyLeaves(uint attributes)
    {
        string source = Source();
        Model.FileAt(source).Attributes = attributes;

        CloneOutcome outcome = Strategy.Copy(source, PathOf("clone"));
        Assert.AreEqual(0, Model.CopyFile(source, PathOf("copy")));

        Assert.AreEqual(OutcomeKind.Cloned, outcome.Kind, outcome.ToString());
        Assert.AreEqual(AttributesOf("copy"), AttributesOf("clone"));
        Assert.AreEqual(attributes | FILE_ATTRIBUTE_ARCHIVE, AttributesOf("clone"));
    }

    [TestMethod]
    [DataRow(10_000)]
    [DataRow(100)]
    public void AReadOnlySourcesCopyHasNoAttributes(int length)
    {
        string source = Files.Write(PathOf("source"), length, UnixFileMode.UserRead);
        Model.FileAt(source).Attributes = FILE_ATTRIBUTE_HIDDEN;
        string existing = Files.Write(PathOf("existing"), 777);

        foreach (string destination in new[] { PathOf("made"), existing })
        {
            CloneOutcome outcome = Strategy.Copy(source, destination);

            Assert.AreEqual(length < 4096 ? OutcomeKind.Copied : OutcomeKind.Cloned, outcome.Kind, outcome.ToString());
            AssertIsCopy(source, destination);
            Assert.AreEqual(FILE_ATTRIBUTE_NORMAL, AttributesOf(Path.GetFileName(destination)));
        }
    }

    [TestMethod]
    [DataRow(FILE_ATTRIBUTE_COMPRESSED)]
    [DataRow(FILE_ATTRIBUTE_OFFLINE)]
    [DataRow(FILE_ATTRIBUTE_TEMPORARY)]
    [DataRow(FILE_ATTRIBUTE_ENCRYPTED)]
    [DataRow(0x00400000u)] // FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS
    public void ASourceWithOddAttributesIsTheSystemsToCopy(uint attribute)
    {
        string source = Source();
        Model.FileAt(source).Attributes |= attribute;

        CloneOutcome outcome = Strategy.Copy(source, PathOf("copy"));

        Assert.AreEqual((OutcomeKind.Copied, Reason.FileCannotBeCloned), (outcome.Kind, outcome.Reason), outcome.ToString());
        AssertIsCopy(source, PathOf("copy"));
    }

    [TestMethod]
    public void FurtherStreamsAreCopied()
    {
        string source = Source();
        Model.FileAt(source).Streams["Zone.Identifier"] = [1, 2, 3];

        CloneOutcome outcome = Strategy.Copy(source, PathOf("copy"));

        Assert.AreEqual((OutcomeKind.Copied, Reason.FileCannotBeCloned), (outcome.Kind, outcome.Reason), outcome.ToString());
        CollectionAssert.AreEqual(new byte[] { 1, 2, 3 }, Model.FileAt(PathOf("copy")).Streams["Zone.Identifier"]);
    }

    [TestMethod]
    public void ExtendedAttributesAreCopied()
    {
        string source = Source();
        Model.FileAt(source).EaSize = 40;

        CloneOutcome outcome = Strategy.Copy(source, PathOf("copy"));

        Assert.AreEqual((OutcomeKind.Copied, Reason.FileCannotBeCloned), (outcome.Kind, outcome.Reason), outcome.ToString());
        Assert.AreEqual(40u, Model.FileAt(PathOf("copy")).EaSize);
    }

    [TestMethod]
    public void WhatAVolumeCannotHaveIsNotAskedFor()
    {
        Model.Volume.Flags = FILE_SUPPORTS_BLOCK_REFCOUNTING;

        Assert.AreEqual(OutcomeKind.Cloned, Strategy.Copy(Source(), PathOf("clone")).Kind);

        Assert.AreEqual(0, Model.Injections.CountOf(nameof(IWindowsCalls.GetEaSize)) + Model.Injections.CountOf("FileStreamInfo"));
    }

    [TestMethod]
    [DataRow((ushort)2, (ushort)0)]
    [DataRow((ushort)0, (ushort)2)]
    [DataRow((ushort)2, (ushort)2)]
    [DataRow((ushort)1, (ushort)2)]
    public void TheSourcesIntegritySettingGoesBeforeTheFolders(ushort ofSource, ushort ofFolder)
    {
        Model.Volume.IntegrityOfNewFiles = ofSource;
        string source = Source();
        _ = Model.FileAt(source);
        Model.Volume.IntegrityOfNewFiles = ofFolder;

        CloneOutcome outcome = Strategy.Copy(source, PathOf("clone"));

        Assert.AreEqual(OutcomeKind.Cloned, outcome.Kind, outcome.ToString());
        Assert.AreEqual(ofSource, Model.FileAt(PathOf("clone")).Integrity);
        AssertIsCopy(source, PathOf("clone"));
    }

    [TestMethod]
    public void AFileWithLessAllocatedThanItsLengthIsCopiedAndNoCloneIsAskedFor()
    {
        string source = Source();
        Model.FileAt(source).SmallerAllocation = Model.Volume.ClusterSize;

        CloneOutcome outcome = Strategy.Copy(source, PathOf("copy"));

        Assert.AreEqual((OutcomeKind.Copied, Reason.FileCannotBeCloned), (outcome.Kind, outcome.Reason), outcome.ToString());
        Assert.AreEqual(0, Model.Injections.CountOf(nameof(FSCTL_DUPLICATE_EXTENTS_TO_FILE)));
        AssertIsCopy(source, PathOf("copy"));
    }

    [TestMethod]
    public void UntilTheCloneIsWholeNoFileHasTheDestinationsName()
    {
        string source = Source();
        bool? wasThere = null;
        Model.Injections.Add(nameof(FSCTL_DUPLICATE_EXTENTS_TO_FILE), error: 0, when: _ =>
        {
            wasThere = File.Exists(PathOf("clone"));
            return false;
        });

        CloneOutcome outcome = Strategy.Copy(source, PathOf("clone"));

        Assert.AreEqual(OutcomeKind.Cloned, outcome.Kind, outcome.ToString());
        Assert.AreEqual(false, wasThere, "a process killed at that moment would leave a file of full length");
        AssertIsCopy(source, PathOf("clone"));
    }

    [TestMethod]
    [DataRow(false)]
    [DataRow(true)]
    public void TheCloneIsSparseExactlyWhenTheSourceIs(bool sparse)
    {
        string source = Source();
        Model.FileAt(source).IsSparse = sparse;

        CloneOutcome outcome = Strategy.Copy(source, PathOf("clone"));

        Assert.AreEqual(OutcomeKind.Cloned, outcome.Kind, outcome.ToString());
        Assert.AreEqual(sparse, Model.FileAt(PathOf("clone")).IsSparse);
        AssertIsCopy(source, PathOf("clone"));
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

    private uint AttributesOf(string name)
    {
        Assert.AreEqual(0, Model.GetFileAttributes(PathOf(name), out WIN32_FILE_ATTRIBUTE_DATA data));
        return data.FileAttributes;
    }
}
