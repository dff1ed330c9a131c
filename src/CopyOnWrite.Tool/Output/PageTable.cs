namespace CopyOnWrite.Tool.Output;

/// <param name="Left">The number of omitted rows.</param>
internal sealed record PageTable(string Title, string[] Headings, IReadOnlyList<string[]> Rows, int Left = 0)
{
    /// <summary>Numbers are aligned right, words besides those of the first column left.</summary>
    internal bool IsOfNumbers(int column) => column > 0 && Rows.Any(row => row[column] is [>= '0' and <= '9', ..]);

    internal PageTable First(int most) => this with { Rows = [.. Rows.Take(most)], Left = Math.Max(0, Rows.Count - most) };
}
