using System;
using System.Linq;

namespace CopyOnWrite.Windows;

/// <summary>
/// The security of a cache's folder, as self-relative security descriptors ([MS-DTYP] 2.4.6, 2.4.5, 2.4.4 and 2.4.2): one that lets no
/// other user in, and what is wrong with one that is found. The volume's default does not do: at the root of a data volume it commonly lets
/// every user of the machine change what others create.
/// </summary>
internal static class SecurityDescriptor
{
    /// <summary>The byte of a SID that counts its last parts, of 4 bytes each.</summary>
    internal const int SubAuthorities = 1;

    private const int HeadLength = 20;
    private const int ListHeadLength = 8;
    private const int EntryHeadLength = 8;

    private const ushort SE_DACL_PRESENT = 0x4;
    private const ushort SE_DACL_PROTECTED = 0x1000;
    private const ushort SE_SELF_RELATIVE = 0x8000;
    private const byte ACCESS_ALLOWED_ACE_TYPE = 0;
    private const byte ACCESS_DENIED_ACE_TYPE = 1;

    // OBJECT_INHERIT_ACE and CONTAINER_INHERIT_ACE: the files in the folder get them.
    private const byte Inherited = 3;
    private const uint FILE_ALL_ACCESS = 0x1F01FF;

    // FILE_WRITE_DATA, FILE_APPEND_DATA, FILE_WRITE_EA, FILE_DELETE_CHILD, FILE_WRITE_ATTRIBUTES, DELETE, WRITE_DAC, WRITE_OWNER,
    // GENERIC_ALL and GENERIC_WRITE.
    private const uint AnyChange = 0x500D0156;

    private static readonly byte[] s_system = [1, 1, 0, 0, 0, 0, 0, 5, 18, 0, 0, 0];
    private static readonly byte[] s_administrators = [1, 2, 0, 0, 0, 0, 0, 5, 32, 0, 0, 0, 32, 2, 0, 0];

    // CREATOR OWNER and OWNER RIGHTS: a file's creator and its owner, who have access anyhow.
    private static readonly byte[] s_creatorOwner = [1, 1, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0];
    private static readonly byte[] s_ownerRights = [1, 1, 0, 0, 0, 0, 0, 3, 4, 0, 0, 0];

    private static readonly byte[][] s_trusted = [s_system, s_administrators, s_creatorOwner, s_ownerRights];

    internal static int LengthOfSid(int subAuthorities) => 8 + (4 * subAuthorities);

    /// <summary>The user owns the folder, and only the user, SYSTEM and Administrators have access; nothing is inherited.</summary>
    internal static byte[] For(byte[] user)
    {
        // Concat, as a spread of arrays takes a type of System.Memory on netstandard2.0.
        byte[][] trusted = [user, s_system, s_administrators];
        byte[] access = BitConverter.GetBytes(FILE_ALL_ACCESS);
        byte[] entries = trusted.SelectMany(sid =>
            new byte[] { ACCESS_ALLOWED_ACE_TYPE, Inherited, (byte)(EntryHeadLength + sid.Length), 0 }
                .Concat(access).Concat(sid)).ToArray();
        int listLength = ListHeadLength + entries.Length;
        return new byte[] { 1, 0 } // SECURITY_DESCRIPTOR_REVISION
            .Concat(BitConverter.GetBytes((ushort)(SE_DACL_PRESENT | SE_DACL_PROTECTED | SE_SELF_RELATIVE)))
            .Concat(BitConverter.GetBytes(HeadLength + listLength))
            .Concat(BitConverter.GetBytes(0L)) // No group, no audit list.
            .Concat(BitConverter.GetBytes(HeadLength))

            // ACL_REVISION, and at most 128 bytes: a SID has 68 at most.
            .Concat(new byte[] { 2, 0, (byte)listLength, 0, (byte)trusted.Length, 0, 0, 0 })
            .Concat(entries)
            .Concat(user)
            .ToArray();
    }

    /// <summary>
    /// Whether the folder belongs to another user, or others may change what is in it. What cannot be read counts as the latter, and what
    /// denies access does not count.
    /// </summary>
    internal static CacheProblem ProblemOf(byte[] descriptor, byte[] user)
    {
        try
        {
            int owner = BitConverter.ToInt32(descriptor, 4);
            if (owner <= 0 || !IsTrusted(descriptor, owner, user))
            {
                return CacheProblem.WrongOwner;
            }

            // Without a list every user has access.
            int list = BitConverter.ToInt32(descriptor, 16);
            bool hasList = (BitConverter.ToUInt16(descriptor, 2) & SE_DACL_PRESENT) != 0 && list > 0;
            return hasList && HasOnlyTrusted(descriptor, list, user) ? CacheProblem.None : CacheProblem.WritableByOthers;
        }
        catch (ArgumentException)
        {
            // BitConverter's for a place outside.
            return CacheProblem.WritableByOthers;
        }
    }

    private static bool HasOnlyTrusted(byte[] descriptor, int list, byte[] user)
    {
        int entry = list + ListHeadLength;
        for (int left = BitConverter.ToUInt16(descriptor, list + 4); left > 0; left--)
        {
            // Entries that only files in the folder inherit count as well. Other types are not found on files.
            int type = BitConverter.ToUInt16(descriptor, entry) & 0xFF;
            uint access = BitConverter.ToUInt32(descriptor, entry + 4);
            bool isHarmless = type == ACCESS_DENIED_ACE_TYPE
                || (type == ACCESS_ALLOWED_ACE_TYPE
                    && ((access & AnyChange) == 0 || IsTrusted(descriptor, entry + EntryHeadLength, user)));
            int length = BitConverter.ToUInt16(descriptor, entry + 2);
            if (!isHarmless || length < EntryHeadLength)
            {
                return false;
            }

            entry += length;
        }

        return true;
    }

    /// <summary>
    /// Administrators and SYSTEM can change any file. A folder that an elevated program made may belong to the former.
    /// </summary>
    private static bool IsTrusted(byte[] descriptor, int sid, byte[] user) =>
        s_trusted.Append(user).Any(trusted => descriptor.Skip(sid).Take(trusted.Length).SequenceEqual(trusted));
}
