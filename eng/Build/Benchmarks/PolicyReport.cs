using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Encodings.Web;
using System.Text.Json;
using Spectre.Console;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>The benchmark's answer in words and tables: on the console and in artifacts/benchmarks, there with every measured value.</summary>
internal static class PolicyReport
{
    private static readonly string[] s_columns =
    [
        "source", "size", "clone", "write-back started, clone", "copy", "copy again", "sendfile", "copy / clone", "noise",
        "on disk: clone", "write-back started, clone", "copy", "sources alone", "copy / clone",
    ];

    // Nothing here ends up in HTML.
    private static readonly JsonSerializerOptions s_json = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    internal static void Write(PolicyResult result)
    {
        string[] markdown = [.. Text(result)];
        foreach (string line in markdown)
        {
            AnsiConsole.Profile.Out.Writer.WriteLine(line);
        }

        BenchFile.Save("policy", result.Date.UtcDateTime, markdown, string.Join('\n', Json(result)));
    }

    private static IEnumerable<string> Text(PolicyResult result)
    {
        yield return "# Clone or copy, for one file";
        foreach (PolicyVolume volume in result.Volumes)
        {
            string[] lines =
            [
                string.Empty, $"## {volume.Name}", string.Empty,
                .. PolicyWords.Of(volume).Select(w => $"- {w}"), string.Empty,
                Markdown.Row(s_columns), Markdown.Row(s_columns.Select((_, i) => i == 0 ? "---" : "---:")),
                .. volume.Rows.GroupBy(r => r.Situation).SelectMany(g => g).Append(volume.Outputs.Copied).Select(Row),
            ];
            foreach (string line in lines)
            {
                yield return line;
            }
        }

        yield return string.Empty;
        foreach (string note in Notes(result))
        {
            yield return $"- {note}";
        }
    }

    private static string Row(PolicyRow row)
    {
        string InLine(string mode) => row.Of(mode) is { } cost ? Micro(cost.CallUsually) : "-";
        string OnDisk(string mode) => row.Of(mode) is { } cost ? Micro(cost.WholeUsually) : "-";
        return Markdown.Row(
        [
            PolicyWords.Situation(row.Situation), PolicyWords.Size(row.Size),
            InLine("clone"), InLine("clone-all"), InLine("write"), InLine("write-again"), InLine("sendfile"), Markdown.Text(row.InLine), Markdown.Text(row.Noise),
            OnDisk("clone"), OnDisk("clone-all"), OnDisk("write"), OnDisk("none"), Markdown.Text(row.OnDisk),
        ]);
    }

    private static IEnumerable<string> Notes(PolicyResult result)
    {
        yield return $"µs a file: the mean of a batch of up to 200 files or 32 MiB, the median of {result.Rounds} batches after one that is dropped, ways in a random "
            + $"order (seed {result.Seed}); in parentheses the 95% interval by bootstrap over rounds. A C loop, one thread, into a new folder; open, "
            + "fstat, create, futimens and close are in every number.";
        yield return "copy: read and write by 128 KiB. \"write-back started\": before the first clone, the kernel is told to begin to write all "
            + "sources (sync_file_range), the time of which is in the number.";
        yield return "\"on disk\": the same and a syncfs of the volume after it, which waits for the sources as well: \"sources alone\" is that without any copy.";
        yield return "\"what a compiler wrote\": dll and pdb of 20 class libraries, cloned or copied right after the build that made them.";
        IEnumerable<PolicyCost> costs = result.Volumes.SelectMany(v => v.Rows).Where(r => r.Situation == "settled").SelectMany(r => r.Costs);
        yield return $"To ask how many pages are dirty (cachestat) takes {Micro(costs.Min(c => c.Ask), "0.0")} to {Micro(costs.Max(c => c.Ask), "0.0")} µs a file, by size.";
        if (result.Rounds < Circumstances.EnoughRounds)
        {
            yield return Circumstances.TooFewRounds;
        }

        yield return $"{result.Date:yyyy-MM-dd HH:mm} UTC, commit {result.Commit}, {result.Machine.Describe()}, `./build.sh bench policy`";
        foreach (PolicyVolume volume in result.Volumes)
        {
            yield return $"{volume.Name}: {volume.Facts}";
        }
    }

    /// <summary>One row a line: readable, and small enough to keep.</summary>
    private static IEnumerable<string> Json(PolicyResult result)
    {
        string Value<T>(T value) => JsonSerializer.Serialize(value, s_json);
        yield return $"{{ \"Date\": {Value(result.Date)}, \"Commit\": {Value(result.Commit)}, \"Rounds\": {result.Rounds}, \"Seed\": {result.Seed},";
        yield return $"\"Machine\": {Value(result.Machine)},";
        yield return "\"Volumes\": [";
        foreach (PolicyVolume volume in result.Volumes)
        {
            yield return $"{{ \"Name\": {Value(volume.Name)}, \"Facts\": {Value(volume.Facts)},";
            yield return $"\"Outputs\": {Value(volume.Outputs)},";
            yield return "\"Rows\": [";
            yield return string.Join(",\n", volume.Rows.SelectMany(r => r.Costs.Select(cost => Value(new { r.Situation, r.Size, Cost = cost }))));
            yield return volume == result.Volumes[^1] ? "] }" : "] },";
        }

        yield return "] }";
    }

    private static string Micro(double value, string format = "N0") => value.ToString(format, CultureInfo.InvariantCulture);
}
