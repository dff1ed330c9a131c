namespace CopyOnWrite.Benchmarks;

/// <summary>Formats numbers of a report. This program runs with the invariant culture, so they need none.</summary>
internal static class Markdown
{
    internal static string Text(Estimate? estimate) => estimate is { } e ? $"{e.Value:0.00} ({e.Low:0.00}-{e.High:0.00})" : "-";

    internal static string Micros(double? value) => value is { } v ? v.ToString(v < 10 ? "0.00" : v < 1000 ? "0.0" : "N0") : "-";
}
