namespace CopyOnWrite.MacOS;

/// <summary>
/// The calls this project makes on macOS, under their own names and with the values of Apple's headers (xnu: bsd/sys/stat.h, fcntl.h,
/// clonefile.h), which a test compares for both processors. Errors come from <see cref="Marshal.GetLastWin32Error"/>, as errno.
/// </summary>
internal static class MacNative
{
    internal const int S_IFMT = 0xF000, S_IFREG = 0x8000, S_IFDIR = 0x4000;
    internal const uint CLONE_ACL = 4;

    [DllImport("libc", SetLastError = true)] internal static extern int clonefile(byte[] source, byte[] destination, uint flags);
    [DllImport("libc", SetLastError = true)] internal static extern int link(byte[] existing, byte[] path);
    [DllImport("libc", SetLastError = true)] internal static extern int stat(byte[] path, out Stat status);

    /// <summary>x64 has two, and the one without a suffix fills a smaller struct (_DARWIN_FEATURE_64_BIT_INODE of sys/cdefs.h).</summary>
    [DllImport("libc", EntryPoint = "stat$INODE64", SetLastError = true)]
    internal static extern int stat_INODE64(byte[] path, out Stat status);

    /// <summary>struct stat, with the 64-bit inode.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 144)]
    internal struct Stat
    {
        [FieldOffset(0)] internal uint Device;
        [FieldOffset(4)] internal ushort Mode;
        [FieldOffset(6)] internal ushort Links;
        [FieldOffset(8)] internal ulong Inode;
        [FieldOffset(16)] internal uint Uid;
        [FieldOffset(20)] internal uint Gid;
        [FieldOffset(48)] internal long ModifySeconds;
        [FieldOffset(56)] internal long ModifyNanoseconds;
        [FieldOffset(96)] internal long Size;
    }
}
