using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>The permission bits of a copy: what the built-in task leaves after File.Copy and its "make it writable".</summary>
internal static class FileMode
{
    private const uint Permissions = 0x1FF; // 0777: File.Copy drops setuid, setgid and sticky.
    private const uint OwnerRead = 0x100;
    private const uint OwnerWrite = 0x80;
    private const uint AllRead = 0x124;
    private const uint AllWrite = 0x92;

    private static uint s_user = uint.MaxValue;

    /// <summary>This process's user: files made here belong to it.</summary>
    internal static uint User => s_user == uint.MaxValue ? s_user = geteuid() : s_user;

    /// <summary>
    /// A copy of a read-only source becomes writable for its owner (Copy.CopyFileWithLogging ends with MakeFileWriteable). Whether a file
    /// is read-only depends in .NET on who asks (FileStatus.IsReadOnly), so a read-only file of somebody else is left to the built-in.
    /// </summary>
    internal static bool TryForCopyOf(in Statx source, out uint mode)
    {
        mode = source.Mode & Permissions;
        bool readOnly = (mode & OwnerRead) != 0 && (mode & OwnerWrite) == 0;
        bool readOnlyForAll = (mode & AllRead) == AllRead && (mode & AllWrite) == 0;
        if (readOnly && !readOnlyForAll && source.Uid != User)
        {
            return false;
        }

        if (readOnly)
        {
            mode |= OwnerWrite;
        }

        return true;
    }

    /// <summary>Whether an existing destination may be replaced: ours, and writable. Anything else the built-in decides.</summary>
    internal static bool IsReplaceable(in Statx destination) => destination.Uid == User && (destination.Mode & OwnerWrite) != 0;
}
