using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>The volumes of a benchmark: mounted for it, and left as they were.</summary>
internal static class BenchVolumes
{
    /// <summary>The volumes that are chosen by their file systems' names, or all.</summary>
    internal static async Task<int> UseAsync(IReadOnlyList<string> chosen, Func<IReadOnlyList<Place>, Task> run, CancellationToken cancel)
    {
        await using MountedVolumes volumes = await MountedVolumes.UpAsync(cancel);
        IReadOnlyList<Place> places = Place.Find(volumes.Variables, "bench");
        try
        {
            Place[] taken = [.. places.Where(p => CallOptions.Takes(chosen, p.FileSystem))];
            if (taken.Length == 0)
            {
                Console.Error.WriteLine($"There are only {string.Join(", ", places.Select(p => p.FileSystem))} here.");
                return 2;
            }

            await run(taken);
            return 0;
        }
        finally
        {
            Place.Delete(places);
        }
    }

    /// <summary>For a benchmark that has its sources on a volume that does not clone.</summary>
    /// <param name="gigabytes">What each must hold; null for what eng/volumes.sh gives.</param>
    /// <param name="run">With the volume that does not clone, and those that do. Its exit code is the result; 2 where volumes are missing.</param>
    internal static async Task<int> UseAsync(int? gigabytes, Func<Place, Place[], Task<int>> run, CancellationToken cancel)
    {
        await using MountedVolumes volumes = await MountedVolumes.UpAsync(cancel, gigabytes);
        IReadOnlyList<Place> places = Place.Find(volumes.Variables, "bench");
        try
        {
            Place? plain = places.FirstOrDefault(p => !p.Clones);
            Place[] cloning = [.. places.Where(p => p.Clones)];
            if (plain is null || cloning.Length == 0)
            {
                Console.Error.WriteLine("This needs a volume that clones and one that does not: run as root, or set COW_VOLUME_*.");
                return 2;
            }

            return await run(plain, cloning);
        }
        finally
        {
            Place.Delete(places);
        }
    }
}
