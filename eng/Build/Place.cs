using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build;

/// <summary>A folder on a volume that builds are measured on, and what that volume is.</summary>
internal sealed record Place(string Folder, string FileSystem, bool Clones)
{
    private static readonly string[] s_volumes = ["COW_VOLUME_BTRFS", "COW_VOLUME_XFS", "COW_VOLUME_DEVDRIVE", "COW_VOLUME_REFS", "COW_VOLUME_APFS", "COW_VOLUME_PLAIN"];

    /// <summary>For the packages of every build whose packages lie here.</summary>
    internal string Packages => Path.Combine(Folder, "packages");

    /// <summary>The volumes that the environment names; without them, the volumes at hand.</summary>
    internal static IReadOnlyList<Place> Find(IReadOnlyDictionary<string, string> volumes, string verb)
    {
        string[] mounted = [.. s_volumes.Where(volumes.ContainsKey).Select(name => volumes[name])];
        string[] atHand = [Repository.Artifacts, Path.GetTempPath(), Environment.GetFolderPath(Environment.SpecialFolder.UserProfile)];
        Place[] all = [.. (mounted.Length > 0 ? mounted : atHand).Where(Directory.Exists).Select(volume => At(volume, verb))];
        Place[] distinct = [.. all.DistinctBy(p => p.FileSystem)];
        Delete(all.ExceptBy(distinct.Select(p => p.Folder), p => p.Folder));
        return distinct;
    }

    /// <summary>Each volume that the environment names, also several of one file system: a Dev Drive is ReFS too. Without them, the volumes at hand.</summary>
    internal static IReadOnlyList<Place> FindEach(IReadOnlyDictionary<string, string> volumes, string verb)
    {
        Place[] named = [.. s_volumes.Where(volumes.ContainsKey).Select(name => volumes[name]).Where(Directory.Exists).Select(volume => At(volume, verb))];
        return named.Length > 0 ? named : Find(volumes, verb);
    }

    internal static void Delete(IEnumerable<Place> places)
    {
        foreach (Place place in places.Where(p => Directory.Exists(p.Folder)))
        {
            Directory.Delete(place.Folder, recursive: true);
        }
    }

    private static Place At(string volume, string verb)
    {
        string folder = Path.Combine(volume, $"cow-{verb}-{Environment.ProcessId}");
        Directory.CreateDirectory(folder);
        return new Place(folder, Mount.FileSystemOf(folder), Volume.At(folder).TryClone(out _));
    }
}
