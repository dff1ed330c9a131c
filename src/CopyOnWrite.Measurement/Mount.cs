using System;
using System.IO;
using System.Linq;

namespace CopyOnWrite.Measurement;

/// <summary>What /proc/self/mountinfo says of the file system that a folder lies in (proc_pid_mountinfo(5)).</summary>
/// <param name="FileSystem">As it is mounted: "ext4", where <see cref="Volume"/> only knows "ext".</param>
/// <param name="Options">Those of the mount and those of the file system.</param>
public sealed record Mount(string FileSystem, string Options, string Source)
{
    /// <summary>Null where there is no such table.</summary>
    public static Mount? Of(string path)
    {
        const string Table = "/proc/self/mountinfo";
        if (!File.Exists(Table))
        {
            return null;
        }

        // Of several mounts on one folder the last one is seen.
        return File.ReadAllLines(Table)
            .Select(line => line.Split(' '))
            .Where(fields => IsIn(Path.GetFullPath(path), fields[4].Replace("\\040", " ", StringComparison.Ordinal)))
            .OrderBy(fields => fields[4].Length)
            .Select(fields => (Before: fields, After: fields[(Array.IndexOf(fields, "-") + 1)..]))
            .Select(mount => new Mount(mount.After[0], $"{mount.Before[5]};{mount.After[2]}", mount.After[1]))
            .LastOrDefault();
    }

    /// <summary>The exact name where the path leads where it seems to lead; a link on the way may lead elsewhere.</summary>
    public static string FileSystemOf(string folder)
    {
        string known = Volume.At(folder).FileSystem;
        string? mounted = Of(folder)?.FileSystem;
        return mounted is not null && mounted.StartsWith(known, StringComparison.Ordinal) ? mounted : known;
    }

    /// <summary>One line for a report: what kind of volume, how large, on what.</summary>
    public static string Describe(string folder)
    {
        Volume volume = Volume.At(folder);
        Mount? mount = Of(folder);
        string backing = $"/sys/block/{Path.GetFileName(mount?.Source)}/loop/backing_file";
        string device = File.Exists(backing)
            ? $"a loop image on {FileSystemOf(Path.GetDirectoryName(File.ReadAllText(backing).Trim())!)}"
            : "no loop image";
        string size = FormattableString.Invariant($"{volume.TotalBytes / 1e9:0.0} GB, {volume.FreeBytes / 1e9:0.0} GB free");
        return $"{FileSystemOf(folder)}, {size}, {device}, {mount?.Options ?? "options unknown"}";
    }

    private static bool IsIn(string path, string point) =>
        point == "/" || path == point || path.StartsWith(point + "/", StringComparison.Ordinal);
}
