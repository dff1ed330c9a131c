using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;

namespace CopyOnWrite.Tool.Output;

/// <param name="Words">What is shown where the pointer rests, and to those who do not see the chart.</param>
internal readonly record struct Bar(string Name, double Value, string Words);

/// <summary>Bar charts as inline SVG.</summary>
internal static class Bars
{
    // Told apart with any of the common kinds of colour blindness: Okabe and Ito's palette.
    private static readonly string[] s_colours = ["#009E73", "#56B4E9", "#D55E00", "#999999", "#DDDDDD"];

    private const int Width = 960;
    private const int Row = 22;
    private const int Names = 360;
    private const int Values = 80;
    private const int LongestName = 56;

    /// <summary>One bar of several parts, with a legend below it.</summary>
    internal static string Stacked(IReadOnlyList<Bar> parts)
    {
        double whole = parts.Sum(part => part.Value);
        if (whole <= 0)
        {
            return string.Empty;
        }

        StringBuilder svg = Begin(2 * Row, parts);
        double x = 0;
        for (int i = 0; i < parts.Count; i++)
        {
            double width = Width * parts[i].Value / whole;
            Rectangle(svg, x, 0, width, Row, s_colours[i % s_colours.Length], parts[i].Words);
            x += width;
        }

        int place = 0;
        for (int i = 0; i < parts.Count; i++)
        {
            if (parts[i].Value > 0)
            {
                Rectangle(svg, place, Row + 8, 10, 10, s_colours[i % s_colours.Length], parts[i].Words);
                Label(svg, place + 15, Row + 17, parts[i].Words);
                place += Width / parts.Count(part => part.Value > 0);
            }
        }

        return svg.Append("</svg>").ToString();
    }

    /// <summary>A bar for each, the names on the left and the values behind the bars.</summary>
    internal static string Horizontal(IReadOnlyList<Bar> bars)
    {
        double most = bars.Select(bar => bar.Value).DefaultIfEmpty().Max();
        if (most <= 0)
        {
            return string.Empty;
        }

        StringBuilder svg = Begin(Row * bars.Count, bars);
        for (int i = 0; i < bars.Count; i++)
        {
            double width = (Width - Names - Values) * bars[i].Value / most;
            Label(svg, 0, (i * Row) + 15, Short(bars[i].Name));
            Rectangle(svg, Names, (i * Row) + 3, Math.Max(1, width), Row - 6, s_colours[0], bars[i].Words);
            Label(svg, Names + width + 6, (i * Row) + 15, bars[i].Value.ToString("0.000", CultureInfo.InvariantCulture));
        }

        return svg.Append("</svg>").ToString();
    }

    private static StringBuilder Begin(int height, IReadOnlyList<Bar> bars) => new StringBuilder().Append(
        CultureInfo.InvariantCulture,
        $"<svg viewBox=\"0 0 {Width} {height}\" role=\"img\" "
        + $"aria-label=\"{Page.Text(string.Join("; ", bars.Select(bar => bar.Words)))}\">");

    private static void Rectangle(StringBuilder svg, double x, double y, double width, double height, string colour, string words) =>
        svg.Append(
            CultureInfo.InvariantCulture,
            $"<rect x=\"{x:0.##}\" y=\"{y:0.##}\" width=\"{width:0.##}\" height=\"{height:0.##}\" "
            + $"fill=\"{colour}\"><title>{Page.Text(words)}</title></rect>");

    private static void Label(StringBuilder svg, double x, double y, string text) =>
        svg.Append(CultureInfo.InvariantCulture, $"<text x=\"{x:0.##}\" y=\"{y:0.##}\">{Page.Text(text)}</text>");

    // The end of a path tells more than its beginning.
    private static string Short(string name) => name.Length <= LongestName ? name : "…" + name[^(LongestName - 1)..];
}
