using System.Runtime.InteropServices;

namespace CopyOnWrite.Measurement;

/// <summary>What APFS reports about a file's blocks instead of their places (getattrlist(2)). Not run on a Mac.</summary>
/// <param name="Device">Ids are comparable only within one device.</param>
/// <param name="Id">The data's id: a file and its full clones have the same. A clone that was changed has another.</param>
/// <param name="References">Full clones, with this file; 0 or 1 where there are none, or the volume does not count them.</param>
/// <param name="AllocatedBytes">Bytes on the disk, shared or not.</param>
/// <param name="PrivateBytes">Bytes in neither a clone nor a snapshot, which are freed with this file.</param>
public sealed record MacClone(int Device, ulong Id, long References, long AllocatedBytes, long PrivateBytes)
{
    // The volume's own device, which distinguishes the system and the data volume.
    private const uint Options = MacInterop.FSOPT_ATTR_CMN_EXTENDED | MacInterop.FSOPT_RETURN_REALDEV;
    private const uint Common = MacInterop.ATTR_CMN_DEVID | MacInterop.ATTR_CMN_FLAGS;
    private const uint File = MacInterop.ATTR_FILE_DATAALLOCSIZE;
    private const uint Extended = MacInterop.ATTR_CMNEXT_PRIVATESIZE | MacInterop.ATTR_CMNEXT_CLONEID | MacInterop.ATTR_CMNEXT_CLONE_REFCNT;

    public long SharedBytes => Math.Max(0, AllocatedBytes - PrivateBytes);

    /// <summary>
    /// The bytes that two files share, the first of this length: all or nothing, by their ids. Null if unknown: after a change, clones
    /// share the rest, but no attribute shows it.
    /// </summary>
    public static long? BytesInCommon(MacClone? one, MacClone? other, long length) =>
        one is null || other is null ? null
        : one.Device != other.Device ? 0
        : one.Id != 0 && one.Id == other.Id ? length
        : one.SharedBytes > 0 && other.SharedBytes > 0 ? null
        : 0;

    /// <summary>
    /// Reads it, following links. Null where the system does not report it. Opens no file: a pipe would wait for a writer.
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
        // Missing attributes are left out, which moves what follows: HFS+ has no clone ids.
        bool whole = MemoryMarshal.TryRead(bytes, out MacInterop.CloneReply reply)
            && reply.Length >= sizeof(MacInterop.CloneReply)
            && (reply.Returned.Common & Common) == Common
            && (reply.Returned.File & File) == File
            && (reply.Returned.Fork & Extended) == Extended
            && reply is { DataAllocatedSize: >= 0, PrivateSize: >= 0 };

        // A compressed file's bytes lie in an extended attribute or its resource fork (AppleFSCompression), which the private size leaves
        // out.
        bool known = whole && (reply.Flags & MacInterop.UF_COMPRESSED) == 0 && (reply.CloneId != 0 || reply.DataAllocatedSize == 0);
        return known ? new MacClone(reply.Device, reply.CloneId, reply.CloneReferences, reply.DataAllocatedSize, reply.PrivateSize) : null;
    }
}
