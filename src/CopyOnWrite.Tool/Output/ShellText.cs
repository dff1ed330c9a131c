using System;
using System.Linq;

namespace CopyOnWrite.Tool.Output;

/// <summary>Lines to type into the shell that people have on a system: PowerShell on Windows, a POSIX shell elsewhere.</summary>
internal static class ShellText
{
    /// <summary>For the shell at hand, and on Windows for those that are opened later; a line each.</summary>
    internal static string[] SetVariable(string name, string value) => SetVariable(name, value, OperatingSystem.IsWindows());

    internal static string[] SetVariable(string name, string value, bool onWindows) => onWindows
        ? [$"$env:{name} = {QuoteForPowerShell(value)}", $"setx {name} {QuoteForPowerShell(value)}"]
        : [$"export {name}={Quote(value)}"];

    /// <summary>A path as an argument; in quotes only where it needs them.</summary>
    internal static string Argument(string path) =>
        path.All(c => char.IsLetterOrDigit(c) || "/\\:._-".Contains(c, StringComparison.Ordinal)) ? path
            : OperatingSystem.IsWindows() ? QuoteForPowerShell(path)
            : Quote(path);

    /// <summary>For a POSIX shell.</summary>
    internal static string Quote(string text) => "'" + text.Replace("'", "'\\''", StringComparison.Ordinal) + "'";

    private static string QuoteForPowerShell(string text) => "'" + text.Replace("'", "''", StringComparison.Ordinal) + "'";
}
