using System;
using System.Collections.Generic;
using System.Linq;

namespace CopyOnWrite.Tool.Output;

/// <summary>Lines to type into the shell that people have on a system: PowerShell on Windows, a POSIX shell elsewhere.</summary>
internal static class ShellText
{
    /// <summary>One line of commands, each of which runs if the one before it succeeded, where the shell has words for that.</summary>
    internal static string Line(IEnumerable<string> commands) => Line(commands, OperatingSystem.IsWindows());

    // Windows PowerShell 5.1, which Windows has, does not know &&.
    internal static string Line(IEnumerable<string> commands, bool onWindows) => string.Join(onWindows ? "; " : " && ", commands);

    /// <summary>For the shell at hand, and on Windows for those that are opened later.</summary>
    internal static string[] SetVariable(string name, string value) => SetVariable(name, value, OperatingSystem.IsWindows());

    internal static string[] SetVariable(string name, string value, bool onWindows) => onWindows
        ? [$"$env:{name} = {QuoteForPowerShell(value)}", $"setx {name} {QuoteForPowerShell(value)}"]
        : [$"export {name}={Quote(value)}"];

    /// <summary>Writes a file of one line.</summary>
    internal static string WriteFile(string path, string line) => WriteFile(path, line, OperatingSystem.IsWindows());

    internal static string WriteFile(string path, string line, bool onWindows) => onWindows
        ? $"Set-Content -LiteralPath {QuoteForPowerShell(path)} -Value {QuoteForPowerShell(line)}"
        : $"printf '%s\\n' {Quote(line)} > {Quote(path)}";

    /// <summary>What <see cref="WriteFile(string, string)"/> was given; null for another command.</summary>
    internal static (string Path, string Line)? ParseWriteFile(string command) => ParseWriteFile(command, OperatingSystem.IsWindows());

    internal static (string Path, string Line)? ParseWriteFile(string command, bool onWindows)
    {
        const string Posix = "printf '%s\\n' ";
        const string Power = "Set-Content -LiteralPath ";
        (string begin, string between) = onWindows ? (Power, " -Value ") : (Posix, " > ");
        if (!command.StartsWith(begin, StringComparison.Ordinal)
            || TakeQuoted(command[begin.Length..], onWindows) is not var (first, rest)
            || !rest.StartsWith(between, StringComparison.Ordinal)
            || TakeQuoted(rest[between.Length..], onWindows) is not ({ } second, ""))
        {
            return null;
        }

        return onWindows ? (first, second) : (second, first);
    }

    /// <summary>The commands of a <see cref="Line(IEnumerable{string})"/>.</summary>
    internal static string[] Commands(string line) => line.Split(OperatingSystem.IsWindows() ? "; " : " && ");

    /// <summary>What <see cref="Argument"/> was given; null for more than one word.</summary>
    internal static string? ParseArgument(string text) =>
        TakeQuoted(text, OperatingSystem.IsWindows()) is ({ } quoted, "") ? quoted
            : text.Length > 0 && text == Argument(text) ? text
            : null;

    /// <summary>A path as an argument; in quotes only where it needs them.</summary>
    internal static string Argument(string path) =>
        path.All(c => char.IsLetterOrDigit(c) || "/\\:._-".Contains(c, StringComparison.Ordinal)) ? path
            : OperatingSystem.IsWindows() ? QuoteForPowerShell(path)
            : Quote(path);

    /// <summary>For a POSIX shell.</summary>
    internal static string Quote(string text) => "'" + text.Replace("'", "'\\''", StringComparison.Ordinal) + "'";

    /// <summary>The text that begins in quotes, and what comes behind it; null where none begins.</summary>
    private static (string Text, string Behind)? TakeQuoted(string text, bool onWindows)
    {
        string escaped = onWindows ? "''" : "'\\''";
        var taken = new System.Text.StringBuilder();
        for (int at = text.StartsWith('\'') ? 1 : text.Length; at < text.Length; at++)
        {
            if (text.AsSpan(at).StartsWith(escaped))
            {
                taken.Append('\'');
                at += escaped.Length - 1;
            }
            else if (text[at] == '\'')
            {
                return (taken.ToString(), text[(at + 1)..]);
            }
            else
            {
                taken.Append(text[at]);
            }
        }

        return null;
    }

    private static string QuoteForPowerShell(string text) => "'" + text.Replace("'", "''", StringComparison.Ordinal) + "'";
}
