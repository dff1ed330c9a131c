using System.Collections.Generic;
using System.Linq;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Benchmarks;

/// <summary>Tables as text. This program runs with the invariant culture, so numbers need none.</summary>
internal static class Markdown
{
    internal static IEnumerable<string> Head(params string[] columns) => [Row(columns), $"|{string.Concat(columns.Select(_ => "---|"))}"];

    internal static string Row(params IEnumerable<string> cells) => $"| {string.Join(" | ", cells)} |";

    internal static string Text(Estimate? estimate) => estimate is { } e ? $"{e.Value:0.00} ({e.Low:0.00}-{e.High:0.00})" : "-";

    internal static string Micros(double? value) => value is { } v ? v.ToString(v < 10 ? "0.00" : v < 1000 ? "0.0" : "N0") : "-";
}
