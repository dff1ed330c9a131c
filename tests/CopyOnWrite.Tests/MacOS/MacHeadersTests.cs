using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using CopyOnWrite.MacOS;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tests.MacOS;

/// <summary>
/// Holds every constant, struct and function of <see cref="MacNative"/> against Apple's headers, by compiling C for macOS on both
/// processors.
/// </summary>
[TestClass]
public sealed class MacHeadersTests
{
    private const string Headers = "fcntl.h sys/stat.h sys/file.h sys/clonefile.h errno.h stddef.h stdio.h unistd.h";

    private static readonly Dictionary<string, string> s_statFields = new()
    {
        [nameof(MacNative.Stat.Device)] = "st_dev",
        [nameof(MacNative.Stat.Mode)] = "st_mode",
        [nameof(MacNative.Stat.Inode)] = "st_ino",
        [nameof(MacNative.Stat.Uid)] = "st_uid",
        [nameof(MacNative.Stat.ModifySeconds)] = "st_mtimespec.tv_sec",
        [nameof(MacNative.Stat.ModifyNanoseconds)] = "st_mtimespec.tv_nsec",
        [nameof(MacNative.Stat.Size)] = "st_size",
    };

    // What each P/Invoke is declared as. `open` is the one with variadic arguments, of which it is given none.
    private static readonly Dictionary<string, string> s_functions = new()
    {
        ["open"] = "int (*)(const char *, int, ...)",
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
    [DataRow("aarch64-macos.13.0", "_fstat _lstat _stat")]
    [DataRow("x86_64-macos.13.0", "_fstat$INODE64 _lstat$INODE64 _stat$INODE64")]
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

        FieldInfo[] fields = typeof(MacNative.Stat).GetFields(BindingFlags.Instance | BindingFlags.NonPublic);
        Assert.HasCount(fields.Length, s_statFields);
        foreach (FieldInfo field in fields)
        {
            string name = s_statFields[field.Name];
            program.Check($"offsetof(struct stat, {name})", Marshal.OffsetOf<MacNative.Stat>(field.Name));
            program.Check($"sizeof(((struct stat *)0)->{name})", Marshal.SizeOf(field.FieldType));
        }

        program.Check("sizeof(struct stat)", Marshal.SizeOf<MacNative.Stat>());
        foreach ((string name, string type) in s_functions)
        {
            program.CheckFunction(name, type);
        }

        return program.ToString();
    }
}
