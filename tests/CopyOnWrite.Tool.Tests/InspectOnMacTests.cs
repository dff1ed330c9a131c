using CopyOnWrite.Tool.Inspect;

namespace CopyOnWrite.Tool.Tests;

/// <summary>Replies of getattrlist, laid out as in its man page and not from a Mac, and what the tool prints for them.</summary>
[TestClass]
public sealed class InspectOnMacTests
{
    private const uint Common = 0x80040002;     // RETURNED_ATTRS, FLAGS, DEVID
    private const uint File = 0x400;            // DATAALLOCSIZE
    private const uint Extended = 0x1108;       // CLONE_REFCNT, CLONEID, PRIVATESIZE
    private const uint Compressed = 0x20;       // UF_COMPRESSED

    // By their letters: a and b are clones, c was one and was written to, d shares nothing, e has the id of a on another device.
    private static readonly Dictionary<char, FileSharing> s_files = new()
    {
        ['a'] = Sharing("/v/a.dll", id: 7, references: 2, privateBytes: 0),
        ['b'] = Sharing("/v/b.dll", id: 7, references: 2, privateBytes: 0),
        ['c'] = Sharing("/v/c.dll", id: 8, references: 1, privateBytes: 4096),
        ['d'] = Sharing("/v/d.dll", id: 9, references: 0, privateBytes: 8192),
        ['e'] = Sharing("/w/a.dll", id: 7, references: 2, privateBytes: 0, device: 2),
    };

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
    public void NothingIsKnownWhereAnAttributeIsMissingOrTheFileIsCompressed(uint common, uint file, uint extended, uint flags) =>
        Assert.IsNull(MacClone.Parse(Reply(common, file, extended, flags)));

    [TestMethod]
    public void NothingIsKnownOfAReplyThatIsCutOffOrHasNoId()
    {
        Assert.IsNull(MacClone.Parse(new byte[10]));
        Assert.IsNull(MacClone.Parse(Reply(length: 56)));
        Assert.IsNull(MacClone.Parse(Reply(id: 0)));
        Assert.IsNotNull(MacClone.Parse(Reply(id: 0, allocated: 0)), "An empty file has nothing to share.");
    }

    [TestMethod]
    [DataRow('b', 5000L)]
    [DataRow('c', null, DisplayName = "what is in between is not reported")]
    [DataRow('d', 0L)]
    [DataRow('e', 0L)]
    [DataRow('-', null)]
    public void TwoFilesHaveAllInCommonOrNothing(char other, long? common) => Assert.AreEqual(
        common, MacClone.BytesInCommon(s_files['a'].OnMac, s_files.GetValueOrDefault(other)?.OnMac, 5000));

    [TestMethod]
    [DataRow("a", "a.dll shares all of its 8.19 KB.")]
    [DataRow("c", "c.dll shares 4.10 KB and has 4.10 KB unshared.")]
    [DataRow("d", "d.dll shares nothing: all of its 8.19 KB are unshared.")]
    [DataRow("ab", "a.dll and b.dll are clones: all 8.19 KB are in common.")]
    [DataRow("ac", "a.dll and c.dll are not full clones of each other; macOS does not report whether they share parts.")]
    [DataRow("ad", "a.dll and d.dll have no bytes in common.")]
    [DataRow("ae", "v/a.dll and w/a.dll have no bytes in common.")]
    [DataRow(
        "abc",
        "2 of 3 files have bytes in common with another of them, 3 share blocks with any file, not counting parts of files, which "
            + "macOS does not report.")]
    public void TheFirstLineIsWhatIsSharedAndWhatCannotBeKnown(string letters, string expected) => Assert.AreEqual(
        expected,
        InspectWords.Of(NamedFiles.WithPartners([.. letters.Select(letter => s_files[letter])])));

    [TestMethod]
    public void BelowItIsHowManyFullClonesThereAre() => Assert.AreEqual(
        "2 files are full clones of each other, this one among them (clone id 7). macOS does not report which.",
        InspectWords.Of(s_files['a'].OnMac!));

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
