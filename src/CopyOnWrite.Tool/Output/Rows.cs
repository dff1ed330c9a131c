namespace CopyOnWrite.Tool.Output;

/// <summary>Rows below headings: a table where it fits, otherwise a few lines for each row, so that no cell is broken.</summary>
internal static class Rows
{
    // Two blanks before each cell and one after.
    private const int Gap = 3;

    /// <summary>Tables with their titles, then the notes.</summary>
    internal static void Write(Screen screen, IEnumerable<PageTable> tables, IEnumerable<string> notes)
    {
        foreach (PageTable table in tables)
        {
            screen.Lines([string.Empty, table.Title]);
            Write(screen, table);
        }

        screen.Lines(notes.Select(note => $"- {note}"));
    }

    /// <summary>A table without its title; nothing without rows.</summary>
    internal static void Write(Screen screen, PageTable table)
    {
        (string[] headings, IReadOnlyList<string[]> rows) = (table.Headings, table.Rows);
        if (rows.Count == 0)
        {
            return;
        }

        screen.Line(string.Empty);
        int[] widths = [.. headings.Select((heading, i) => Math.Max(heading.Length, rows.Max(row => row[i].Length)))];
        int whole = widths.Sum(width => width + Gap);
        if (whole <= screen.TableColumns)
        {
            bool[] areNumbers = [.. headings.Select((_, i) => table.IsOfNumbers(i))];
            string Line(string[] cells) => string.Concat(cells.Select((cell, i) =>
                $"  {(areNumbers[i] ? cell.PadLeft(widths[i]) : cell.PadRight(widths[i]))} ")).TrimEnd();
            screen.Lines([Line(headings), new string('─', whole), .. rows.Select(Line)]);
        }
        else
        {
            foreach (string[] row in rows)
            {
                (string Heading, string Cell)[] cells = [.. headings.Skip(1).Zip(row.Skip(1))];
                string together = "  " + string.Join(", ", cells.Select(cell => $"{cell.Heading} {cell.Cell}"));
                IEnumerable<string> apart = cells.Select(cell => $"  {cell.Heading}: {cell.Cell}");
                screen.Lines([row[0], .. together.Length <= screen.TableColumns ? [together] : apart]);
            }
        }

        screen.Lines([string.Empty, .. table.Left > 0 ? [$"... and {Words.Number(table.Left)} more; --json has them all."] : (string[])[]]);
    }
}
