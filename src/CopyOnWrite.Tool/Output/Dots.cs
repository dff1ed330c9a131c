using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Output;

/// <param name="IsOutlier">Drawn as a hollow dot.</param>
internal readonly record struct Dot(double Value, bool IsOutlier, string Words);

/// <summary>A chart of every run: a row of dots for each arm, and a line at the median. The scale begins at zero.</summary>
internal static class Dots
{
    internal static string Draw(IReadOnlyList<(string Name, IReadOnlyList<Dot> Dots)> rows)
    {
        double longest = rows.SelectMany(row => row.Dots).Max(dot => dot.Value);
        return $"<div class=\"dots\">{string.Concat(rows.Select(Row))}<div class=\"none\"></div>"
            + $"<div class=\"axis\"><span>0 s</span><span>{longest:0.00} s</span></div></div>\n"
            + "<p class=\"legend\">A dot is a run, a hollow one an outlier, which counts. The line is the median.</p>\n";

        string Row((string Name, IReadOnlyList<Dot> Dots) row)
        {
            double median = Estimate.Median(row.Dots.Select(dot => dot.Value));
            string dots = string.Concat(row.Dots.Select((dot, i) =>
                $"<i class=\"{(dot.IsOutlier ? "outlier" : "run")}\" title=\"{Page.Text(dot.Words)}\" "
                + $"style=\"left:{100 * dot.Value / longest:0.##}%;top:{10 + (80 * (i + 0.5) / row.Dots.Count):0.##}%\"></i>"));
            return $"<div>{Page.Text(row.Name)} <small>median {median:0.00} s</small></div>"
                + $"<div class=\"runs\" role=\"img\" aria-label=\"{Page.Text(row.Name)}: {row.Dots.Count} runs, median {median:0.00} s\">"
                + $"{dots}<b style=\"left:{100 * median / longest:0.##}%\"></b></div>";
        }
    }
}
