using System.Globalization;
using System.Text;
using System.Text.Json;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Report;

/// <summary>
/// The files of a report as data for its page (page.js): seven numbers a file, and tables of the names that they stand for, so that a build
/// with 150,000 files makes a page of some megabytes. The largest files come first, and those beyond the bound are left out.
/// </summary>
internal sealed class FilesJson
{
    /// <summary>A page of ten megabytes has room for its tables besides.</summary>
    internal const int MostCharacters = 9_000_000;

    private static readonly JsonSerializerOptions s_compact = new(JsonFormat.Options) { WriteIndented = false };

    private readonly Table _names = new();
    private readonly Table _folders = new();
    private readonly Dictionary<string, int> _projects;
    private readonly Dictionary<WhyCopied, int> _reasons;
    private readonly string _root;
    private readonly StringBuilder _rows = new();

    private FilesJson(CopyReport report)
    {
        _root = report.Root;
        _projects = report.Projects.Index().ToDictionary(one => one.Item.Name, one => one.Index, StringComparer.Ordinal);
        _reasons = report.Reasons.Index().ToDictionary(one => one.Item.Why, one => one.Index);
    }

    /// <summary>Files that are not in the data.</summary>
    internal int Left { get; private set; }

    internal string Json { get; private set; } = string.Empty;

    internal static FilesJson Of(CopyReport report, int mostCharacters = MostCharacters)
    {
        var files = new FilesJson(report) { Left = report.Files.Count };
        foreach (FileCopy file in report.Files.OrderByDescending(file => file.Bytes)
            .TakeWhile(_ => files._rows.Length + files._names.Length + files._folders.Length < mostCharacters))
        {
            files.Add(file);
            files.Left--;
        }

        CopyKind[] kinds = Enum.GetValues<CopyKind>();
        files.Json = $"{{\"projects\":{Array(report.Projects.Select(project => project.Name))},\"names\":{files._names},"
            + $"\"folders\":{files._folders},\"kinds\":{Array(kinds.Select(kind => kind.Words()))},"
            + $"\"classes\":{Array(kinds.Select(kind => kind.CssClass()))},"
            + $"\"reasons\":{Array(report.Reasons.Select(reason => reason.Why.Words))},\"rows\":[{files._rows.ToString().TrimEnd(',')}]}}";
        return files;
    }

    private void Add(FileCopy file)
    {
        string name = Path.GetFileName(file.To);
        string from = Path.GetFileName(file.From) == name ? FolderOf(file.From) : "=" + ReportMaker.Named(file.From, _root);
        int reason = file.Why is { } why ? _reasons[why] : -1;
        _rows.Append(
            CultureInfo.InvariantCulture,
            $"{_projects.GetValueOrDefault(ReportMaker.Named(file.Project, _root), -1)},{_names.Add(name)},{_folders.Add(FolderOf(file.To))},"
            + $"{_folders.Add(from)},{(int)file.Kind},{reason},{file.Bytes},");
    }

    private string FolderOf(string path) => ReportMaker.Named(path, _root)[..^Path.GetFileName(path).Length];

    private static string Array(IEnumerable<string> texts) => JsonSerializer.Serialize(texts, s_compact);

    /// <summary>Texts, each once, in the order in which they came.</summary>
    private sealed class Table
    {
        private const int QuotesAndComma = 3;

        private readonly Dictionary<string, int> _places = new(StringComparer.Ordinal);

        internal int Length { get; private set; }

        internal int Add(string text)
        {
            if (!_places.TryGetValue(text, out int place))
            {
                _places.Add(text, place = _places.Count);
                Length += text.Length + QuotesAndComma;
            }

            return place;
        }

        public override string ToString() => Array(_places.OrderBy(one => one.Value).Select(one => one.Key));
    }
}
