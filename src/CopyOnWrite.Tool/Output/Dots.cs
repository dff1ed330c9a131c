using System.Globalization;
using System.Text;

namespace CopyOnWrite.Tool.Output;

/// <param name="IsOutlier">It is drawn hollow.</param>
internal readonly record struct Dot(double Value, bool IsOutlier, string Words);

internal sealed record DotRow(string Name, double Median, IReadOnlyList<Dot> Dots);

/// <summary>
/// A chart of every run: a row of dots for each arm, and a line at the median. Places are percentages, so the text keeps its size whatever
/// the width.
/// </summary>
internal static class Dots
{
    internal const string Legend =
        "<p class=\"legend\"><span><svg viewBox=\"0 0 14 14\"><circle class=\"run\" cx=\"7\" cy=\"7\" r=\"4\"/></svg> a run</span>"
        + "<span><svg viewBox=\"0 0 14 14\"><circle class=\"outlier\" cx=\"7\" cy=\"7\" r=\"4\"/></svg> an outlier, which counts</span>"
        + "<span><svg viewBox=\"0 0 14 14\"><line class=\"median\" x1=\"7\" x2=\"7\" y1=\"1\" y2=\"13\"/></svg> the median</span></p>\n";

    // Of the width: the rest is room for dots and labels at the end of the scale.
    private const double End = 97;
    private const int MostTicks = 6;
    private static readonly double[] s_steps = [1, 2, 2.5, 5, 10];

    /// <param name="longest">The end of the scale, which begins at zero: charts that are compared have the same.</param>
    internal static string Draw(IReadOnlyList<DotRow> rows, double longest)
    {
        if (rows.Count == 0 || longest <= 0)
        {
            return string.Empty;
        }

        double step = Step(longest);
        double[] ticks = [.. Enumerable.Range(0, (int)(longest / step) + 1).Select(i => i * step)];
        var html = new StringBuilder("<div class=\"dots\">");
        foreach (DotRow row in rows)
        {
            html.Append(CultureInfo.InvariantCulture, $"<div>{Page.Text(row.Name)} <small>median {row.Median:0.00} s</small></div>")
                .Append(
                    CultureInfo.InvariantCulture,
                    $"<svg role=\"img\" aria-label=\"{Page.Text(row.Name)}: {row.Dots.Count} runs, median {row.Median:0.00} s\">")
                .AppendJoin(string.Empty, ticks.Select(tick => Line(tick / longest, string.Empty, 0, 100)))
                .AppendJoin(string.Empty, row.Dots.Select((dot, i) => Circle(dot, longest, (i + 0.5) / row.Dots.Count)))
                .Append(Line(row.Median / longest, " class=\"median\"", 8, 92))
                .Append("</svg>");
        }

        html.Append("<div class=\"none\"></div><svg class=\"axis\" aria-hidden=\"true\">")
            .AppendJoin(string.Empty, ticks.Select(tick => string.Create(
                CultureInfo.InvariantCulture,
                $"<text x=\"{tick / longest * End:0.##}%\" y=\"14\" text-anchor=\"{(tick == 0 ? "start" : "middle")}\">{tick:0.###} "
                + $"s</text>")));
        return html.Append("</svg></div>\n").ToString();
    }

    private static string Line(double part, string attributes, int top, int bottom) => string.Create(
        CultureInfo.InvariantCulture,
        $"<line{attributes} x1=\"{part * End:0.##}%\" x2=\"{part * End:0.##}%\" y1=\"{top}%\" y2=\"{bottom}%\"/>");

    private static string Circle(Dot dot, double longest, double height) => string.Create(
        CultureInfo.InvariantCulture,
        $"<circle class=\"{(dot.IsOutlier ? "outlier" : "run")}\" cx=\"{dot.Value / longest * End:0.##}%\" "
        + $"cy=\"{10 + (80 * height):0.##}%\" r=\"4\">"
        + $"<title>{Page.Text(dot.Words)}</title></circle>");

    /// <summary>The distance of ticks: 1, 2, 2.5 or 5 times a power of ten.</summary>
    internal static double Step(double longest)
    {
        double power = Math.Pow(10, Math.Floor(Math.Log10(longest / MostTicks)));
        return s_steps.Select(step => step * power).First(step => longest / step <= MostTicks);
    }
}
