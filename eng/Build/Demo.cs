using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;
using Spectre.Console;

namespace CopyOnWrite.Build;

/// <summary>
/// <c>./build.sh demo</c>: samples/Microservices on a volume that clones and on one that does not, with and without the SDK. Only the build
/// is timed, restore is not; the kinds of build take turns, in another order each round, so that a machine's moods hit all alike.
/// </summary>
internal static class Demo
{
    internal static async Task<int> RunAsync(int rounds, CancellationToken cancel)
    {
        int exitCode = await Pack.RunAsync(cancel);
        if (exitCode != 0)
        {
            return exitCode;
        }

        await using MountedVolumes volumes = await MountedVolumes.UpAsync(cancel);
        IReadOnlyList<DemoPlace> places = DemoPlace.Find(volumes.Variables);
        if (volumes.Variables.Count == 0)
        {
            AnsiConsole.WriteLine($"No volumes were mounted, so the volumes at hand are used: {string.Join(", ", places.Select(p => p.FileSystem))}.");
        }

        if (!places.Any(p => p.Clones))
        {
            AnsiConsole.WriteLine("None of them can clone: what follows shows only that nothing is lost there. Run as root, or on btrfs or xfs, to see clones.");
        }

        try
        {
            using var server = new CompilerServer();
            DemoArm[] arms = [.. places.SelectMany(p => new[] { new DemoArm(p, false, server.Variables), new DemoArm(p, true, server.Variables) })];
            await BuildAsync(arms, rounds, cancel);
            DemoReport.Write(arms, rounds);
            return 0;
        }
        finally
        {
            foreach (DemoPlace place in places.Where(p => Directory.Exists(p.Folder)))
            {
                Directory.Delete(place.Folder, recursive: true);
            }
        }
    }

    private static async Task BuildAsync(DemoArm[] arms, int rounds, CancellationToken cancel)
    {
        int steps = arms.Length * (rounds + 2);
        int step = 0;
        async Task StepAsync(DemoArm arm, string what, Func<CancellationToken, Task> work)
        {
            AnsiConsole.WriteLine($"{++step,3} of {steps}  {arm.Place.FileSystem}, {(arm.WithSdk ? "with the SDK" : "built-in Copy")}: {what}");
            await work(cancel);
        }

        foreach (DemoArm arm in arms)
        {
            await StepAsync(arm, "restore", arm.PrepareAsync);
        }

        foreach (DemoArm arm in arms)
        {
            await StepAsync(arm, "first build, not timed", arm.CountAsync);
        }

        for (int round = 0; round < rounds; round++)
        {
            foreach (DemoArm arm in round % 2 == 0 ? arms : arms.Reverse())
            {
                await StepAsync(arm, $"build {round + 1} of {rounds}", arm.TimeAsync);
            }
        }

        foreach (DemoArm arm in arms)
        {
            arm.Weigh();
        }
    }
}
