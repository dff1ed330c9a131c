using Spectre.Console;

namespace CopyOnWrite.Tool.Output;

/// <summary>Rows below headings: a table where it fits, else a few lines for each row, so that no word or number is broken.</summary>
internal static class Rows
{
    // Of Spectre's simple border: two blanks before and three behind each cell, at most.
    private const int Gap = 3;

    private const string Indent = "  ";

    /// <summary>Tables with their titles, then the notes.</summary>
    internal static void Write(Screen screen, IEnumerable<PageTable> tables, IEnumerable<string> notes)
    {
        foreach (PageTable table in tables)
        {
            screen.Line();
            screen.Line(table.Title);
            Write(screen, table.Headings, table.Rows);
            if (table.Left > 0)
            {
                screen.Line($"... and {table.Left} more; --json has them.");
            }
        }

        foreach (string note in notes)
        {
            screen.Paragraph("-", note);
        }
    }

    internal static void Write(Screen screen, string[] headings, IReadOnlyList<string[]> rows)
    {
        if (rows.Count == 0)
        {
            return;
        }

        int width = Enumerable.Range(0, headings.Length)
            .Sum(i => rows.Select(row => row[i].Length).Append(headings[i].Length).Max() + Gap) + Gap;
        if (width <= screen.TableColumns)
        {
            WriteTable(screen, headings, rows);
        }
        else
        {
            WriteLines(screen, headings, rows);
        }
    }

    private static void WriteTable(Screen screen, string[] headings, IReadOnlyList<string[]> rows)
    {
        Table table = new Table().Border(TableBorder.Simple);
        for (int i = 0; i < headings.Length; i++)
        {
            bool numbers = i > 0 && rows.Any(row => row[i].Length > 0 && char.IsAsciiDigit(row[i][0]));
            var column = new TableColumn(new Text(headings[i])) { NoWrap = true };
            table.AddColumn(numbers ? column.RightAligned() : column);
        }

        foreach (string[] row in rows)
        {
            table.AddRow([.. row.Select(cell => new Text(cell))]);
        }

        screen.Write(table);
    }

    private static void WriteLines(Screen screen, string[] headings, IReadOnlyList<string[]> rows)
    {
        screen.Line();
        foreach (string[] row in rows)
        {
            screen.Line(row[0]);
            string line = Indent;
            foreach (string part in headings.Skip(1).Zip(row.Skip(1), (heading, cell) => $"{heading} {cell}"))
            {
                bool full = line.Length > Indent.Length && line.Length + 2 + part.Length > screen.TableColumns;
                if (full)
                {
                    screen.Line(line + ",");
                }

                line = full ? Indent + part : line.Length == Indent.Length ? line + part : $"{line}, {part}";
            }

            screen.Line(line);
        }

        screen.Line();
    }
}
