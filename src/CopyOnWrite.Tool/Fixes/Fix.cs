using CopyOnWrite.Tool.Output;
using Microsoft.Build.Construction;

namespace CopyOnWrite.Tool.Fixes;

/// <summary>What to do, exact enough to be followed literally.</summary>
/// <param name="Text">A sentence, of one line.</param>
internal record FixStep(string Text);

/// <summary>A line for the shell.</summary>
internal sealed record CommandStep(string Command) : FixStep($"Run: {Command}");

/// <summary>Steps that change files.</summary>
internal static class Fix
{
    /// <summary>With the element's text where its line has it as MSBuild writes it.</summary>
    internal static FixStep Remove(ProjectElement element)
    {
        string file = element.ContainingProject.FullPath;
        int line = element.Location.Line;
        string text = element.OuterElement;
        return new FixStep(
            File.Exists(file) && File.ReadLines(file).ElementAtOrDefault(line - 1)?.Contains(text, StringComparison.Ordinal) == true
                ? $"In {file}, line {line}, remove `{text}`."
                : $"In {file}, remove the element {element.ElementName} that begins in line {line}.");
    }

    /// <summary>As the first element of a project's file, which is created where it is missing.</summary>
    internal static FixStep Insert(string file, string element) => File.Exists(file)
        ? new FixStep($"In {file}, insert `{element}` as the first element of Project.")
        : new CommandStep(ShellText.WriteFile(file, $"<Project>{element}</Project>"));

    /// <summary>Restores solutions and projects.</summary>
    internal static CommandStep Restore(params IEnumerable<string> targets) =>
        new(ShellText.Line(targets.Select(target => $"dotnet restore {ShellText.Argument(target)}")));

    /// <summary>In each line that has the package's name and, in quotes, its version.</summary>
    internal static IEnumerable<FixStep> ReplaceVersions(string file, string package, string version, string by) =>
        from line in (File.Exists(file) ? File.ReadAllLines(file) : []).Select((text, index) => (Text: text, Number: index + 1))
        let at = line.Text.IndexOf($"\"{version}\"", StringComparison.OrdinalIgnoreCase)
        where at >= 0 && line.Text.Contains(package, StringComparison.OrdinalIgnoreCase)
        select new FixStep($"In {file}, line {line.Number}, replace `{line.Text.Substring(at, version.Length + 2)}` by `\"{by}\"`.");
}
