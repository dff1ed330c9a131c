using System.Globalization;
using System.Net;
using System.Security.Cryptography;
using System.Text;

namespace CopyOnWrite.Tool.Output;

/// <summary>
/// A self-contained HTML page: it includes style, script, data and charts, and loads nothing. Without its script it can still
/// be read. It is light or dark like the reader's system; wide tables scroll.
/// </summary>
internal sealed class Page
{
    private static readonly string s_style = Resource("page.css");
    private static readonly string s_script = Resource("page.js");

    private readonly StringBuilder _html = new();

    internal Page(string title, string answer)
    {
        // The script's hash, so that no other script runs, even if a log contains one.
        string hash = Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(s_script)));
        _html.Append(CultureInfo.InvariantCulture, $$"""
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy"
              content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{{hash}}'; img-src data:">
            <title>{{Text(title)}}</title>
            <link rel="icon" href="data:,">
            <style>
            {{s_style}}</style>
            </head>
            <body>
            <h1>{{Text(answer)}}</h1>

            """);
    }

    internal static string Text(string text) => WebUtility.HtmlEncode(text);

    /// <summary>Adds the facts below the first line; those without a value are left out.</summary>
    internal void Facts(IEnumerable<(string Name, string? Value)> facts) => _html
        .Append("<dl class=\"facts\">")
        .AppendJoin(string.Empty, facts.Where(fact => fact.Value is { Length: > 0 })
            .Select(fact => $"<div><dt>{Text(fact.Name)}</dt><dd>{Text(fact.Value!)}</dd></div>"))
        .Append("</dl>\n");

    /// <param name="chart">Empty where there is nothing to draw.</param>
    internal void Chart(string title, string chart)
    {
        if (chart.Length > 0)
        {
            _html.Append(CultureInfo.InvariantCulture, $"<h2>{Text(title)}</h2>\n").Append(chart);
        }
    }

    /// <summary>Each with its chart, of which the table is the legend.</summary>
    internal void Tables(IEnumerable<PageTable> tables)
    {
        foreach (PageTable table in tables)
        {
            string title = Text(table.Title);
            _html.Append(
                    CultureInfo.InvariantCulture,
                    $"<h2>{title}</h2>\n{table.Chart}<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{title}\">")
                .Append("<table class=\"data\"><thead><tr>")
                .AppendJoin(string.Empty, table.Headings.Select((heading, i) => $"<th scope=\"col\"{table.Class(i)}>{Text(heading)}</th>"))
                .Append("</tr></thead><tbody>\n")
                .AppendJoin(string.Empty, table.Rows.Select((row, i) => $"<tr>{Cells(table, row, i)}</tr>\n"))
                .Append("</tbody></table></div>\n")
                .Append(table.Left > 0 ? $"<p>... and {Words.Number(table.Left)} more.</p>\n" : string.Empty);
        }

        static string Cells(PageTable table, string[] row, int place) =>
            string.Concat(row.Select((cell, i) => $"<td{table.Class(i)}>{table.Cell(place, i, Text(cell))}</td>"));
    }

    internal void Notes(IReadOnlyList<string> notes) =>
        _html.Append(CultureInfo.InvariantCulture, $"<ul>{string.Concat(notes.Select(note => $"<li>{Text(note)}</li>\n"))}</ul>\n");

    /// <summary>Adds a list of files that the script fills on demand.</summary>
    /// <param name="json">Data of <see cref="Report.FilesJson"/>.</param>
    /// <param name="note">Empty where all files are there.</param>
    internal void Files(string json, string note) => _html
        .Append("""
            <section id="files" hidden>
            <h2>Files</h2>
            <div class="tools"></div>
            <p class="count"></p>
            <div class="scroll"><table class="files">
            <thead><tr><th scope="col">file</th><th scope="col" class="text">outcome</th>
            <th scope="col" aria-sort="descending">bytes</th></tr></thead>
            <tbody></tbody></table></div>
            <button type="button" class="more">100 more</button>

            """)
        .Append(note.Length > 0 ? $"<p>{Text(note)}</p>\n" : string.Empty)
        .Append("</section>\n<script type=\"application/json\" id=\"files-data\">")
        .Append(json.Replace("<", "\\u003c", StringComparison.Ordinal))
        .Append("</script>\n");

    public override string ToString() =>
        $"{_html}<noscript><p>Sorting, filtering and the list of files need JavaScript.</p></noscript>\n"
        + $"<script>{s_script}</script>\n</body>\n</html>\n";

    private static string Resource(string name)
    {
        using Stream stream = typeof(Page).Assembly.GetManifestResourceStream(name)!;
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd().ReplaceLineEndings("\n");
    }
}

/// <param name="Left">The number of omitted rows.</param>
internal sealed record PageTable(string Title, string[] Headings, IReadOnlyList<string[]> Rows, int Left = 0)
{
    /// <summary>HTML that only a page has, above the table; empty for none.</summary>
    internal string Chart { get; init; } = string.Empty;

    /// <summary>The class of each row's mark, which shows its colour in the chart; null for none.</summary>
    internal IReadOnlyList<string?>? Marks { get; init; }

    /// <summary>The link target of each row's name in the page; null for none.</summary>
    internal IReadOnlyList<string?>? Links { get; init; }

    /// <summary>The length of the bar below the second cell, as a part of 1.</summary>
    internal IReadOnlyList<double>? Parts { get; init; }

    /// <summary>The column of words besides the first one; numbers are aligned right.</summary>
    internal string Class(int column) =>
        column > 0 && Rows.All(row => row[column].Length > 0 && !char.IsAsciiDigit(row[column][0]) && row[column] != "-")
            ? " class=\"text\""
            : string.Empty;

    internal string Cell(int row, int column, string text)
    {
        if (column == 0)
        {
            // Marks where a path may be broken into lines.
            text = text.Replace("/", "/<wbr>", StringComparison.Ordinal).Replace("\\", "\\<wbr>", StringComparison.Ordinal)
                .Replace(".", ".<wbr>", StringComparison.Ordinal);
            string linked = Links?[row] is { } link ? $"<a href=\"{Page.Text(link)}\">{text}</a>" : text;
            return Marks?[row] is { } mark ? $"<span class=\"k {mark}\"></span>{linked}" : linked;
        }

        return column == 1 && Parts is not null
            ? string.Create(
                CultureInfo.InvariantCulture, $"{text}<span class=\"part time\" style=\"width:{Parts[row] * 100:0.#}%\"></span>")
            : text;
    }
}
