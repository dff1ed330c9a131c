using System.Text.Json;

namespace CopyOnWrite.Tool.Report;

/// <summary>
/// The files of a report as data for its page (page.js), the largest first: seven numbers a file, which index tables of names, so that a
/// build with 150,000 files makes a page of less than ten megabytes.
/// </summary>
internal static class FilesJson
{
    internal const int MostFiles = 150_000;

    private static readonly JsonSerializerOptions s_compact = new(JsonFormat.Options) { WriteIndented = false };

    internal static string Of(CopyReport report, int mostFiles = MostFiles)
    {
        // The page links projects and reasons by their places in the report's tables.
        OrderedDictionary<string, int> projects = [];
        foreach (CopyTime project in report.Projects)
        {
            IndexIn(projects, project.Name);
        }

        var reasons = report.Reasons.Index().ToDictionary(one => one.Item.Why, one => one.Index);
        OrderedDictionary<string, int> names = [];
        OrderedDictionary<string, int> folders = [];
        List<long> rows = [];
        foreach (FileCopy file in report.Files.OrderByDescending(file => file.Bytes).Take(mostFiles))
        {
            string name = Path.GetFileName(file.To);
            string from = report.Copies.Named(file.From);
            rows.AddRange(
            [
                IndexIn(projects, report.Copies.Named(file.Project)),
                IndexIn(names, name),
                IndexIn(folders, FolderOf(report.Copies.Named(file.To))),
                IndexIn(folders, Path.GetFileName(from) == name ? FolderOf(from) : "=" + from),
                (int)file.Kind,
                file.Why is { } why ? reasons[why] : -1,
                file.Bytes,
            ]);
        }

        return JsonSerializer.Serialize(
            new
            {
                projects = projects.Keys,
                names = names.Keys,
                folders = folders.Keys,
                kinds = Enum.GetValues<CopyKind>().Select(kind => kind.Words()),
                reasons = report.Reasons.Select(reason => reason.Why.Words),
                rows,
            },
            s_compact);
    }

    private static int IndexIn(OrderedDictionary<string, int> table, string name)
    {
        table.TryAdd(name, table.Count, out int index);
        return index;
    }

    private static string FolderOf(string path) => path[..^Path.GetFileName(path).Length];
}
