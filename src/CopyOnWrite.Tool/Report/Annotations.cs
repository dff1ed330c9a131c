namespace CopyOnWrite.Tool.Report;

/// <summary>
/// Writes commands for GitHub's runner on standard output: GitHub shows them beside a project's file in a pull request
/// (docs.github.com, "Workflow commands for GitHub Actions").
/// </summary>
internal static class Annotations
{
    internal static IEnumerable<string> Of(CopyReport report, string workspace) =>
    [
        .. report.Conflicts.Shared.Select(shared => Line(
            shared.Writers[0].Project, ConflictTables.Title(shared),
            $"{ConflictTables.WrittenBy(shared, report.Copies.Named)}. {ConflictAdvice.Of(shared, report.Copies.Named)}.", workspace)),
        .. report.Conflicts.Read.Select(read => Line(
            read.Reader, $"{LoggedPath.FileName(read.File)} was copied while it was written",
            $"Written by {report.Copies.Named(read.Writer)}. {ConflictAdvice.Of(read, report.Copies.Named)}.", workspace)),
    ];

    private static string Line(string project, string title, string text, string workspace)
    {
        string root = workspace.TrimEnd('/', '\\');
        bool isBelow = project.StartsWith(root, StringComparison.Ordinal) && project[root.Length..] is ['/' or '\\', ..];
        string file = isBelow ? project[(root.Length + 1)..] : project;
        return $"::warning file={Property(file)},title={Property(title)}::{Data(text)}";
    }

    // Escapes as @actions/core does (toolkit, command.ts).
    private static string Data(string text) => text.Replace("%", "%25", StringComparison.Ordinal)
        .Replace("\r", "%0D", StringComparison.Ordinal).Replace("\n", "%0A", StringComparison.Ordinal);

    private static string Property(string text) =>
        Data(text).Replace(":", "%3A", StringComparison.Ordinal).Replace(",", "%2C", StringComparison.Ordinal);
}
