namespace CopyOnWrite;

/// <summary>The permission bits of a copy: what the built-in task leaves after File.Copy and its "make it writable".</summary>
internal static class UnixMode
{
    /// <summary>Permissions, setuid, setgid and sticky.</summary>
    internal const uint All = 0xFFF;
    internal const uint SetIds = 0xC00;
    internal const uint OthersWrite = 0x12; // 0022: the group and all others.
    internal const uint Permissions = 0x1FF; // 0777: File.Copy drops setuid, setgid and sticky.
    private const uint OwnerRead = 0x100, OwnerWrite = 0x80, AllRead = 0x124, AllWrite = 0x92;

    /// <summary>
    /// A copy of a read-only source becomes writable for its owner (Copy.CopyFileWithLogging ends with MakeFileWriteable). Whether a file
    /// is read-only depends in .NET on the asking user (FileStatus.IsReadOnly), so the built-in task gets another user's read-only file.
    /// </summary>
    internal static bool TryForCopyOf(uint source, uint owner, uint user, out uint mode)
    {
        mode = source & Permissions;
        if (!IsReadOnly(mode))
        {
            return true;
        }

        bool readOnlyForAll = (mode & AllRead) == AllRead && (mode & AllWrite) == 0;
        mode |= OwnerWrite;
        return readOnlyForAll || owner == user;
    }

    /// <summary>Whether a file's copy has its mode.</summary>
    internal static bool IsKeptByCopies(uint mode) => (mode & All) == (mode & Permissions) && !IsReadOnly(mode);

    /// <summary>Whether the owner may read and not write.</summary>
    internal static bool IsReadOnly(uint mode) => (mode & OwnerRead) != 0 && (mode & OwnerWrite) == 0;

    internal static bool IsWritable(uint mode) => (mode & OwnerWrite) != 0;
}
