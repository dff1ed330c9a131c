namespace CopyOnWrite.Tests.Windows;

/// <summary>Self-relative security descriptors as Windows has them ([MS-DTYP] 2.4.6), for the model's folders.</summary>
internal static class ModelSecurity
{
    internal const uint FullControl = 0x1F01FF;
    internal const uint Modify = 0x1301BF;
    internal const uint ReadAndExecute = 0x1200A9;
    internal const byte Allowed = 0;
    internal const byte Denied = 1;
    internal const byte AllowedForObjects = 5;

    // OBJECT_INHERIT_ACE, CONTAINER_INHERIT_ACE and INHERIT_ONLY_ACE.
    internal const byte ForFilesAndFolders = 3;
    internal const byte OnlyForThoseIn = 8;

    internal static byte[] System { get; } = Sid(5, 18);

    internal static byte[] Administrators { get; } = Sid(5, 32, 544);

    internal static byte[] Users { get; } = Sid(5, 32, 545);

    internal static byte[] AuthenticatedUsers { get; } = Sid(5, 11);

    internal static byte[] Everyone { get; } = Sid(1, 0);

    internal static byte[] CreatorOwner { get; } = Sid(3, 0);

    internal static byte[] User(uint number) => Sid(5, 21, 1, 2, 3, number);

    /// <summary>What a new folder at the root of a data volume inherits (icacls of one that Windows formatted).</summary>
    internal static byte[] AsADataVolumeHasIt(byte[] owner) => Of(
        owner,
        new Entry(Allowed, ForFilesAndFolders, FullControl, Administrators),
        new Entry(Allowed, ForFilesAndFolders, FullControl, System),
        new Entry(Allowed, ForFilesAndFolders, Modify, AuthenticatedUsers),
        new Entry(Allowed, ForFilesAndFolders, ReadAndExecute, Users));

    internal static byte[] Of(byte[] owner, params Entry[] entries) => Of(owner, entries, hasList: true);

    /// <summary>A descriptor without a list: every user has access.</summary>
    internal static byte[] WithoutList(byte[] owner) => Of(owner, [], hasList: false);

    private static byte[] Of(byte[] owner, Entry[] entries, bool hasList)
    {
        const int Head = 20;
        int length = 8 + entries.Sum(entry => 8 + entry.Sid.Length);
        using var bytes = new MemoryStream();
        using var writer = new BinaryWriter(bytes);
        writer.Write((ushort)1);
        writer.Write((ushort)(0x8000 | 0x4)); // SE_SELF_RELATIVE, SE_DACL_PRESENT
        writer.Write(Head); // The owner
        writer.Write(0);
        writer.Write(0);
        writer.Write(hasList ? Head + owner.Length : 0);
        writer.Write(owner);
        writer.Write((ushort)2);
        writer.Write((ushort)length);
        writer.Write((ushort)entries.Length);
        writer.Write((ushort)0);
        foreach (Entry entry in entries)
        {
            writer.Write(entry.Type);
            writer.Write(entry.Flags);
            writer.Write((ushort)(8 + entry.Sid.Length));
            writer.Write(entry.Access);
            writer.Write(entry.Sid);
        }

        return bytes.ToArray();
    }

    private static byte[] Sid(byte authority, params uint[] parts)
    {
        using var bytes = new MemoryStream();
        using var writer = new BinaryWriter(bytes);
        writer.Write((byte)1);
        writer.Write((byte)parts.Length);
        writer.Write(new byte[] { 0, 0, 0, 0, 0, authority });
        foreach (uint part in parts)
        {
            writer.Write(part);
        }

        return bytes.ToArray();
    }

    internal sealed record Entry(byte Type, byte Flags, uint Access, byte[] Sid);
}
