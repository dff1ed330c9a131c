using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;
using Spectre.Console;

namespace CopyOnWrite.Build;

/// <summary>
/// <c>./build.sh demo</c>: samples/Microservices on a volume that clones and on one that does not, with and without the SDK, and on one that
/// clones with the packages on the one that does not. Only the build is timed, restore is not; the kinds of build take turns, in another
/// order each round, so that a machine's moods hit all alike.
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
        IReadOnlyList<Place> places = Place.Find(volumes.Variables, "demo");
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
            DemoArm[] arms = [.. Pairs(places).SelectMany<(Place Sources, Place Packages), DemoArm>(pair =>
            [
                new(pair.Sources, pair.Packages, false, server.Variables),
                new(pair.Sources, pair.Packages, true, server.Variables),
            ])];
            await BuildAsync(arms, rounds, cancel);
            DemoReport.Write(arms, rounds);
            return 0;
        }
        finally
        {
            Place.Delete(places);
        }
    }

    /// <summary>Where sources and packages lie: on one volume, as one would set it up for cloning, and on two.</summary>
    private static IEnumerable<(Place Sources, Place Packages)> Pairs(IReadOnlyList<Place> places)
    {
        Place? plain = places.FirstOrDefault(p => !p.Clones);
        return places.Select(p => (p, p)).Concat(plain is null ? [] : places.Where(p => p.Clones).Select(p => (p, plain)));
    }

    private static async Task BuildAsync(DemoArm[] arms, int rounds, CancellationToken cancel)
    {
        int steps = (arms.Length * (rounds + 2)) + arms.Count(a => a.FillsCache);
        int step = 0;
        async Task StepAsync(DemoArm arm, string what, Func<CancellationToken, Task> work)
        {
            AnsiConsole.WriteLine($"{++step,3} of {steps}  {arm.Where}, {(arm.WithSdk ? "with the SDK" : "built-in Copy")}: {what}");
            await work(cancel);
        }

        foreach (DemoArm arm in arms)
        {
            await StepAsync(arm, "restore", arm.PrepareAsync);
        }

        foreach (DemoArm arm in arms.Where(a => a.FillsCache))
        {
            await StepAsync(arm, "fills the cache", arm.FillCacheAsync);
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
