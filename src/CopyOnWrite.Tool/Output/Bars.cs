using System.Globalization;

namespace CopyOnWrite.Tool.Output;

/// <param name="Colour">Its class in the page's style: a meaning has one colour everywhere.</param>
/// <param name="Words">What is shown where the pointer rests, and to those who do not see the chart.</param>
internal readonly record struct Bar(string Colour, double Value, string Words);

/// <summary>A bar of several parts for each measure, of one length: shares. The table below is their legend.</summary>
internal static class Bars
{
    internal static string Stacked(IEnumerable<(string Measure, IReadOnlyList<Bar> Parts)> bars)
    {
        string rows = string.Concat(bars.Where(bar => bar.Parts.Sum(part => part.Value) > 0).Select(bar =>
            $"<span>{Page.Text(bar.Measure)}</span><div role=\"img\" "
            + $"aria-label=\"{Page.Text(string.Join("; ", bar.Parts.Select(part => part.Words)))}\">{Parts(bar.Parts)}</div>"));
        return rows.Length == 0 ? string.Empty : $"<div class=\"stack\">{rows}</div>\n";
    }

    private static string Parts(IReadOnlyList<Bar> parts)
    {
        double whole = parts.Sum(part => part.Value);
        return string.Concat(parts.Where(part => part.Value > 0).Select(part => string.Create(
            CultureInfo.InvariantCulture,
            $"<i class=\"{part.Colour}\" style=\"flex-grow:{part.Value / whole * 1000:0.###}\" title=\"{Page.Text(part.Words)}\"></i>")));
    }
}
