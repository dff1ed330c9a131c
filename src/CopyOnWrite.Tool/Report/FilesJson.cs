using System.Globalization;
using System.Text;
using System.Text.Json;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Report;

/// <summary>
/// The files of a report as data for its page (page.js): seven numbers a file, which index tables of names, so that a build
/// with 150,000 files makes a page of some megabytes. The largest files come first, and those beyond the bound are left out.
/// </summary>
/// <param name="Left">The number of files left out.</param>
internal sealed record FilesJson(string Json, int Left)
{
    /// <summary>Leaves space for the tables in a page of ten megabytes.</summary>
    internal const int MostCharacters = 9_000_000;

    private static readonly JsonSerializerOptions s_compact = new(JsonFormat.Options) { WriteIndented = false };

    internal static FilesJson Of(CopyReport report, int mostCharacters = MostCharacters)
    {
        var projects = new Table(report.Projects.Select(project => project.Name));
        var names = new Table([]);
        var folders = new Table([]);
        var reasons = report.Reasons.Index().ToDictionary(one => one.Item.Why, one => one.Index);
        var rows = new StringBuilder();
        int left = report.Files.Count;
        foreach (FileCopy file in report.Files.OrderByDescending(file => file.Bytes)
            .TakeWhile(_ => rows.Length + names.Length + folders.Length < mostCharacters))
        {
            string name = Path.GetFileName(file.To);
            string from = report.Copies.Named(file.From);
            string to = report.Copies.Named(file.To);
            string source = Path.GetFileName(from) == name ? FolderOf(from) : "=" + from;
            rows.Append(
                CultureInfo.InvariantCulture,
                $"{projects.Add(report.Copies.Named(file.Project))},{names.Add(name)},{folders.Add(FolderOf(to))},{folders.Add(source)},"
                + $"{(int)file.Kind},{(file.Why is { } why ? reasons[why] : -1)},{file.Bytes},");
            left--;
        }

        CopyKind[] kinds = Enum.GetValues<CopyKind>();
        return new FilesJson(
            $"{{\"projects\":{projects},\"names\":{names},\"folders\":{folders},\"kinds\":{Array(kinds.Select(kind => kind.Words()))},"
                + $"\"classes\":{Array(kinds.Select(kind => kind.CssClass()))},"
                + $"\"reasons\":{Array(report.Reasons.Select(reason => reason.Why.Words))},\"rows\":[{rows.ToString().TrimEnd(',')}]}}",
            left);
    }

    private static string FolderOf(string path) => path[..^Path.GetFileName(path).Length];

    private static string Array(IEnumerable<string> texts) => JsonSerializer.Serialize(texts, s_compact);

    /// <summary>Distinct texts, in the order in which they were added.</summary>
    private sealed class Table(IEnumerable<string> first)
    {
        private const int QuotesAndComma = 3;

        private readonly OrderedDictionary<string, int> _places = new(
            first.Index().Select(one => KeyValuePair.Create(one.Item, one.Index)), StringComparer.Ordinal);

        internal int Length { get; private set; }

        internal int Add(string text)
        {
            if (_places.TryAdd(text, _places.Count))
            {
                Length += text.Length + QuotesAndComma;
            }

            return _places[text];
        }

        public override string ToString() => Array(_places.Keys);
    }
}
