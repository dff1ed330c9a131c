using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build;

/// <summary>A folder on a volume that the demo builds on, and what that volume is.</summary>
internal sealed record DemoPlace(string Folder, string FileSystem, bool Clones)
{
    private static readonly string[] s_volumes = ["COW_VOLUME_BTRFS", "COW_VOLUME_XFS", "COW_VOLUME_PLAIN"];

    /// <summary>The volumes of eng/volumes.sh; without them, the volumes at hand.</summary>
    internal static IReadOnlyList<DemoPlace> Find(IReadOnlyDictionary<string, string> volumes)
    {
        string[] mounted = [.. s_volumes.Where(volumes.ContainsKey).Select(name => volumes[name])];
        string[] atHand = [Repository.Artifacts, Path.GetTempPath(), Environment.GetFolderPath(Environment.SpecialFolder.UserProfile)];
        return [.. (mounted.Length > 0 ? mounted : atHand).Where(Directory.Exists).Select(At).DistinctBy(p => p.FileSystem)];
    }

    private static DemoPlace At(string volume)
    {
        string folder = Path.Combine(volume, $"cow-demo-{Environment.ProcessId}");
        Directory.CreateDirectory(folder);
        Volume found = Volume.At(folder);
        return new DemoPlace(folder, found.FileSystem, found.TryClone(out _));
    }
}
