using System.Globalization;
using System.Reflection;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace CopyOnWrite.Tests;

/// <summary>
/// Holds <see cref="LinuxInterop"/>, by which extents and volumes are read, against the system's C headers, as
/// <see cref="LinuxConstantsTests"/> does the core's.
/// </summary>
[TestClass]
public sealed class LinuxInteropHeadersTests
{
    private static readonly Dictionary<Type, (string Name, Dictionary<string, string> Fields)> s_structures = new()
    {
        [typeof(LinuxInterop.FiemapHeader)] = ("struct fiemap", new()
        {
            ["Start"] = "fm_start",
            ["Length"] = "fm_length",
            ["Flags"] = "fm_flags",
            ["MappedExtents"] = "fm_mapped_extents",
            ["ExtentCount"] = "fm_extent_count",
            ["Reserved"] = "fm_reserved",
        }),
        [typeof(LinuxInterop.FiemapExtent)] = ("struct fiemap_extent", new()
        {
            ["Logical"] = "fe_logical",
            ["Physical"] = "fe_physical",
            ["Length"] = "fe_length",
            ["Flags"] = "fe_flags",
        }),
        [typeof(LinuxInterop.BtrfsInfo)] = ("struct btrfs_ioctl_fs_info_args", new() { ["FileSystem"] = "fsid" }),
        [typeof(LinuxInterop.BtrfsLogicalIno)] =
            ("struct btrfs_ioctl_logical_ino_args", new() { ["Logical"] = "logical", ["Size"] = "size", ["Inodes"] = "inodes" }),
        [typeof(LinuxInterop.BtrfsDataContainer)] = ("struct btrfs_data_container", new()
        {
            ["BytesLeft"] = "bytes_left",
            ["BytesMissing"] = "bytes_missing",
            ["Elements"] = "elem_cnt",
            ["ElementsMissed"] = "elem_missed",
        }),
    };

    private static readonly Dictionary<string, (string Name, string Returns, string[] Parameters)> s_functions = new()
    {
        [nameof(LinuxInterop.SyncFileSystem)] = ("syncfs", "int", ["int"]),
        [nameof(LinuxInterop.Sync)] = ("sync", "void", []),
    };

    // Private in Extent, which has names of its own for them.
    private static readonly Dictionary<string, string> s_extentFlags = new()
    {
        ["Last"] = "FIEMAP_EXTENT_LAST",
        ["Unknown"] = "FIEMAP_EXTENT_UNKNOWN",
        ["Delalloc"] = "FIEMAP_EXTENT_DELALLOC",
        ["Encoded"] = "FIEMAP_EXTENT_ENCODED",
        ["Encrypted"] = "FIEMAP_EXTENT_DATA_ENCRYPTED",
        ["Inline"] = "FIEMAP_EXTENT_DATA_INLINE",
        ["Tail"] = "FIEMAP_EXTENT_DATA_TAIL",
        ["Unwritten"] = "FIEMAP_EXTENT_UNWRITTEN",
        ["Shared"] = "FIEMAP_EXTENT_SHARED",
    };

    [TestMethod]
    public void EveryConstantOffsetAndSizeIsTheCompilers()
    {
        Dictionary<string, long> ours = ConstantsOf(typeof(LinuxInterop))
            .Where(constant => constant.FieldType != typeof(string))
            .ToDictionary(constant => constant.Name, Value);
        Assert.HasCount(5, ours);
        Type[] structures = typeof(LinuxInterop).GetNestedTypes(BindingFlags.NonPublic);
        CollectionAssert.AreEquivalent(s_structures.Keys, structures);
        foreach ((Type type, (string name, Dictionary<string, string> fields)) in s_structures)
        {
            ours[$"sizeof({name})"] = Marshal.SizeOf(type);
            FieldInfo[] found = type.GetFields(BindingFlags.Instance | BindingFlags.NonPublic);
            CollectionAssert.AreEquivalent(fields.Keys, found.Select(field => field.Name).ToArray(), name);
            foreach (FieldInfo field in found)
            {
                string inHeader = fields[field.Name];
                ours[$"offsetof({name}, {inHeader})"] = Marshal.OffsetOf(type, field.Name);
                ours[$"sizeof((({name} *)0)->{inHeader})"] = Marshal.SizeOf(field.FieldType);
            }
        }

        AssertAreTheCompilers(ours);
    }

    [TestMethod]
    public void TheFlagsOfExtentsAreTheHeaders()
    {
        Dictionary<string, long> ours = ConstantsOf(typeof(Extent)).ToDictionary(constant => s_extentFlags[constant.Name], Value);
        Assert.HasCount(s_extentFlags.Count, ours);
        AssertAreTheCompilers(ours);
    }

    [TestMethod]
    public void SignaturesAreTheHeaders()
    {
        MethodInfo[] functions = [.. typeof(LinuxInterop).GetMethods(BindingFlags.Static | BindingFlags.NonPublic)
            .Where(method => method.GetCustomAttribute<LibraryImportAttribute>() is not null)];
        CollectionAssert.AreEquivalent(s_functions.Keys, functions.Select(function => function.Name).ToArray());
        var ours = new Dictionary<string, long>();
        string declarations = string.Empty;
        foreach (MethodInfo function in functions)
        {
            (string name, string returns, string[] parameters) = s_functions[function.Name];
            Assert.AreEqual(name, function.GetCustomAttribute<LibraryImportAttribute>()!.EntryPoint);
            declarations += $"{returns} (*check_{function.Name})({string.Join(", ", parameters.DefaultIfEmpty("void"))}) = {name};\n";
            Type[] types = [.. function.GetParameters().Select(parameter => parameter.ParameterType)];
            Assert.HasCount(parameters.Length, types, function.Name);
            foreach ((string inHeader, Type type) in parameters.Zip(types)
                .Append((returns, function.ReturnType))
                .Where(pair => pair.Item1 != "void"))
            {
                string expression = $"sizeof({inHeader})";
                Assert.AreEqual(ours.GetValueOrDefault(expression, SizeInCall(type)), SizeInCall(type), $"{function.Name}: {inHeader}");
                ours[expression] = SizeInCall(type);
            }
        }

        AssertAreTheCompilers(ours, declarations);
    }

    [TestMethod]
    public void AWrongOffsetWouldBeSeen() => Assert.ThrowsExactly<AssertFailedException>(
        () => AssertAreTheCompilers(new() { ["offsetof(struct fiemap_extent, fe_flags)"] = 36 }));

    private static FieldInfo[] ConstantsOf(Type type) =>
        [.. type.GetFields(BindingFlags.Static | BindingFlags.NonPublic).Where(field => field.IsLiteral)];

    // FS_IOC_FIEMAP and the like are nuint, which Convert does not take.
    private static long Value(FieldInfo constant) => constant.GetRawConstantValue() switch
    {
        nuint number => (long)number,
        { } other => Convert.ToInt64(other, CultureInfo.InvariantCulture),
        null => throw new InvalidOperationException(constant.Name),
    };

    private static int SizeInCall(Type type) =>
        type == typeof(SafeFileHandle) ? sizeof(int) : Marshal.SizeOf(type);

    private static void AssertAreTheCompilers(Dictionary<string, long> ours, string declarations = "")
    {
        Dictionary<string, long> theirs = LinuxHeaders.Values(ours.Keys, declarations);
        foreach ((string expression, long value) in ours)
        {
            Assert.AreEqual(theirs[expression], value, expression);
        }
    }
}
