using System.Runtime.InteropServices;

namespace CopyOnWrite.Measurement;

/// <summary>What APFS tells of a file's blocks, in place of where they lie (getattrlist(2)). Not run on a Mac.</summary>
/// <param name="Device">Ids are comparable between files of the same one.</param>
/// <param name="Id">Of the data: a file and its full clones have the same. A clone that was written to since has one of its own.</param>
/// <param name="References">Full clones, this file included; 0 or 1 where there are none, or the volume does not count them.</param>
/// <param name="AllocatedBytes">On the disk, shared or not.</param>
/// <param name="PrivateBytes">Neither in a clone nor in a snapshot, so that they are freed with this file.</param>
public sealed record MacClone(int Device, ulong Id, long References, long AllocatedBytes, long PrivateBytes)
{
    // The device is the volume's own, which the system's and the data volume do not show otherwise.
    private const uint Options = MacInterop.FSOPT_ATTR_CMN_EXTENDED | MacInterop.FSOPT_RETURN_REALDEV;
    private const uint Common = MacInterop.ATTR_CMN_DEVID | MacInterop.ATTR_CMN_FLAGS;
    private const uint File = MacInterop.ATTR_FILE_DATAALLOCSIZE;
    private const uint Extended = MacInterop.ATTR_CMNEXT_PRIVATESIZE | MacInterop.ATTR_CMNEXT_CLONEID | MacInterop.ATTR_CMNEXT_CLONE_REFCNT;

    public long SharedBytes => Math.Max(0, AllocatedBytes - PrivateBytes);

    public bool HasSameDataAs(MacClone other) => Id != 0 && (Device, Id) == (other.Device, other.Id);

    /// <summary>Clones of which one was written to since have the rest in common, and nothing tells that it is each other's.</summary>
    public bool MayHavePartsOf(MacClone other) =>
        !HasSameDataAs(other) && Device == other.Device && SharedBytes > 0 && other.SharedBytes > 0;

    /// <summary>Of two files, the first of this length: all or nothing, as ids tell of whole files; null where they tell nothing.</summary>
    public static long? BytesInCommon(MacClone? one, MacClone? other, long length) =>
        one is null || other is null ? null
        : one.HasSameDataAs(other) ? length
        : one.MayHavePartsOf(other) ? null
        : 0;

    /// <summary>
    /// Of a link's target. Null where the system or the file system does not tell. The file is not opened: a pipe would wait for a writer.
    /// </summary>
    public static MacClone? Read(string path)
    {
        if (!OperatingSystem.IsMacOS())
        {
            return null;
        }

        var wanted = new MacInterop.AttributeSet { Common = Common | MacInterop.ATTR_CMN_RETURNED_ATTRS, File = File, Fork = Extended };
        return MacInterop.TryGetAttributes(path, wanted, Options, out MacInterop.CloneReply reply)
            ? Parse(MemoryMarshal.AsBytes(new ReadOnlySpan<MacInterop.CloneReply>(in reply)))
            : null;
    }

    internal static unsafe MacClone? Parse(ReadOnlySpan<byte> bytes)
    {
        // What a file system does not have is left out, and moves what follows: HFS+ has no clone ids.
        bool whole = MemoryMarshal.TryRead(bytes, out MacInterop.CloneReply reply)
            && reply.Length >= sizeof(MacInterop.CloneReply)
            && (reply.Returned.Common & Common) == Common
            && (reply.Returned.File & File) == File
            && (reply.Returned.Fork & Extended) == Extended
            && reply is { DataAllocatedSize: >= 0, PrivateSize: >= 0 };

        // A compressed file's bytes lie in an extended attribute or its resource fork (AppleFSCompression), which the private size leaves
        // out.
        bool told = whole && (reply.Flags & MacInterop.UF_COMPRESSED) == 0 && (reply.CloneId != 0 || reply.DataAllocatedSize == 0);
        return told ? new MacClone(reply.Device, reply.CloneId, reply.CloneReferences, reply.DataAllocatedSize, reply.PrivateSize) : null;
    }
}
