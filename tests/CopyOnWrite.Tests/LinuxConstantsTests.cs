namespace CopyOnWrite.Tests;

/// <summary>Every constant, offset and size of <see cref="LinuxNative"/> and <see cref="LinuxInterop"/> is the C headers'.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class LinuxConstantsTests
{
    // bcachefs is in the headers of some versions, ZFS in none.
    private const string Head = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <linux/btrfs.h>
        #include <linux/fiemap.h>
        #include <linux/fs.h>
        #include <linux/limits.h>
        #include <linux/magic.h>
        #include <stddef.h>
        #include <sys/file.h>
        #include <sys/ioctl.h>
        #include <sys/stat.h>
        #include <sys/syscall.h>
        #include <sys/vfs.h>
        #include <time.h>
        #include <unistd.h>
        #ifndef BCACHEFS_SUPER_MAGIC
        #define BCACHEFS_SUPER_MAGIC 0xCA451A4E
        #endif
        #define ZFS_SUPER_MAGIC 0x2FC12FC1

        """;

    private const string Statx = "Mask=stx_mask Attributes=stx_attributes Links=stx_nlink Uid=stx_uid Gid=stx_gid Mode=stx_mode "
        + "Inode=stx_ino Size=stx_size Blocks=stx_blocks AccessSeconds=stx_atime.tv_sec AccessNanoseconds=stx_atime.tv_nsec "
        + "BirthSeconds=stx_btime.tv_sec BirthNanoseconds=stx_btime.tv_nsec "
        + "ChangeSeconds=stx_ctime.tv_sec ChangeNanoseconds=stx_ctime.tv_nsec "
        + "ModifySeconds=stx_mtime.tv_sec ModifyNanoseconds=stx_mtime.tv_nsec DeviceMajor=stx_dev_major DeviceMinor=stx_dev_minor";

    private const string Statfs = "Type=f_type BlockSize=f_bsize Blocks=f_blocks AvailableBlocks=f_bavail VolumeId=f_fsid";

    private const string Fiemap = "Start=fm_start Length=fm_length Flags=fm_flags MappedExtents=fm_mapped_extents "
        + "ExtentCount=fm_extent_count Reserved=fm_reserved";

    // Extent has other names for them.
    private const string ExtentFlags = "Last=FIEMAP_EXTENT_LAST Unknown=FIEMAP_EXTENT_UNKNOWN Delalloc=FIEMAP_EXTENT_DELALLOC "
        + "Encoded=FIEMAP_EXTENT_ENCODED Encrypted=FIEMAP_EXTENT_DATA_ENCRYPTED Inline=FIEMAP_EXTENT_DATA_INLINE "
        + "Tail=FIEMAP_EXTENT_DATA_TAIL Unwritten=FIEMAP_EXTENT_UNWRITTEN Shared=FIEMAP_EXTENT_SHARED";

    [TestMethod]
    public void TheCoresConstantsOffsetsAndSizesAreTheHeaders() => new HeaderChecks(Head)
        .Constants(typeof(LinuxNative), 40)
        .Check("O_DIRECTORY", LinuxNative.O_DIRECTORY)
        .Check("O_NOFOLLOW", LinuxNative.O_NOFOLLOW)
        .Check("O_TMPFILE", LinuxNative.O_TMPFILE)
        .Check("SYS_getdents64", LinuxNative.SYS_getdents64)
        .Check("PATH_MAX", NativePath.MaximumLength)
        .Check("sizeof(off_t)", sizeof(long))
        .Structure(typeof(LinuxNative.Statx), "struct statx", Statx)
        .Structure(typeof(LinuxNative.Statfs), "struct statfs", Statfs)
        .Structure(typeof(LinuxNative.Flock), "struct flock", "Type=l_type")
        .Structure(typeof(LinuxNative.Timespec), "struct timespec", "Seconds=tv_sec Nanoseconds=tv_nsec")
        .AssertCompiles(Tools.Require("cc"), "-Werror", "-fsyntax-only");

    [TestMethod]
    public void TheMeasurementsConstantsOffsetsSizesAndSignaturesAreTheHeaders() => new HeaderChecks(Head)
        .Constants(typeof(LinuxInterop), 2)
        .Constants(typeof(Extent), 8, ExtentFlags)
        .Structure(typeof(LinuxInterop.FiemapHeader), "struct fiemap", Fiemap)
        .Structure(
            typeof(LinuxInterop.FiemapExtent),
            "struct fiemap_extent",
            "Logical=fe_logical Physical=fe_physical Length=fe_length Flags=fe_flags")
        .Structure(typeof(LinuxInterop.BtrfsInfo), "struct btrfs_ioctl_fs_info_args", "FileSystem=fsid")
        .Functions(typeof(LinuxInterop), "void sync(void)")
        .AssertCompiles(Tools.Require("cc"), "-Werror", "-fsyntax-only");

    [TestMethod]
    public void AWrongOffsetIsSeen() => new HeaderChecks(Head)
        .Check("offsetof(struct fiemap_extent, fe_flags)", 36)
        .AssertFails(Tools.Require("cc"), "-fsyntax-only");
}
