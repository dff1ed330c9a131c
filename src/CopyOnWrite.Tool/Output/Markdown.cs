using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;

namespace CopyOnWrite.Tool.Output;

/// <summary>GitHub's Markdown: tables, and text that stays as it is.</summary>
internal static class Markdown
{
    internal static string Escape(string text) => text
        .Replace("\\", "\\\\", StringComparison.Ordinal)
        .Replace("|", "\\|", StringComparison.Ordinal)
        .Replace("*", "\\*", StringComparison.Ordinal)
        .Replace("_", "\\_", StringComparison.Ordinal)
        .Replace("<", "&lt;", StringComparison.Ordinal)
        .Replace("`", "\\`", StringComparison.Ordinal)
        .ReplaceLineEndings(" ");

    internal static void Table(StringBuilder text, string[] headings, IEnumerable<string[]> rows)
    {
        text.AppendLine(Row(headings));
        text.AppendLine($"|---|{string.Concat(headings.Skip(1).Select(_ => "---:|"))}");
        foreach (string[] row in rows)
        {
            text.AppendLine(Row(row));
        }
    }

    private static string Row(string[] cells) => $"| {string.Join(" | ", cells.Select(Escape))} |";
}
