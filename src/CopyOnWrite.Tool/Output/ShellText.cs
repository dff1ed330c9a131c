namespace CopyOnWrite.Tool.Output;

/// <summary>Commands for the usual shell of a system: PowerShell on Windows, a POSIX shell elsewhere.</summary>
internal static class ShellText
{
    /// <summary>Joins commands into one line, where each runs only if the one before it succeeded.</summary>
    // Windows PowerShell 5.1, which comes with Windows, lacks &&. $? is also that of a cmdlet and of an assignment, after which
    // $LASTEXITCODE is still an earlier program's.
    internal static string Line(IEnumerable<string> commands, bool? onWindows = null) => onWindows ?? OperatingSystem.IsWindows()
        ? commands.Reverse().Aggregate((rest, command) => $"{command}; if ($?) {{ {rest} }}")
        : string.Join(" && ", commands);

    /// <summary>Sets a variable for the current shell, and on Windows for later ones.</summary>
    internal static string[] SetVariable(string name, string value, bool? onWindows = null) => onWindows ?? OperatingSystem.IsWindows()
        ? [$"$env:{name} = {QuoteForWindows(value)}", $"setx {name} {QuoteForWindows(value)}"]
        : [$"export {name}={Quote(value)}"];

    /// <summary>A command that writes a file of one line.</summary>
    internal static string WriteFile(string path, string line, bool? onWindows = null) => onWindows ?? OperatingSystem.IsWindows()
        ? $"Set-Content -LiteralPath {QuoteForWindows(path)} -Value {QuoteForWindows(line)}"
        : $"printf '%s\\n' {Quote(line)} > {Quote(path)}";

    /// <summary>A path as an argument; in quotes only where it needs them.</summary>
    internal static string Argument(string path) =>
        path.All(c => char.IsLetterOrDigit(c) || "/:._-".Contains(c, StringComparison.Ordinal) || c == Path.DirectorySeparatorChar) ? path
            : OperatingSystem.IsWindows() ? QuoteForWindows(path)
            : Quote(path);

    /// <summary>A path as an argument of a POSIX shell.</summary>
    internal static string Quote(string text) => "'" + text.Replace("'", "'\\''", StringComparison.Ordinal) + "'";

    /// <summary>In double quotes, which cmd takes as well, unless PowerShell would expand what is in them (about_Quoting_Rules).</summary>
    private static string QuoteForWindows(string text) => text.AsSpan().ContainsAny('$', '`', '"')
        ? "'" + text.Replace("'", "''", StringComparison.Ordinal) + "'"
        : $"\"{text}\"";
}
