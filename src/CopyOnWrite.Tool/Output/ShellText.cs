namespace CopyOnWrite.Tool.Output;

/// <summary>Commands for the usual shell of a system: PowerShell on Windows, a POSIX shell elsewhere.</summary>
internal static class ShellText
{
    /// <summary>Joins commands into one line, where each runs if the one before it succeeded, if the shell can do that.</summary>
    // Windows PowerShell 5.1, which comes with Windows, lacks &&.
    internal static string Line(IEnumerable<string> commands, bool? onWindows = null) =>
        string.Join(onWindows ?? OperatingSystem.IsWindows() ? "; " : " && ", commands);

    /// <summary>Sets a variable for the current shell, and on Windows for later ones.</summary>
    internal static string[] SetVariable(string name, string value, bool? onWindows = null) => onWindows ?? OperatingSystem.IsWindows()
        ? [$"$env:{name} = {QuoteForPowerShell(value)}", $"setx {name} {QuoteForPowerShell(value)}"]
        : [$"export {name}={Quote(value)}"];

    /// <summary>A command that writes a file of one line.</summary>
    internal static string WriteFile(string path, string line, bool? onWindows = null) => onWindows ?? OperatingSystem.IsWindows()
        ? $"Set-Content -LiteralPath {QuoteForPowerShell(path)} -Value {QuoteForPowerShell(line)}"
        : $"printf '%s\\n' {Quote(line)} > {Quote(path)}";

    /// <summary>A path as an argument; in quotes only where it needs them.</summary>
    internal static string Argument(string path) =>
        path.All(c => char.IsLetterOrDigit(c) || "/:._-".Contains(c, StringComparison.Ordinal) || c == Path.DirectorySeparatorChar) ? path
            : OperatingSystem.IsWindows() ? QuoteForPowerShell(path)
            : Quote(path);

    /// <summary>A path as an argument of a POSIX shell.</summary>
    internal static string Quote(string text) => "'" + text.Replace("'", "'\\''", StringComparison.Ordinal) + "'";

    private static string QuoteForPowerShell(string text) => "'" + text.Replace("'", "''", StringComparison.Ordinal) + "'";
}
