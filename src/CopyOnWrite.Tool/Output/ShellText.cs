namespace CopyOnWrite.Tool.Output;

/// <summary>Arguments of commands for the usual shell of a system: PowerShell on Windows, a POSIX shell elsewhere.</summary>
internal static class ShellText
{
    /// <summary>A path as an argument; in quotes only where it needs them.</summary>
    internal static string Argument(string path)
    {
        if (path.All(c => char.IsLetterOrDigit(c) || "/:._-".Contains(c, StringComparison.Ordinal) || c == Path.DirectorySeparatorChar))
        {
            return path;
        }

        if (!OperatingSystem.IsWindows())
        {
            return $"'{path.Replace("'", "'\\''", StringComparison.Ordinal)}'";
        }

        // cmd takes double quotes as well, in which PowerShell expands what these characters begin (about_Quoting_Rules).
        return path.AsSpan().ContainsAny('$', '`') ? $"'{path.Replace("'", "''", StringComparison.Ordinal)}'" : $"\"{path}\"";
    }
}
