using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Net;
using System.Text;

namespace CopyOnWrite.Tool.Output;

/// <summary>An HTML page that is whole in itself: style and charts stand in it, no script, nothing to load.</summary>
internal sealed class Page
{
    private readonly StringBuilder _html = new();

    internal Page(string title, string answer)
    {
        _html.AppendLine(CultureInfo.InvariantCulture, $$"""
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
            <title>{{Text(title)}}</title>
            <link rel="icon" href="data:,">
            <style>
            body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 62rem; padding: 0 1rem; color: #1c2430; background: #fff; }
            h1 { font-size: 1.25rem; } h2 { font-size: 1rem; margin-top: 2rem; }
            table { border-collapse: collapse; width: 100%; } td, th { text-align: right; padding: .2rem .6rem; border-bottom: 1px solid #dde3ea; font-variant-numeric: tabular-nums; }
            td { white-space: nowrap; } td:first-child { white-space: normal; }
            td:first-child, th:first-child { text-align: left; overflow-wrap: anywhere; }
            svg { width: 100%; height: auto; } svg text { font: 12px system-ui, sans-serif; fill: #1c2430; }
            </style>
            </head>
            <body>
            <h1>{{Text(answer)}}</h1>
            """);
    }

    internal static string Text(string text) => WebUtility.HtmlEncode(text);

    /// <param name="svg">Empty where there is nothing to draw.</param>
    internal void Chart(string title, string svg)
    {
        if (svg.Length > 0)
        {
            _html.AppendLine(CultureInfo.InvariantCulture, $"<h2>{Text(title)}</h2>").AppendLine(svg);
        }
    }

    internal void Table(string title, string[] headings, IReadOnlyList<string[]> rows, int left = 0)
    {
        if (rows.Count == 0)
        {
            return;
        }

        _html.AppendLine(CultureInfo.InvariantCulture, $"<h2>{Text(title)}</h2>").Append("<table>");
        Row(headings, "th");
        foreach (string[] row in rows)
        {
            Row(row, "td");
        }

        _html.AppendLine("</table>");
        if (left > 0)
        {
            _html.AppendLine(CultureInfo.InvariantCulture, $"<p>... and {left} more.</p>");
        }
    }

    internal void Notes(IReadOnlyList<string> notes) =>
        _html.AppendLine(CultureInfo.InvariantCulture, $"<ul>{string.Concat(notes.Select(note => $"<li>{Text(note)}</li>"))}</ul>");

    public override string ToString() => _html + "</body>\n</html>\n";

    private void Row(string[] cells, string tag) =>
        _html.AppendLine(CultureInfo.InvariantCulture, $"<tr>{string.Concat(cells.Select(cell => $"<{tag}>{Text(cell)}</{tag}>"))}</tr>");
}
