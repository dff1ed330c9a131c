using System.Globalization;
using System.Reflection;
using System.Runtime.InteropServices;
using CopyOnWrite.Linux;

namespace CopyOnWrite.Tests;

/// <summary>Holds every constant, offset and size in <see cref="LinuxNative"/> against the system's C headers, by compiling C.</summary>
[TestClass]
public sealed class LinuxConstantsTests
{
    private static readonly Dictionary<string, string> s_statxFields = new()
    {
        [nameof(LinuxNative.Statx.Mask)] = "stx_mask",
        [nameof(LinuxNative.Statx.Links)] = "stx_nlink",
        [nameof(LinuxNative.Statx.Uid)] = "stx_uid",
        [nameof(LinuxNative.Statx.Mode)] = "stx_mode",
        [nameof(LinuxNative.Statx.Inode)] = "stx_ino",
        [nameof(LinuxNative.Statx.Size)] = "stx_size",
        [nameof(LinuxNative.Statx.Blocks)] = "stx_blocks",
        [nameof(LinuxNative.Statx.AccessSeconds)] = "stx_atime.tv_sec",
        [nameof(LinuxNative.Statx.AccessNanoseconds)] = "stx_atime.tv_nsec",
        [nameof(LinuxNative.Statx.BirthSeconds)] = "stx_btime.tv_sec",
        [nameof(LinuxNative.Statx.BirthNanoseconds)] = "stx_btime.tv_nsec",
        [nameof(LinuxNative.Statx.ChangeSeconds)] = "stx_ctime.tv_sec",
        [nameof(LinuxNative.Statx.ChangeNanoseconds)] = "stx_ctime.tv_nsec",
        [nameof(LinuxNative.Statx.ModifySeconds)] = "stx_mtime.tv_sec",
        [nameof(LinuxNative.Statx.ModifyNanoseconds)] = "stx_mtime.tv_nsec",
        [nameof(LinuxNative.Statx.DeviceMajor)] = "stx_dev_major",
        [nameof(LinuxNative.Statx.DeviceMinor)] = "stx_dev_minor",
    };

    // Headers of Linux before 6.5 do not have the call; that its number is right is seen in the cache's tests of Writeback.
    private const string CachestatForOldHeaders = "#ifndef SYS_cachestat\n#define SYS_cachestat 451\n#endif\n";

    [TestMethod]
    public void EveryConstantOffsetAndSizeIsTheCompilers()
    {
        Dictionary<string, long> ours = Ours();
        Assert.IsGreaterThan(40, ours.Count, "The constants were not found.");
        Dictionary<string, long> theirs = LinuxHeaders.Values(ours.Keys, CachestatForOldHeaders);
        foreach ((string expression, long value) in ours)
        {
            Assert.AreEqual(theirs[expression], value, expression);
        }
    }

    private static Dictionary<string, long> Ours()
    {
        var values = new Dictionary<string, long>();
        foreach (FieldInfo constant in typeof(LinuxNative).GetFields(BindingFlags.Static | BindingFlags.NonPublic).Where(f => f.IsLiteral))
        {
            values[constant.Name] = System.Convert.ToInt64(constant.GetRawConstantValue(), CultureInfo.InvariantCulture);
        }

        values["O_DIRECTORY"] = LinuxNative.O_DIRECTORY;
        values["O_NOFOLLOW"] = LinuxNative.O_NOFOLLOW;
        values["SYS_getdents64"] = LinuxNative.SYS_getdents64;
        values["O_TMPFILE"] = LinuxNative.O_TMPFILE;
        foreach ((string field, string name) in s_statxFields)
        {
            values[$"offsetof(struct statx, {name})"] = Marshal.OffsetOf<LinuxNative.Statx>(field);
        }

        Assert.HasCount(typeof(LinuxNative.Statx).GetFields(BindingFlags.Instance | BindingFlags.NonPublic).Length, s_statxFields);
        values["sizeof(struct statx)"] = Marshal.SizeOf<LinuxNative.Statx>();
        values["offsetof(struct statfs, f_type)"] = Marshal.OffsetOf<LinuxNative.Statfs>(nameof(LinuxNative.Statfs.Type));
        values["offsetof(struct statfs, f_bsize)"] = Marshal.OffsetOf<LinuxNative.Statfs>(nameof(LinuxNative.Statfs.BlockSize));
        values["offsetof(struct statfs, f_bfree)"] = Marshal.OffsetOf<LinuxNative.Statfs>(nameof(LinuxNative.Statfs.FreeBlocks));
        values["offsetof(struct statfs, f_bavail)"] = Marshal.OffsetOf<LinuxNative.Statfs>(nameof(LinuxNative.Statfs.AvailableBlocks));
        values["sizeof(struct statfs)"] = Marshal.SizeOf<LinuxNative.Statfs>();
        foreach ((string field, string name) in new[]
        {
            (nameof(LinuxNative.Flock.Type), "l_type"),
            (nameof(LinuxNative.Flock.Whence), "l_whence"),
            (nameof(LinuxNative.Flock.Start), "l_start"),
            (nameof(LinuxNative.Flock.Length), "l_len"),
        })
        {
            values[$"offsetof(struct flock, {name})"] = Marshal.OffsetOf<LinuxNative.Flock>(field);
        }

        values["offsetof(struct file_clone_range, src_fd)"] = Marshal.OffsetOf<LinuxNative.FileCloneRange>(
            nameof(LinuxNative.FileCloneRange.SourceDescriptor));
        values["offsetof(struct file_clone_range, src_offset)"] = Marshal.OffsetOf<LinuxNative.FileCloneRange>(
            nameof(LinuxNative.FileCloneRange.SourceOffset));
        values["offsetof(struct file_clone_range, src_length)"] = Marshal.OffsetOf<LinuxNative.FileCloneRange>(
            nameof(LinuxNative.FileCloneRange.SourceLength));
        values["offsetof(struct file_clone_range, dest_offset)"] = Marshal.OffsetOf<LinuxNative.FileCloneRange>(
            nameof(LinuxNative.FileCloneRange.DestinationOffset));
        values["sizeof(struct file_clone_range)"] = Marshal.SizeOf<LinuxNative.FileCloneRange>();
        values["sizeof(struct flock)"] = Marshal.SizeOf<LinuxNative.Flock>();
        values["sizeof(struct timespec)"] = Marshal.SizeOf<LinuxNative.Timespec>();
        values["sizeof(off_t)"] = sizeof(long);
        values["PATH_MAX"] = NativePath.MaximumLength;
        return values;
    }
}
