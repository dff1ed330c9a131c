using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using CopyOnWrite.MacOS;

namespace CopyOnWrite.Tests.MacOS;

/// <summary>
/// Holds every constant, struct and function of <see cref="MacNative"/> against Apple's headers, by compiling C for macOS on both
/// processors.
/// </summary>
[TestClass]
public sealed class MacHeadersTests
{
    private const string Headers = "fcntl.h sys/stat.h sys/file.h sys/clonefile.h errno.h stddef.h stdio.h unistd.h "
        + "sys/acl.h sys/attr.h sys/mount.h copyfile.h";

    // For capabilities and UUID: fixed attributes, in the order of their bits (getattrlist(2)).
    private const string VolumeReply =
        "struct volume_reply { u_int32_t length; vol_capabilities_attr_t capabilities; uuid_t uuid; } __attribute__((packed, aligned(4)));";

    private static readonly Dictionary<string, string> s_statFields = new()
    {
        [nameof(MacNative.Stat.Device)] = "st_dev",
        [nameof(MacNative.Stat.Mode)] = "st_mode",
        [nameof(MacNative.Stat.Inode)] = "st_ino",
        [nameof(MacNative.Stat.Uid)] = "st_uid",
        [nameof(MacNative.Stat.Gid)] = "st_gid",
        [nameof(MacNative.Stat.ModifySeconds)] = "st_mtimespec.tv_sec",
        [nameof(MacNative.Stat.ModifyNanoseconds)] = "st_mtimespec.tv_nsec",
        [nameof(MacNative.Stat.ChangeSeconds)] = "st_ctimespec.tv_sec",
        [nameof(MacNative.Stat.ChangeNanoseconds)] = "st_ctimespec.tv_nsec",
        [nameof(MacNative.Stat.Size)] = "st_size",
        [nameof(MacNative.Stat.Flags)] = "st_flags",
    };

    private static readonly Dictionary<string, string> s_statfsFields = new()
    {
        [nameof(MacNative.Statfs.BlockSize)] = "f_bsize",
        [nameof(MacNative.Statfs.Blocks)] = "f_blocks",
        [nameof(MacNative.Statfs.AvailableBlocks)] = "f_bavail",
        [nameof(MacNative.Statfs.Flags)] = "f_flags",
        [nameof(MacNative.Statfs.MountedOn)] = "f_mntonname",
    };

    private static readonly Dictionary<string, string> s_attributeListFields = new()
    {
        [nameof(MacNative.AttributeList.BitmapCount)] = "bitmapcount",
        [nameof(MacNative.AttributeList.Reserved)] = "reserved",
        [nameof(MacNative.AttributeList.Common)] = "commonattr",
        [nameof(MacNative.AttributeList.Volume)] = "volattr",
        [nameof(MacNative.AttributeList.Folder)] = "dirattr",
        [nameof(MacNative.AttributeList.File)] = "fileattr",
        [nameof(MacNative.AttributeList.Fork)] = "forkattr",
    };

    private static readonly Dictionary<string, string> s_volumeReplyFields = new()
    {
        [nameof(MacNative.VolumeReply.Length)] = "length",
        [nameof(MacNative.VolumeReply.Interfaces)] = "capabilities.capabilities[VOL_CAPABILITIES_INTERFACES]",
        [nameof(MacNative.VolumeReply.ValidInterfaces)] = "capabilities.valid[VOL_CAPABILITIES_INTERFACES]",
        [nameof(MacNative.VolumeReply.Uuid)] = "uuid",
    };

    // What each P/Invoke is declared as. `open`, `openat` and `fcntl` have variadic arguments, of which they are given none.
    private static readonly Dictionary<string, string> s_functions = new()
    {
        ["open"] = "int (*)(const char *, int, ...)",
        ["openat"] = "int (*)(int, const char *, int, ...)",
        ["mkostempsat_np"] = "int (*)(int, char *, int, int)",
        ["mkdir"] = "int (*)(const char *, mode_t)",
        ["read"] = "ssize_t (*)(int, void *, size_t)",
        ["write"] = "ssize_t (*)(int, const void *, size_t)",
        ["fcntl"] = "int (*)(int, int, ...)",
        ["fsync"] = "int (*)(int)",
        ["futimens"] = "int (*)(int, const struct timespec *)",
        ["fcopyfile"] = "int (*)(int, int, copyfile_state_t, uint32_t)",
        ["renameatx_np"] = "int (*)(int, const char *, int, const char *, unsigned int)",
        ["unlinkat"] = "int (*)(int, const char *, int)",
        ["acl_get_fd_np"] = "acl_t (*)(int, acl_type_t)",
        ["acl_free"] = "int (*)(void *)",
        ["getattrlist"] = "int (*)(const char *, void *, void *, size_t, unsigned int)",
        ["fstatat"] = "int (*)(int, const char *, struct stat *, int)",
        ["fstatfs"] = "int (*)(int, struct statfs *)",
        ["close"] = "int (*)(int)",
        ["flock"] = "int (*)(int, int)",
        ["fclonefileat"] = "int (*)(int, int, const char *, uint32_t)",
        ["lchmod"] = "int (*)(const char *, mode_t)",
        ["rename"] = "int (*)(const char *, const char *)",
        ["unlink"] = "int (*)(const char *)",
        ["geteuid"] = "uid_t (*)(void)",
        ["fstat"] = "int (*)(int, struct stat *)",
        ["lstat"] = "int (*)(const char *, struct stat *)",
        ["stat"] = "int (*)(const char *, struct stat *)",
    };

    [TestMethod]
    [TestCategory("Slow")]
    [DataRow("aarch64-macos.13.0", "_fstat _lstat _stat _fstatat _fstatfs")]
    [DataRow("x86_64-macos.13.0", "_fstat$INODE64 _lstat$INODE64 _stat$INODE64 _fstatat$INODE64 _fstatfs$INODE64")]
    public void EveryConstantOffsetSizeAndFunctionIsThatOfApplesHeaders(string target, string statSymbols)
    {
        string symbols = AppleHeaders.Compile(target, Program());
        foreach (string symbol in statSymbols.Split(' '))
        {
            Assert.IsTrue(symbols.Contains($"{symbol}\0", StringComparison.Ordinal), $"The compiler does not call {symbol} on {target}.");
        }
    }

    [TestMethod]
    public void EveryFunctionIsChecked()
    {
        string[] declared = [.. typeof(MacNative).GetMethods(BindingFlags.Static | BindingFlags.NonPublic)
            .Where(method => method.Attributes.HasFlag(MethodAttributes.PinvokeImpl))
            .Select(method =>
                method.GetCustomAttribute<DllImportAttribute>()!.EntryPoint!.Replace("$INODE64", string.Empty, StringComparison.Ordinal))
            .Distinct().Order(StringComparer.Ordinal)];

        CollectionAssert.AreEqual(s_functions.Keys.Order(StringComparer.Ordinal).ToArray(), declared, string.Join(", ", declared));
    }

    private static string Program()
    {
        var program = new AppleHeaders(Headers);
        Assert.IsGreaterThan(30, program.CheckConstants(typeof(MacNative)), "The constants were not found.");

        program.Add(VolumeReply);
        CheckStruct<MacNative.Stat>(program, "struct stat", s_statFields);
        CheckStruct<MacNative.Statfs>(program, "struct statfs", s_statfsFields);
        CheckStruct<MacNative.AttributeList>(program, "struct attrlist", s_attributeListFields);
        CheckStruct<MacNative.VolumeReply>(program, "struct volume_reply", s_volumeReplyFields);
        foreach ((string name, string type) in s_functions)
        {
            program.CheckFunction(name, type);
        }

        return program.ToString();
    }

    private static void CheckStruct<T>(AppleHeaders program, string type, Dictionary<string, string> names)
        where T : struct
    {
        FieldInfo[] fields = typeof(T).GetFields(BindingFlags.Instance | BindingFlags.NonPublic);
        Assert.HasCount(fields.Length, names);
        foreach (FieldInfo field in fields)
        {
            FixedBufferAttribute? buffer = field.GetCustomAttribute<FixedBufferAttribute>();
            string name = names[field.Name];
            program.Check($"offsetof({type}, {name})", Marshal.OffsetOf<T>(field.Name));
            program.Check(
                $"sizeof((({type} *)0)->{name})",
                buffer is null ? Marshal.SizeOf(field.FieldType) : buffer.Length * Marshal.SizeOf(buffer.ElementType));
        }

        program.Check($"sizeof({type})", Marshal.SizeOf<T>());
    }
}
