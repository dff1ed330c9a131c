using System.Text.RegularExpressions;

namespace CopyOnWrite.Tool.Output;

/// <summary>GitHub's Markdown: tables, and escaped text.</summary>
internal static class Markdown
{
    internal static string Escape(string text) => Regex.Replace(Screen.Printable(text), @"[\\|*_`]", @"\$0")
        .Replace("<", "&lt;", StringComparison.Ordinal)
        .ReplaceLineEndings(" ");

    internal static string Of(string summary, IEnumerable<string> conclusions, IEnumerable<PageTable> tables, IEnumerable<string> notes)
    {
        StringBuilder text = new StringBuilder().AppendLine(Escape(summary)).Append(List(conclusions));
        foreach (PageTable table in tables)
        {
            text.AppendLine().AppendLine($"## {table.Title}").AppendLine()
                .AppendLine(Row(table.Headings))
                .AppendLine($"|{string.Concat(table.Headings.Select((_, i) => table.IsOfNumbers(i) ? "---:|" : "---|"))}")
                .AppendJoin(string.Empty, table.Rows.Select(row => Row(row) + Environment.NewLine));
            if (table.Left > 0)
            {
                text.AppendLine().AppendLine($"... and {table.Left} more.");
            }
        }

        return text.Append(List(notes)).ToString();
    }

    private static string List(IEnumerable<string> sentences) =>
        string.Concat(sentences.Select((one, i) => $"{(i == 0 ? Environment.NewLine : string.Empty)}- {Escape(one)}{Environment.NewLine}"));

    private static string Row(string[] cells) => $"| {string.Join(" | ", cells.Select(Escape))} |";
}
