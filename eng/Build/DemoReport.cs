using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Runtime.InteropServices;
using CopyOnWrite.Measurement;
using Spectre.Console;

namespace CopyOnWrite.Build;

/// <summary>The demo's answer: a sentence for each volume, then the table it is drawn from.</summary>
internal static class DemoReport
{
    internal static void Write(IReadOnlyList<DemoArm> arms, int rounds)
    {
        // A file or a pipe has no width of its own; Spectre takes 80 columns, which is too few.
        AnsiConsole.Profile.Width = Math.Max(AnsiConsole.Profile.Width, Console.IsOutputRedirected ? 170 : 80);
        AnsiConsole.WriteLine();
        foreach (DemoArm[] pair in arms.Chunk(2))
        {
            AnsiConsole.WriteLine(Sentence(pair[0], pair[1]));
        }

        var table = new Table().Border(TableBorder.Ascii2);
        table.AddColumns("volume", "Copy", "wall s", "Copy task s", "cloned", "copied", "from the cache", "outputs MB", "alone on disk MB");
        foreach (TableColumn column in table.Columns.Skip(2))
        {
            column.RightAligned();
        }

        foreach (DemoArm arm in arms)
        {
            table.AddRow(
                arm.Where,
                arm.WithSdk ? "CopyOnWrite.Sdk" : "built-in",
                Spread(arm.Wall),
                Spread(arm.CopyTask),
                arm.Files!.Sharing.ToString("N0", CultureInfo.InvariantCulture),
                arm.Files.NotSharing.ToString("N0", CultureInfo.InvariantCulture),
                arm.WithSdk ? arm.Files.FromCache.ToString("N0", CultureInfo.InvariantCulture) : "-",
                Megabytes(arm.Outputs!.ApparentBytes),
                Megabytes(arm.Outputs.OwnedAloneBytes));
        }

        AnsiConsole.WriteLine();
        AnsiConsole.Write(table);
        AnsiConsole.WriteLine(
            $"Medians of {rounds} timed builds (least-most); Copy task s is summed over calls that may run at the same time. "
            + $"Packages lie on each volume itself where its row names no other. {RuntimeInformation.OSDescription}, .NET {Environment.Version}, {Environment.ProcessorCount} processors.");
        AnsiConsole.WriteLine(OperatingSystem.IsLinux()
            ? "cloned and copied are told by the extents of the files, not by what the task says; \"from the cache\" is what it says."
            : "cloned is what the SDK's task says; of the built-in, and of what is alone on disk, nothing is known here.");
        AnsiConsole.WriteLine("The built-in task clones too, through .NET's File.Copy, where source and destination share a volume: on Linux, macOS, and Windows from 24H2 on.");
    }

    private static string Sentence(DemoArm builtIn, DemoArm sdk)
    {
        double without = Estimate.Median(builtIn.CopyTask);
        double with = Estimate.Median(sdk.CopyTask);
        CopyCount files = sdk.Files!;
        string fromCache = files.FromCache > 0 ? $" ({files.FromCache:N0} from the cache)" : string.Empty;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"On {sdk.Where}: Copy took {with:0.00} s with the SDK and {without:0.00} s without ({with / without:0.00}x); "
            + $"{files.Sharing:N0} of {files.Sharing + files.NotSharing:N0} files were cloned with it{fromCache} and {builtIn.Files!.Sharing:N0} without.");
    }

    private static string Spread(List<double> times) => string.Create(
        CultureInfo.InvariantCulture, $"{Estimate.Median(times):0.00} ({times.Min():0.00}-{times.Max():0.00})");

    private static string Megabytes(long bytes) => (bytes / 1e6).ToString("N1", CultureInfo.InvariantCulture);
}
