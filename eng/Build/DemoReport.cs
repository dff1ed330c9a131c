using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Runtime.InteropServices;
using Spectre.Console;

namespace CopyOnWrite.Build;

/// <summary>The demo's answer: a sentence for each volume, then the table it is drawn from.</summary>
internal static class DemoReport
{
    internal static void Write(IReadOnlyList<DemoArm> arms, int rounds)
    {
        // A file or a pipe has no width of its own; Spectre takes 80 columns, which is too few.
        AnsiConsole.Profile.Width = Math.Max(AnsiConsole.Profile.Width, Console.IsOutputRedirected ? 140 : 80);
        AnsiConsole.WriteLine();
        foreach (DemoArm[] pair in arms.Chunk(2))
        {
            AnsiConsole.WriteLine(Sentence(pair[0], pair[1]));
        }

        var table = new Table().Border(TableBorder.Ascii2);
        table.AddColumns("volume", "Copy", "wall s", "Copy task s", "cloned", "copied", "outputs MB", "alone on disk MB");
        foreach (TableColumn column in table.Columns.Skip(2))
        {
            column.RightAligned();
        }

        foreach (DemoArm arm in arms)
        {
            table.AddRow(
                arm.Place.FileSystem,
                arm.WithSdk ? "CopyOnWrite.Sdk" : "built-in",
                Spread(arm.Wall),
                Spread(arm.CopyTask),
                arm.FilesCloned.ToString("N0", CultureInfo.InvariantCulture),
                arm.FilesCopied.ToString("N0", CultureInfo.InvariantCulture),
                Megabytes(arm.Outputs!.ApparentBytes),
                Megabytes(arm.Outputs.OwnedAloneBytes));
        }

        AnsiConsole.WriteLine();
        AnsiConsole.Write(table);
        AnsiConsole.WriteLine(
            $"Medians of {rounds} timed builds (least-most); Copy task s is summed over calls that may run at the same time. "
            + $"Packages lie on each volume itself. {RuntimeInformation.OSDescription}, .NET {Environment.Version}, {Environment.ProcessorCount} processors.");
        AnsiConsole.WriteLine("cloned and copied are told by the extents of the files, not by what the task says.");
        AnsiConsole.WriteLine("On Linux the built-in task clones too, through .NET's File.Copy, where source and destination share a volume.");
    }

    private static string Sentence(DemoArm builtIn, DemoArm sdk)
    {
        double copy = Median(sdk.CopyTask) / Median(builtIn.CopyTask);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"On {sdk.Place.FileSystem}: Copy took {Median(sdk.CopyTask):0.00} s with the SDK and {Median(builtIn.CopyTask):0.00} s without ({copy:0.00}x); "
            + $"{sdk.FilesCloned:N0} of {sdk.FilesCloned + sdk.FilesCopied:N0} files were cloned with it and {builtIn.FilesCloned:N0} without.");
    }

    private static double Median(List<TimeSpan> times)
    {
        double[] sorted = [.. times.Select(t => t.TotalSeconds).Order()];
        return sorted.Length % 2 == 1 ? sorted[sorted.Length / 2] : (sorted[(sorted.Length / 2) - 1] + sorted[sorted.Length / 2]) / 2;
    }

    private static string Spread(List<TimeSpan> times) => string.Create(
        CultureInfo.InvariantCulture, $"{Median(times):0.00} ({times.Min().TotalSeconds:0.00}-{times.Max().TotalSeconds:0.00})");

    private static string Megabytes(long bytes) => (bytes / 1e6).ToString("N1", CultureInfo.InvariantCulture);
}
