using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Json.Nodes;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build;

/// <summary>
/// A result of `dotnet cow bench` in a few lines for each volume: seconds of the build, seconds of Copy, disk space, and files where they
/// were counted, each of the built-in task and of the SDK, and what follows from them.
/// </summary>
internal static class DemoSummary
{
    // If there is no difference, all of n builds are faster than all of n others in 2 of C(2n, n) runs: 3% with 4 each, 10% with 3.
    private const int FewestRounds = 4;

    // Of the outputs. Metadata and the last block of each file are not shared either.
    private const double LeastShare = 0.01;

    private const double Megabyte = 1e6;

    /// <param name="json">With the arms built-in and sdk.</param>
    internal static IReadOnlyList<string> Of(string json)
    {
        List<string[]> rows = [["", "", "built-in task", "CopyOnWrite.Sdk", ""]];
        var notes = new List<string>();
        foreach (JsonNode volume in JsonNode.Parse(json)!["volumes"]!.AsArray().OfType<JsonNode>())
        {
            string name = $"{volume["name"]}, {volume["packages"]}";
            JsonNode builtIn = Arm(volume, "builtIn");
            JsonNode sdk = Arm(volume, "sdk");
            rows.Add(Time(name, "build", Runs(builtIn, "seconds"), Runs(sdk, "seconds")));
            rows.Add(Time(string.Empty, "Copy task", Runs(builtIn, "copySeconds"), Runs(sdk, "copySeconds")));
            rows.Add(Space(Number(builtIn, "ownedAloneBytes"), Number(sdk, "ownedAloneBytes"), Number(builtIn, "outputBytes")));
            if (builtIn["files"] is { } files && sdk["files"] is { } ours)
            {
                rows.Add(["", "files cloned", Text(Number(files, "cloned"), "N0"), Text(Number(ours, "cloned"), "N0"), Cached(ours)]);
            }

            string[] differences = [.. sdk["differences"]!.AsArray().Select(line => $"{line}")];
            notes.Add(differences.Length == 0 ? $"{name}: both make the same outputs." : $"{name}: THE OUTPUTS DIFFER: {differences[0]}");
        }

        return [.. Columns(rows), .. notes];
    }

    private static string[] Time(string volume, string what, double[] builtIn, double[] sdk) =>
        [volume, what, Seconds(builtIn), Seconds(sdk), Verdict(builtIn, sdk)];

    private static string Verdict(double[] builtIn, double[] sdk)
    {
        if (Math.Min(builtIn.Length, sdk.Length) is var rounds && rounds < FewestRounds)
        {
            return rounds == 1 ? "1 round is too few to tell" : $"{rounds} rounds are too few to tell";
        }

        return builtIn.Max() < sdk.Min() || sdk.Max() < builtIn.Min()
            ? $"{Change(Estimate.Median(builtIn), Estimate.Median(sdk))} time"
            : "no difference";
    }

    private static string[] Space(double builtIn, double sdk, double outputs) =>
    [
        string.Empty, "disk space", $"{Text(builtIn / Megabyte, "0")} MB", $"{Text(sdk / Megabyte, "0")} MB",
        Math.Abs(builtIn - sdk) < outputs * LeastShare ? "no difference"
            : $"{Text(Math.Abs(builtIn - sdk) / Megabyte, "0")} MB {(sdk < builtIn ? "less" : "more")}",
    ];

    private static string Cached(JsonNode files) =>
        files["fromCache"] is { } cached ? $"{Text((double)cached, "N0")} of them from the cache" : string.Empty;

    private static string Change(double from, double to) =>
        from == 0 ? "more"
        : to < from ? $"{Text((1 - (to / from)) * 100, "0")}% less"
        : $"{Text(((to / from) - 1) * 100, "0")}% more";

    private static string Seconds(double[] seconds) =>
        $"{Text(Estimate.Median(seconds), "0.00")} s ({Text(seconds.Min(), "0.00")}-{Text(seconds.Max(), "0.00")})";

    private static JsonNode Arm(JsonNode volume, string kind) =>
        volume["arms"]!.AsArray().Single(arm => (string?)arm!["kind"] == kind)!;

    private static double[] Runs(JsonNode arm, string value) => [.. arm["runs"]!.AsArray().Select(run => Number(run!, value))];

    private static double Number(JsonNode node, string name) => (double)node[name]!;

    private static string Text(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);

    private static IEnumerable<string> Columns(List<string[]> rows)
    {
        int[] widths = [.. rows[0].Select((_, column) => rows.Max(row => row[column].Length))];
        return rows.Select(row => string.Join("   ", row.Select((cell, column) => cell.PadRight(widths[column]))).TrimEnd());
    }
}
