using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using CopyOnWrite.Measurement;
using Spectre.Console;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>The benchmark's answer in words, then in tables: on the console and in artifacts/benchmarks, there with every measured value.</summary>
internal static class CacheReport
{
    private const int DifferencesShown = 40;

    private static readonly string[] s_columns =
    [
        "arm", "wall s", "of built-in", "difference s", "Copy task s", "of built-in", "cloned", "from the cache", "copied",
        "alone MB", "alone / a service", "with the cache MB",
    ];

    internal static void Write(CacheResult result)
    {
        AnsiConsole.Profile.Width = Math.Max(AnsiConsole.Profile.Width, Console.IsOutputRedirected ? 220 : 80);
        foreach (CacheVolumeResult volume in result.Volumes)
        {
            AnsiConsole.WriteLine();
            AnsiConsole.WriteLine(Title(result, volume));
            foreach (string line in Words(volume))
            {
                AnsiConsole.WriteLine($"- {line}");
            }

            var table = new Table().Border(TableBorder.Ascii2);
            table.AddColumns([.. s_columns]);
            foreach (string[] row in Rows(volume))
            {
                table.AddRow(row);
            }

            AnsiConsole.Write(table);
        }

        foreach (string note in Notes(result))
        {
            AnsiConsole.WriteLine(note);
        }

        BenchFile.Save("cache", result.Date.UtcDateTime, result, Text(result));
    }

    private static string Title(CacheResult result, CacheVolumeResult volume) =>
        $"{volume.FileSystem}, packages on {result.PackagesFileSystem}, {result.Options.Services} services, against the built-in Copy:";

    private static IEnumerable<string> Words(CacheVolumeResult volume)
    {
        foreach (CacheVerdict verdict in volume.Verdicts)
        {
            yield return verdict.Words;
        }

        if (volume.Verdicts[0].ShowsDifference)
        {
            yield return $"MISTRUST THIS: {volume.Verdicts[0].Arm} is the same build as the one it differs from; differences of that size are noise here";
        }

        foreach (CacheArmResult arm in volume.Arms.Skip(1))
        {
            if (arm.Differences.Count > 0)
            {
                yield return $"{arm.Name}: THE OUTPUTS DIFFER, {arm.Differences.Count} lines (here: built-in)";
                foreach (string difference in arm.Differences.Take(DifferencesShown))
                {
                    yield return $"    {difference}";
                }
            }
        }

        if (volume.Arms.All(arm => arm.Differences.Count == 0))
        {
            yield return "the outputs of all arms are the same: names, contents, modes, origins of times";
        }
    }

    private static IEnumerable<string[]> Rows(CacheVolumeResult volume) => volume.Arms.Select((arm, i) =>
    {
        CacheVerdict? verdict = i == 0 ? null : volume.Verdicts[i - 1];
        return new[]
        {
            arm.Name,
            Number(arm.WallMedian, "0.00"),
            Show(verdict?.WallRatio, x => Number(x, "0.00")),
            Show(verdict?.WallDifference, Signed),
            Number(arm.CopyMedian, "0.000"),
            Show(verdict?.CopyRatio, x => Number(x, "0.000")),
            Number(arm.WithSdk ? arm.Files.Cloned : arm.Files.Sharing, "N0"),
            arm.WithSdk ? Number(arm.Files.FromCache, "N0") : "-",
            Number(arm.WithSdk ? arm.Files.Copied : arm.Files.NotSharing, "N0"),
            Number(arm.OwnedAloneBytes / 1e6, "N1"),
            Number(arm.AlonePerService, "0.00"),
            Number(arm.BytesWithCache / 1e6, "N1"),
        };
    });

    private static IEnumerable<string> Notes(CacheResult result)
    {
        CacheArmResult any = result.Volumes[0].Arms[0];
        yield return $"Medians of {result.Options.Rounds} rounds after one that is dropped, arms in a random order (seed {result.Options.Seed}); "
            + "in parentheses the 95% interval by bootstrap over rounds.";
        if (result.Options.Rounds < Circumstances.EnoughRounds)
        {
            yield return Circumstances.TooFewRounds;
        }

        yield return "\"built-in again\" is the same build as \"built-in\": what differs there is noise.";
        yield return "Copy task s is summed over calls that may run at the same time.";
        yield return "cloned and copied: for the SDK by the task's own lines, for the built-in by the extents of its copies.";
        yield return $"All outputs have {Number(any.ApparentBytes / 1e6, "N1")} MB, "
            + $"those of one service {Number(any.OneServiceBytes / 1e6, "N1")} MB. "
            + "\"alone\" is what the outputs share with nothing; \"with the cache\" is all blocks of outputs and cache, each counted once.";
        yield return $"{result.Date:yyyy-MM-dd HH:mm} UTC, commit {result.Commit}, .NET SDK {result.DotNetSdk}, {result.Machine.Describe()}";
        yield return $"Packages: {result.PackagesVolume}";
        foreach (CacheVolumeResult volume in result.Volumes)
        {
            yield return $"Repository: {volume.Facts}";
        }
    }

    private static IEnumerable<string> Text(CacheResult result)
    {
        yield return "# Clone source cache";
        foreach (CacheVolumeResult volume in result.Volumes)
        {
            string[] words = [string.Empty, $"## {Title(result, volume)}", string.Empty, .. Words(volume).Select(w => $"- {w}"), string.Empty];
            string[] table = [Markdown.Row(s_columns), Markdown.Row(s_columns.Select((_, i) => i == 0 ? "---" : "---:")), .. Rows(volume).Select(Markdown.Row), string.Empty];
            string[] raw =
            [
                Markdown.Row(["round", .. volume.Arms.Select(arm => $"{arm.Name}: wall s / Copy task s")]),
                Markdown.Row(["---", .. volume.Arms.Select(_ => "---:")]),
                .. volume.Orders.Select((_, round) => Markdown.Row([Number(round + 1, "0"), .. volume.Arms.Select(arm => Raw(arm, round))])),
            ];
            foreach (string line in words.Concat(table).Concat(raw))
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

    private static string Raw(CacheArmResult arm, int round) =>
        $"{Number(arm.WallSeconds[round], "0.000")} / {Number(arm.CopySeconds[round], "0.000")}";

    private static string Show(Estimate? estimate, Func<double, string> number) => estimate is { } e
        ? $"{number(e.Value)} ({number(e.Low)} to {number(e.High)})"
        : "-";

    // Not a format with two sections, which makes "-+0.00" of -0.001.
    private static string Signed(double value) => (value < 0 ? "-" : "+") + Number(Math.Abs(value), "0.00");

    private static string Number(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);
}
