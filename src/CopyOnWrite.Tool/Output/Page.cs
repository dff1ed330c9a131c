using System.Net;
using System.Security.Cryptography;

namespace CopyOnWrite.Tool.Output;

/// <summary>A self-contained HTML page, light or dark like the reader's system, which can be read without its script.</summary>
internal static class Page
{
    internal static string Of(string title, string summary, IEnumerable<PageTable> tables, IEnumerable<string> notes)
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
            {{string.Concat(tables.Select(Table))}}
            {{List(notes)}}
            <noscript><p>Sorting and filtering need JavaScript.</p></noscript>
            <script>{{script}}</script>
            </body>
            </html>

            """;
    }

    private static string Text(string text) => WebUtility.HtmlEncode(text);

    private static string Table(PageTable table)
    {
        string title = Text(table.Title);
        string[] classes = [.. table.Headings.Select((_, i) => i == 0 || table.IsOfNumbers(i) ? string.Empty : " class=\"text\"")];
        IEnumerable<string> headings = table.Headings.Select((heading, i) => $"<th scope=\"col\"{classes[i]}>{Text(heading)}</th>");
        IEnumerable<string> rows = table.Rows.Select(row => string.Concat(
            row.Select((cell, i) => $"<td{classes[i]}>{(i == 0 ? Breakable(Text(cell)) : Text(cell))}</td>")
                .Prepend("<tr>").Append("</tr>\n")));
        return $"""
            <h2>{title}</h2>
            <div class="scroll" tabindex="0" role="region" aria-label="{title}"><table class="data">
            <thead><tr>{string.Concat(headings)}</tr></thead>
            <tbody>{string.Concat(rows)}</tbody></table></div>
            {(table.Left > 0 ? $"<p>... and {Words.Number(table.Left)} more.</p>" : string.Empty)}

            """;
    }

    // Marks where a path may be broken into lines.
    private static string Breakable(string path) => path.Replace("/", "/<wbr>", StringComparison.Ordinal)
        .Replace("\\", "\\<wbr>", StringComparison.Ordinal).Replace(".", ".<wbr>", StringComparison.Ordinal);

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
    /// <summary>Numbers are aligned right, words besides those of the first column left.</summary>
    internal bool IsOfNumbers(int column) => column > 0 && Rows.Any(row => row[column] is [>= '0' and <= '9', ..]);

    internal PageTable First(int most) => this with { Rows = [.. Rows.Take(most)], Left = Math.Max(0, Rows.Count - most) };
}
