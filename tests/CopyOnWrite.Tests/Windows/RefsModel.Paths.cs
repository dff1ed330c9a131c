namespace CopyOnWrite.Tests.Windows;

/// <summary>Paths: how they are spelled, which volume they lead to, and what is wrong with them.</summary>
internal sealed unsafe partial class RefsModel
{
    private const int LongestName = 255;

    /// <summary>
    /// The path with each name as the volume spells it: names are compared without regard to case, and kept as they were given ([MS-FSA]
    /// 2.1.5.1; page "Naming Files, Paths, and Namespaces"). What is not there keeps the spelling asked for.
    /// </summary>
    private string Spelled(string path)
    {
        if (IsThere(path) || path.Contains('\0', StringComparison.Ordinal) || Path.GetDirectoryName(path) is not { Length: > 0 } folder)
        {
            return path;
        }

        folder = Spelled(folder);
        string name = Path.GetFileName(path);
        IEnumerable<string> names = Directory.Exists(folder) ? Directory.EnumerateFileSystemEntries(folder) : [];
        return names.FirstOrDefault(path => string.Equals(Path.GetFileName(path), name, StringComparison.OrdinalIgnoreCase))
            ?? Path.Combine(folder, name);
    }

    /// <summary>A path as the kernel would find it: links in it lead to other volumes.</summary>
    private ModelVolume VolumeOf(string path)
    {
        string real = Path.GetDirectoryName(path) is { Length: > 0 } folder && !Directory.Exists(path)
            ? Path.Combine(RealFolder(folder), Path.GetFileName(path))
            : RealFolder(path);
        real = File.Exists(real) ? new FileInfo(real).ResolveLinkTarget(returnFinalTarget: true)?.FullName ?? real : real;
        return _volumes.Where(v => real == v.Root || real.StartsWith(v.Root + "/", StringComparison.Ordinal)).MaxBy(v => v.Root.Length)
            ?? Volume;
    }

    private static string RealFolder(string folder)
    {
        string parent = Path.GetDirectoryName(folder) is { Length: > 1 } above ? RealFolder(above) : "/";
        string here = Path.Combine(parent, Path.GetFileName(folder));
        return new DirectoryInfo(here).ResolveLinkTarget(returnFinalTarget: true)?.FullName ?? here;
    }

    /// <summary>What keeps any call by path from going on; the path becomes the volume's spelling.</summary>
    private int ErrorOfCall(string call, ref string path)
    {
        int error = Injections.For(call, path);
        path = Spelled(path);
        error = error != 0 ? error : ErrorOfName(path);
        return error != 0 ? error : ErrorOfPending(path);
    }

    private static int ErrorOfName(string path)
    {
        if (path.Contains('\0', StringComparison.Ordinal) || path.Split('/').Any(name => name.Length > LongestName))
        {
            return ERROR_INVALID_NAME;
        }

        string? folder = Path.GetDirectoryName(path.Length > 1 ? path.TrimEnd('/') : path);
        return folder is null || Directory.Exists(folder) ? 0 : ERROR_PATH_NOT_FOUND;
    }

    /// <summary>Also a link that leads nowhere.</summary>
    private static bool IsThere(string path) => File.Exists(path) || Directory.Exists(path) || new FileInfo(path).LinkTarget is not null;

    private static bool IsLink(string path) => new FileInfo(path).LinkTarget is not null;

    private static bool IsReadOnly(string path) =>
        (File.GetAttributes(path) & FileAttributes.ReadOnly) != 0 || (File.GetUnixFileMode(path) & UnixFileMode.UserWrite) == 0;
}
