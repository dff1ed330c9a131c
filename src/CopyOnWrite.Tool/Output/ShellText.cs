namespace CopyOnWrite.Tool.Output;

/// <summary>Arguments of commands for the usual shell of a system: PowerShell on Windows, a POSIX shell elsewhere.</summary>
internal static class ShellText
{
    /// <summary>A path as an argument; in quotes only where it needs them.</summary>
    internal static string Argument(string path) =>
        path.All(c => char.IsLetterOrDigit(c) || "/:._-".Contains(c, StringComparison.Ordinal) || c == Path.DirectorySeparatorChar) ? path
        : !OperatingSystem.IsWindows() ? $"'{path.Replace("'", "'\\''", StringComparison.Ordinal)}'"

        // cmd takes double quotes as well, in which PowerShell expands what these characters begin (about_Quoting_Rules).
        : path.AsSpan().ContainsAny('$', '`') ? $"'{path.Replace("'", "''", StringComparison.Ordinal)}'" : $"\"{path}\"";
}
