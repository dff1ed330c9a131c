using CopyOnWrite.Tool.Inspect;

namespace CopyOnWrite.Tool.Tests;

/// <summary>
/// Replies of getattrlist, laid out as its man page has it, and what the tool prints for them: they did not come from a Mac.
/// </summary>
[TestClass]
public sealed class InspectOnMacTests
{
    private const uint Common = 0x80040002;     // RETURNED_ATTRS, FLAGS, DEVID
    private const uint File = 0x400;            // DATAALLOCSIZE
    private const uint Extended = 0x1108;       // CLONE_REFCNT, CLONEID, PRIVATESIZE
    private const uint Compressed = 0x20;       // UF_COMPRESSED

    private static readonly FileSharing s_clone = Sharing("/v/a.dll", id: 7, references: 2, privateBytes: 0);
    private static readonly FileSharing s_other = Sharing("/v/b.dll", id: 7, references: 2, privateBytes: 0);
    private static readonly FileSharing s_written = Sharing("/v/c.dll", id: 8, references: 1, privateBytes: 4096);
    private static readonly FileSharing s_alone = Sharing("/v/d.dll", id: 9, references: 0, privateBytes: 8192);
    private static readonly FileSharing s_elsewhere = Sharing("/w/a.dll", id: 7, references: 2, privateBytes: 0, device: 2);

    [TestMethod]
    public void EveryAttributeIsReadFromItsPlaceInTheReply() =>
        Assert.AreEqual(new MacClone(16777220, 0x123456789A, 3, 40960, 4096), MacClone.Parse(Reply()));

    [TestMethod]
    [DataRow(Common, File, Extended & ~0x100u, 0u, DisplayName = "no clone id")]
    [DataRow(Common, File, Extended & ~0x1000u, 0u, DisplayName = "no reference count")]
    [DataRow(Common, File, Extended & ~0x8u, 0u, DisplayName = "no private size")]
    [DataRow(Common, 0u, Extended, 0u, DisplayName = "no size on the disk")]
    [DataRow(Common & ~0x2u, File, Extended, 0u, DisplayName = "no device")]
    [DataRow(Common & ~0x40000u, File, Extended, 0u, DisplayName = "no flags")]
    [DataRow(Common, File, Extended, Compressed, DisplayName = "a compressed file")]
    public void NothingIsKnownWhereAnAttributeIsMissingOrTheFileIsCompressed(uint common, uint file, uint extended, uint flags)
    {
        Assert.IsNull(MacClone.Parse(Reply(common, file, extended, flags)));
    }

    [TestMethod]
    public void NothingIsKnownOfAReplyThatIsCutOffOrHasNoId()
    {
        Assert.IsNull(MacClone.Parse(Reply(length: 56)));
        Assert.IsNull(MacClone.Parse(Reply(id: 0)));
        Assert.IsNotNull(MacClone.Parse(Reply(id: 0, allocated: 0)), "An empty file has nothing to share.");
    }

    [TestMethod]
    public void TwoFilesHaveAllInCommonOrNothingAndWhatIsInBetweenIsNotTold()
    {
        Assert.AreEqual(5000L, MacClone.BytesInCommon(s_clone.OnMac, s_other.OnMac, 5000));
        Assert.AreEqual(0L, MacClone.BytesInCommon(s_clone.OnMac, s_alone.OnMac, 5000));
        Assert.AreEqual(0L, MacClone.BytesInCommon(s_clone.OnMac, s_elsewhere.OnMac, 5000), "An id of another device.");
        Assert.IsNull(MacClone.BytesInCommon(s_clone.OnMac, s_written.OnMac, 5000));
        Assert.IsNull(MacClone.BytesInCommon(s_clone.OnMac, null, 5000));
    }

    [TestMethod]
    public void OfOneFileItSaysWhatIsSharedAndHowManyClonesThereAre()
    {
        Assert.AreEqual("a.dll shares all of its 8.19 KB.", InspectWords.Of([s_clone]));
        Assert.AreEqual("c.dll shares 4.10 KB (50 %) and has 4.10 KB unshared.", InspectWords.Of([s_written]));
        Assert.AreEqual("d.dll shares nothing: all of its 8.19 KB are unshared.", InspectWords.Of([s_alone]));
        Assert.AreEqual(
            "2 files are full clones of each other, this one among them (clone id 7). macOS does not report which.",
            InspectWords.Of(s_clone.OnMac!));
        Assert.AreEqual("No full clone of it is known (clone id 8).", InspectWords.Of(s_written.OnMac!));
    }

    [TestMethod]
    public void OfSeveralFilesItSaysWhatTheyHaveInCommonAndWhatCannotBeTold()
    {
        Assert.AreEqual("a.dll and b.dll are clones: all 8.19 KB are in common.", InspectWords.Of(Among(s_clone, s_other)));
        FileSharing[] files = Among(s_clone, s_written);
        Assert.IsTrue(files.All(file => file.PartsUnknown));
        Assert.AreEqual(
            "a.dll and c.dll are not full clones of each other; macOS does not report whether they share parts.", InspectWords.Of(files));
        Assert.AreEqual("a.dll and d.dll have no bytes in common.", InspectWords.Of(Among(s_clone, s_alone)));
        Assert.AreEqual("v/a.dll and w/a.dll have no bytes in common.", InspectWords.Of(Among(s_clone, s_elsewhere)));
        Assert.AreEqual(
            "2 of 3 files have bytes in common with another of them, 3 share blocks with any file, not counting parts of files, which "
            + "macOS does not report.",
            InspectWords.Of(Among(s_clone, s_other, s_written)));
    }

    private static FileSharing[] Among(params FileSharing[] files) =>
        NamedFiles.WithPartners([.. files.Select(file => (file, new ExtentMap([], 1, string.Empty)))]);

    private static FileSharing Sharing(string path, ulong id, long references, long privateBytes, int device = 1) =>
        FileSharing.Of(path, 8000, new MacClone(device, id, references, 8192, privateBytes));

    private static byte[] Reply(
        uint common = Common,
        uint file = File,
        uint extended = Extended,
        uint flags = 0,
        uint length = 60,
        ulong id = 0x123456789A,
        long allocated = 40960)
    {
        using var reply = new MemoryStream();
        using var writer = new BinaryWriter(reply);
        writer.Write(length);
        Array.ForEach([common, 0u, 0u, file, extended], writer.Write);      // attribute_set_t: common, volume, directory, file, fork.
        writer.Write(16777220);     // dev_t
        writer.Write(flags);
        writer.Write(allocated);
        writer.Write(4096L);        // Private.
        writer.Write(id);
        writer.Write(3u);           // References.
        return reply.ToArray();
    }
}
