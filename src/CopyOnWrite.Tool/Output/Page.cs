using System.Net;
using System.Security.Cryptography;
using System.Text;

namespace CopyOnWrite.Tool.Output;

/// <summary>
/// A self-contained HTML page: it includes style, script and data, and loads nothing. Without its script it can still
/// be read. It is light or dark like the reader's system; wide tables scroll.
/// </summary>
internal static class Page
{
    /// <param name="files">The section of <see cref="Files"/>; empty for none.</param>
    internal static string Of(
        string title,
        string summary,
        IEnumerable<string> conclusions,
        IEnumerable<PageTable> tables,
        IEnumerable<string> notes,
        string files = "")
    {
        string script = Resource("page.js");

        // The script's hash, so that no other script runs, even if a log contains one.
        string hash = Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(script)));
        return $$"""
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
            {{Resource("page.css")}}</style>
            </head>
            <body>
            <h1>{{Text(summary)}}</h1>
            {{List(conclusions)}}
            {{string.Concat(tables.Select(Table))}}
            {{files}}
            {{List(notes)}}
            <noscript><p>Sorting, filtering and the list of files need JavaScript.</p></noscript>
            <script>{{script}}</script>
            </body>
            </html>

            """;
    }

    internal static string Text(string text) => WebUtility.HtmlEncode(text);

    /// <summary>A list of files that the script fills on demand.</summary>
    /// <param name="json">Data of <see cref="Report.FilesJson"/>.</param>
    /// <param name="left">The number of omitted files.</param>
    internal static string Files(string json, int left) => $"""
        <section id="files" hidden>
        <h2>Files</h2>
        <div class="tools"></div>
        <p class="count"></p>
        <div class="scroll"><table class="files">
        <thead><tr><th scope="col">file</th><th scope="col" class="text">outcome</th>
        <th scope="col" aria-sort="descending">bytes</th></tr></thead>
        <tbody></tbody></table></div>
        <button type="button" class="more">100 more</button>
        {(left > 0 ? $"<p>{Words.Count(left, "file")}, the smallest, are not listed: the page would be too large.</p>" : string.Empty)}
        </section>
        <script type="application/json" id="files-data">{json.Replace("<", "\\u003c", StringComparison.Ordinal)}</script>
        """;

    private static string Table(PageTable table)
    {
        string title = Text(table.Title);
        IEnumerable<string> headings = table.Headings.Select((heading, i) => $"<th scope=\"col\"{table.Class(i)}>{Text(heading)}</th>");
        IEnumerable<string> rows = table.Rows.Select((row, place) =>
            $"<tr>{string.Concat(row.Select((cell, i) => $"<td{table.Class(i)}>{table.Cell(place, i, Text(cell))}</td>"))}</tr>\n");
        return $"""
            <h2>{title}</h2>
            <div class="scroll" tabindex="0" role="region" aria-label="{title}"><table class="data">
            <thead><tr>{string.Concat(headings)}</tr></thead>
            <tbody>{string.Concat(rows)}</tbody></table></div>
            {(table.Left > 0 ? $"<p>... and {Words.Number(table.Left)} more.</p>" : string.Empty)}

            """;
    }

    private static string List(IEnumerable<string> notes) => $"<ul>{string.Concat(notes.Select(note => $"<li>{Text(note)}</li>\n"))}</ul>";

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
    /// <summary>The link target of each row's name in the page; the last rows may have none.</summary>
    internal IReadOnlyList<string> Links { get; init; } = [];

    /// <summary>Null for none.</summary>
    internal TableBars? Bars { get; init; }

    /// <summary>The column of words besides the first one; numbers are aligned right.</summary>
    internal string Class(int column) =>
        column > 0 && Rows.All(row => row[column].Length > 0 && !char.IsAsciiDigit(row[column][0]) && row[column] != "-")
            ? " class=\"text\""
            : string.Empty;

    internal string Cell(int row, int column, string text)
    {
        if (column > 0)
        {
            return text + (column == Bars?.Column ? Bars.Draw(row) : string.Empty);
        }

        // Marks where a path may be broken into lines.
        text = text.Replace("/", "/<wbr>", StringComparison.Ordinal).Replace("\\", "\\<wbr>", StringComparison.Ordinal)
            .Replace(".", ".<wbr>", StringComparison.Ordinal);
        return row < Links.Count ? $"<a href=\"{Page.Text(Links[row])}\">{text}</a>" : text;
    }
}

/// <summary>Bars below the cells of a column in a page, as long as the values of its first rows.</summary>
internal sealed record TableBars(int Column, IReadOnlyList<double> Values)
{
    internal string Draw(int row) => row < Values.Count && Values[row] > 0
        ? string.Create(
            CultureInfo.InvariantCulture, $"<span class=\"part\" style=\"width:{Values[row] / Values.Max() * 100:0.#}%\"></span>")
        : string.Empty;
}
