using CopyOnWrite.Tool.Output;
using Microsoft.Build.Construction;

namespace CopyOnWrite.Tool.Fixes;

/// <summary>Steps that change one line of a file.</summary>
internal static class Fix
{
    internal static FixStep Remove(ProjectElement element)
    {
        string file = element.ContainingProject.FullPath;
        int line = element.Location.Line;
        return new FixStep(TextOf(element) is { } text
            ? $"In {file}, line {line}, remove `{text}`."
            : $"In {file}, remove the element {element.ElementName} that begins in line {line}.");
    }

    internal static FixStep Replace(string file, int line, string old, string by) =>
        new($"In {file}, line {line}, replace `{old}` by `{by}`.");

    internal static FixStep Insert(string file, int line, string after, string text) =>
        new($"In {file}, line {line}, insert `{text}` after `{after}`.");

    /// <summary>A new file of one line.</summary>
    internal static CommandStep Create(string file, string line) => new(ShellText.WriteFile(file, line));

    /// <summary>Restores solutions and projects.</summary>
    internal static CommandStep Restore(params IEnumerable<string> targets) =>
        new(ShellText.Line(targets.Select(target => $"dotnet restore {ShellText.Argument(target)}")));

    /// <summary>In each line that has the package's name and, in quotes, its version.</summary>
    internal static IEnumerable<FixStep> ReplaceVersions(string file, string package, string version, string by) =>
        from line in (File.Exists(file) ? File.ReadAllLines(file) : []).Select((text, index) => (Text: text, Number: index + 1))
        let at = line.Text.IndexOf($"\"{version}\"", StringComparison.OrdinalIgnoreCase)
        where at >= 0 && line.Text.Contains(package, StringComparison.OrdinalIgnoreCase)
        select Replace(file, line.Number, line.Text.Substring(at, version.Length + 2), $"\"{by}\"");

    /// <summary>The element as it stands in its line; null when it goes on in the next.</summary>
    internal static string? TextOf(ProjectElement element)
    {
        string file = element.ContainingProject.FullPath;
        string? text = File.Exists(file) ? File.ReadLines(file).ElementAtOrDefault(element.Location.Line - 1) : null;
        if (text is null || text.IndexOf("<" + element.ElementName, StringComparison.Ordinal) is not (>= 0 and var begin))
        {
            return null;
        }

        string closing = $"</{element.ElementName}>";
        int end = text.IndexOf(closing, begin, StringComparison.Ordinal);
        int firstEnd = text.IndexOf('>', begin);
        return firstEnd > 0 && text[firstEnd - 1] == '/' ? text[begin..(firstEnd + 1)]
            : end > 0 ? text[begin..(end + closing.Length)]
            : null;
    }
}
