using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
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

    private const int QuotesAndComma = 3;

    private readonly Table _names = new();
    private readonly Table _folders = new();
    private readonly Dictionary<string, int> _projects;
    private readonly CopyReport _report;
    private readonly StringBuilder _rows = new();

    private FilesJson(CopyReport report)
    {
        _report = report;
        _projects = report.Projects
            .Select((project, i) => (project.Name, i))
            .ToDictionary(one => one.Name, one => one.i, StringComparer.Ordinal);
    }

    /// <summary>Files that are not in the data.</summary>
    internal int Left { get; private set; }

    internal string Json { get; private set; } = string.Empty;

    /// <summary>Classes and names of the outcomes, in the order of <see cref="CopyKind"/>.</summary>
    internal static readonly (string Class, string Name)[] Kinds =
        [("cloned", "cloned"), ("cache", "cloned from the cache"), ("copied", "copied"), ("left", "left to the built-in task")];

    internal static FilesJson Of(CopyReport report, int mostCharacters = MostCharacters)
    {
        var files = new FilesJson(report);
        Dictionary<WhyCopied, int> reasons = report.Files.Select(file => file.Why).OfType<WhyCopied>().GroupBy(why => why)
            .Select(same => (same.Key, Index: IndexOf(report, same.Key))).ToDictionary(one => one.Key, one => one.Index);
        FileCopy[] largestFirst = [.. report.Files.OrderByDescending(file => file.Bytes)];
        int taken = 0;
        while (taken < largestFirst.Length && files.Length < mostCharacters)
        {
            FileCopy file = largestFirst[taken++];
            files.Add(file, file.Why is { } why ? reasons[why] : -1);
        }

        files.Left = largestFirst.Length - taken;
        files.Json = $"{{\"projects\":{Array(report.Projects.Select(project => project.Name))},\"names\":{files._names},"
            + $"\"folders\":{files._folders},\"kinds\":{Array(Kinds.Select(kind => kind.Name))},"
            + $"\"classes\":{Array(Kinds.Select(kind => kind.Class))},\"reasons\":{Array(report.Reasons.Select(reason => reason.Words))},"
            + $"\"rows\":[{files._rows.ToString().TrimEnd(',')}]}}";
        return files;
    }

    private int Length => _rows.Length + _names.Length + _folders.Length;

    /// <summary>Its place among the report's reasons.</summary>
    private static int IndexOf(CopyReport report, WhyCopied why) =>
        report.Reasons
            .Select((reason, i) => (reason, i))
            .First(one => one.reason.Reason == why.Code && one.reason.Obstacle == why.Obstacle).i;

    private void Add(FileCopy file, int reason)
    {
        string name = Path.GetFileName(file.To);
        string from = Path.GetFileName(file.From) == name ? FolderOf(file.From) : "=" + Shown(file.From);
        _rows.Append(
            CultureInfo.InvariantCulture,
            $"{_projects.GetValueOrDefault(_report.NameOf(file.Project), -1)},{_names.Add(name)},{_folders.Add(FolderOf(file.To))},"
            + $"{_folders.Add(from)},{(int)file.Kind},{reason},{file.Bytes},");
    }

    private string FolderOf(string path) => Shown(path)[..^Path.GetFileName(path).Length];

    private string Shown(string path) =>
        _report.Root.Length > 0 && path.StartsWith(_report.Root, StringComparison.Ordinal) ? path[_report.Root.Length..] : path;

    private static string Array(IEnumerable<string> texts) => JsonSerializer.Serialize(texts, s_compact);

    private static readonly JsonSerializerOptions s_compact = new(JsonFormat.Options) { WriteIndented = false };

    /// <summary>Texts, each once, in the order in which they came.</summary>
    private sealed class Table
    {
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
