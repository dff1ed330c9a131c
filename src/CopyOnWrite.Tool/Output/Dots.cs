using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;

namespace CopyOnWrite.Tool.Output;

/// <param name="Hollow">An outlier.</param>
internal readonly record struct Dot(double Value, bool Hollow, string Words);

internal sealed record DotRow(string Name, double Median, IReadOnlyList<Dot> Dots);

/// <summary>
/// A chart of every run as inline SVG: a row of dots for each arm, in their order from top to bottom, and a line at the median.
/// </summary>
internal static class Dots
{
    private const int Width = 960;
    private const int Row = 44;
    private const int Names = 160;
    private const int Right = 60;
    private const int Margin = 24;
    private const string Colour = "#0072B2";

    internal static string Draw(IReadOnlyList<DotRow> rows)
    {
        if (rows.Count == 0)
        {
            return string.Empty;
        }

        // From zero: a chart that cuts the axis makes small differences look large.
        double most = rows.SelectMany(row => row.Dots).Max(dot => dot.Value);
        double X(double value) => Names + ((Width - Names - Right) * (most > 0 ? value / most : 0));
        var svg = new StringBuilder();
        svg.Append(
            CultureInfo.InvariantCulture,
            $"<svg viewBox=\"0 0 {Width} {(Row * rows.Count) + Margin}\" role=\"img\" aria-label=\"every run\">");
        for (int i = 0; i < rows.Count; i++)
        {
            int top = i * Row;
            svg.Append(CultureInfo.InvariantCulture, $"<text x=\"0\" y=\"{top + 26}\">{Page.Text(rows[i].Name)}</text>");
            for (int n = 0; n < rows[i].Dots.Count; n++)
            {
                Dot dot = rows[i].Dots[n];
                double y = top + 6 + ((Row - 12.0) * (n + 0.5) / rows[i].Dots.Count);
                svg.Append(
                    CultureInfo.InvariantCulture,
                    $"<circle cx=\"{X(dot.Value):0.##}\" cy=\"{y:0.##}\" r=\"4\" stroke=\"{Colour}\" "
                    + $"fill=\"{(dot.Hollow ? "#fff" : Colour)}\"><title>{Page.Text(dot.Words)}</title></circle>");
            }

            svg.Append(
                CultureInfo.InvariantCulture,
                $"<line x1=\"{X(rows[i].Median):0.##}\" x2=\"{X(rows[i].Median):0.##}\" y1=\"{top + 4}\" y2=\"{top + Row - 4}\" "
                + $"stroke=\"#D55E00\" stroke-width=\"2\"/>");
            svg.Append(CultureInfo.InvariantCulture, $"<text x=\"{X(most) + 8:0.##}\" y=\"{top + 26}\">{rows[i].Median:0.00}</text>");
        }

        svg.Append(
            CultureInfo.InvariantCulture,
            $"<text x=\"{Names}\" y=\"{(Row * rows.Count) + 16}\">0 s</text><text x=\"{X(most) - 30:0.##}\" "
            + $"y=\"{(Row * rows.Count) + 16}\">{most:0.00} s</text></svg>");
        return svg.ToString();
    }
}
