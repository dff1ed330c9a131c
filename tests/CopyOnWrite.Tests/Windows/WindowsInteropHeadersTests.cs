using System.Globalization;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text;

namespace CopyOnWrite.Tests.Windows;

/// <summary>
/// Holds <see cref="WindowsInterop"/>, by which volumes and extents are read, against mingw-w64's headers, as
/// <see cref="Win32ConstantsTests"/> does the core's.
/// </summary>
[TestClass]
public sealed class WindowsInteropHeadersTests
{
    // winioctl.h of the Windows SDK; FILE_FS_INFORMATION_CLASS begins with 1 and FileFsSizeInformation is its third ([MS-FSCC] 2.5).
    private const string Missing = """
        #define FSCTL_GET_RETRIEVAL_POINTERS_AND_REFCOUNT CTL_CODE(FILE_DEVICE_FILE_SYSTEM, 244, METHOD_NEITHER, FILE_ANY_ACCESS)
        struct counted { LARGE_INTEGER NextVcn; LARGE_INTEGER Lcn; DWORD ReferenceCount; };
        typedef struct { DWORD ExtentCount; LARGE_INTEGER StartingVcn; struct counted Extents[1]; } RETRIEVAL_POINTERS_AND_REFCOUNT_BUFFER;

        """;

    private static readonly Dictionary<string, (string Name, string Returns, string[] Parameters)> s_functions = new()
    {
        [nameof(WindowsInterop.GetVolumePathName)] = ("GetVolumePathNameW", "WINBOOL", ["LPCWSTR", "LPWSTR", "DWORD"]),
    };

    private static readonly Dictionary<Type, string> s_structures = new()
    {
        [typeof(WindowsInterop.PlacedExtent)] = "((RETRIEVAL_POINTERS_BUFFER *)0)->Extents[0]",
        [typeof(WindowsInterop.CountedExtent)] = "struct counted",
    };

    // Of the header's structures these are within others.
    private static readonly Dictionary<string, string> s_fields = new()
    {
        ["struct counted.Placed"] = "NextVcn",
    };

    [TestMethod]
    public void ConstantsAndLayoutsAreTheHeaders()
    {
        var checks = new StringBuilder(Missing);
        FieldInfo[] constants = [.. typeof(WindowsInterop)
            .GetFields(BindingFlags.Static | BindingFlags.NonPublic)
            .Where(field => field.IsLiteral)];
        Assert.HasCount(4, constants);
        foreach (FieldInfo constant in constants)
        {
            Check(checks, constant.Name, Convert.ToInt64(constant.GetRawConstantValue(), CultureInfo.InvariantCulture));
        }

        foreach ((Type type, string name) in s_structures)
        {
            Check(checks, $"sizeof({name})", Marshal.SizeOf(type));
            foreach (FieldInfo field in type.GetFields(BindingFlags.Instance | BindingFlags.NonPublic))
            {
                string inHeader = s_fields.GetValueOrDefault($"{name}.{field.Name}", field.Name);
                string expression = type == typeof(WindowsInterop.PlacedExtent)
                    ? $"offsetof(RETRIEVAL_POINTERS_BUFFER, Extents[0].{inHeader}) - offsetof(RETRIEVAL_POINTERS_BUFFER, Extents)"
                    : $"offsetof({name}, {inHeader})";
                Check(checks, expression, Marshal.OffsetOf(type, field.Name));
            }
        }

        foreach (string buffer in (string[])["RETRIEVAL_POINTERS_BUFFER", "RETRIEVAL_POINTERS_AND_REFCOUNT_BUFFER"])
        {
            Check(
                checks,
                $"offsetof({buffer}, StartingVcn)",
                Marshal.OffsetOf<WindowsInterop.RetrievalPointers>(nameof(WindowsInterop.RetrievalPointers.StartingVcn)));
            Check(checks, $"offsetof({buffer}, Extents)", Marshal.SizeOf<WindowsInterop.RetrievalPointers>());
        }

        Win32ConstantsTests.Compile(checks.ToString());
    }

    [TestMethod]
    public void SignaturesAreTheHeaders()
    {
        MethodInfo[] functions = [.. typeof(WindowsInterop).GetMethods(BindingFlags.Static | BindingFlags.NonPublic)
            .Where(method => s_functions.ContainsKey(method.Name) || method.GetCustomAttribute<LibraryImportAttribute>() is not null)];
        CollectionAssert.AreEquivalent(s_functions.Keys, functions.Select(function => function.Name).ToArray());
        var checks = new StringBuilder();
        foreach (MethodInfo function in functions)
        {
            (string name, string returns, string[] parameters) = s_functions[function.Name];
            ParameterInfo[] ours = function.GetParameters();
            Assert.HasCount(parameters.Length, ours, name);
            checks.AppendLine(CultureInfo.InvariantCulture, $"{returns} (WINAPI *check_{name})({string.Join(", ", parameters)}) = {name};");
            Check(checks, $"sizeof({returns})", Win32ConstantsTests.SizeInCall(function.ReturnType));
            for (int i = 0; i < ours.Length; i++)
            {
                Check(checks, $"sizeof({parameters[i]})", Win32ConstantsTests.SizeInCall(ours[i].ParameterType));
            }
        }

        Win32ConstantsTests.Compile(checks.ToString());
    }

    [TestMethod]
    public void AWrongOffsetWouldBeSeen()
    {
        var checks = new StringBuilder(Missing);
        Check(checks, "offsetof(RETRIEVAL_POINTERS_AND_REFCOUNT_BUFFER, Extents)", 12);
        AssertFailedException failure = Assert.ThrowsExactly<AssertFailedException>(() => Win32ConstantsTests.Compile(checks.ToString()));
        Assert.Contains("static assertion failed", failure.Message);
    }

    private static void Check(StringBuilder checks, string expression, long value) =>
        checks.AppendLine(CultureInfo.InvariantCulture, $"CHECK(({expression}) == {value}, \"{expression}\");");
}
