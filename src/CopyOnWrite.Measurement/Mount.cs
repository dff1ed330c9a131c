using System.Text.RegularExpressions;

namespace CopyOnWrite.Measurement;

/// <summary>A folder's file system, from /proc/self/mountinfo (proc_pid_mountinfo(5)).</summary>
/// <param name="Options">The options of the mount and of the file system.</param>
public sealed record Mount(string Point, string FileSystem, string Options, string Source)
{
    private const string Table = "/proc/self/mountinfo";
    private const int FirstAfterOptions = 6;

    private static readonly Regex s_escape = new(@"\\[01][0-7]{2}");

    /// <summary>Whether the mount is read-only; its file system may not be.</summary>
    public bool IsReadOnly => !Options.Split(';')[0].Split(',').Contains("rw");

    /// <summary>All mounts; empty without such a table.</summary>
    public static IReadOnlyList<Mount> All() => File.Exists(Table) ? Parse(File.ReadAllText(Table)) : [];

    /// <summary>The mount of a folder; null without such a table.</summary>
    public static Mount? Of(string path) => Of(Path.GetFullPath(path), All());

    // The last of several mounts on one folder is seen.
    internal static Mount? Of(string path, IReadOnlyList<Mount> mounts) =>
        mounts.Where(mount => IsIn(path, mount.Point)).OrderBy(mount => mount.Point.Length).LastOrDefault();

    /// <summary>Malformed lines are skipped. Only a line feed ends a line: a carriage return may be in a folder's name.</summary>
    internal static IReadOnlyList<Mount> Parse(string table) => [.. table.Split('\n').Select(ParseLine).OfType<Mount>()];

    // The mount point is the fifth field, its options are the sixth. Any number of others follow, and a lone dash before the type, the
    // source and more options.
    private static Mount? ParseLine(string line)
    {
        string[] fields = line.Split(' ');
        int dash = Array.IndexOf(fields, "-", Math.Min(FirstAfterOptions, fields.Length));
        return dash < 0 || fields.Length <= dash + 3 ? null
            : new Mount(
                Unescape(fields[FirstAfterOptions - 2]), fields[dash + 1], $"{fields[FirstAfterOptions - 1]};{fields[dash + 3]}",
                Unescape(fields[dash + 2]));
    }

    // Space, tab, line feed, backslash and # (show_mountinfo in fs/proc_namespace.c).
    private static string Unescape(string field) =>
        s_escape.Replace(field, escape => ((char)Convert.ToInt32(escape.Value[1..], 8)).ToString());

    /// <summary>The image of a loop device; null for anything else.</summary>
    public static string? ImageBehind(string device)
    {
        try
        {
            return !device.StartsWith("/dev/loop", StringComparison.Ordinal) ? null
                : File.ReadAllText($"/sys/block/{Path.GetFileName(device)}/loop/backing_file").TrimEnd('\n');
        }
        catch (IOException)
        {
            return null;    // It holds no image, or was just freed.
        }
    }

    /// <summary>One line for a report: what kind of volume, how large, on what.</summary>
    public static string Describe(string folder)
    {
        Volume volume = Volume.At(folder);
        Mount? mount = Of(folder);
        string device = mount is not null && ImageBehind(mount.Source) is { } image
            ? $"a loop image on {Volume.At(Path.GetDirectoryName(image)!).FileSystem}"
            : "no loop image";
        string size = FormattableString.Invariant($"{volume.TotalBytes / 1e9:0.0} GB, {volume.FreeBytes / 1e9:0.0} GB free");
        return $"{volume.FileSystem}, {size}, {device}, {mount?.Options ?? "options unknown"}";
    }

    private static bool IsIn(string path, string point) =>
        point == "/" || path == point || path.StartsWith(point + "/", StringComparison.Ordinal);
}
