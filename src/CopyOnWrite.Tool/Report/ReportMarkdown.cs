using System.Text;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Report;

/// <summary>The report for a pull request or a wiki.</summary>
internal static class ReportMarkdown
{
    private const int MostRows = 20;

    internal static string Of(CopyReport report)
    {
        var text = new StringBuilder();
        text.AppendLine(Markdown.Escape(report.Summary));
        foreach (ReportTable table in ReportTable.Of(report, MostRows))
        {
            if (table.Rows.Count == 0)
            {
                continue;
            }

            text.AppendLine().AppendLine($"## {table.Title}").AppendLine();
            Markdown.Table(text, table.Headings, table.Rows);
            if (table.Left > 0)
            {
                text.AppendLine().AppendLine($"... and {table.Left} more.");
            }
        }

        text.AppendLine();
        foreach (string note in report.Notes)
        {
            text.AppendLine($"- {Markdown.Escape(note)}");
        }

        return text.ToString();
    }
}
