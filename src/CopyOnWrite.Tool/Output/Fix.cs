namespace CopyOnWrite.Tool.Output;

/// <summary>Steps to take: sentences, or commands, exact enough to be followed literally.</summary>
internal static class Fix
{
    private const string InPosixShell = "Run: ";
    private const string InPowerShell = "In PowerShell: ";
    private const string InElevatedPowerShell = "In an elevated PowerShell: ";

    /// <summary>Names the shell on Windows, where it may be cmd.</summary>
    internal static string Run(string command, bool? onWindows = null) =>
        (onWindows ?? OperatingSystem.IsWindows() ? InPowerShell : InPosixShell) + command;

    /// <summary>On Windows, a command that needs an administrator's rights.</summary>
    internal static string RunElevated(string command) => InElevatedPowerShell + command;

    internal static bool IsCommand(string step) => new[] { InPosixShell, InPowerShell, InElevatedPowerShell }
        .Any(shell => step.StartsWith(shell, StringComparison.Ordinal));

    /// <summary>As the first element of a project's file, which is created where it is missing.</summary>
    internal static string Insert(string file, string element) => File.Exists(file)
        ? $"In {file}, insert `{element}` as the first element of Project."
        : Run(ShellText.WriteFile(file, $"<Project>{element}</Project>"));

    /// <summary>In each line that has the package's name and, in quotes, its version.</summary>
    internal static IEnumerable<string> ReplaceVersions(string file, string package, string version, string by) =>
        from line in (File.Exists(file) ? File.ReadAllLines(file) : []).Select((text, index) => (Text: text, Number: index + 1))
        let at = line.Text.IndexOf($"\"{version}\"", StringComparison.OrdinalIgnoreCase)
        where at >= 0 && line.Text.Contains(package, StringComparison.OrdinalIgnoreCase)
        select $"In {file}, line {line.Number}, replace `{line.Text.Substring(at, version.Length + 2)}` by `\"{by}\"`.";
}
