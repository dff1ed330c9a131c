namespace CopyOnWrite.Tests;

/// <summary>What people, programs and disks do to a cache's files.</summary>
internal static class BrokenEntry
{
    /// <summary>By the entry's path and another's.</summary>
    private static readonly Dictionary<string, Action<string, string>> s_faults = new()
    {
        ["truncated"] = (path, _) => SetLength(path, new FileInfo(path).Length / 2),
        ["longer"] = (path, _) => File.AppendAllText(path, new string('x', 10_000)),
        ["flipped"] = (path, _) => FileTimes.Keeping(path, FlipABit),
        ["altered"] = (path, _) => FileTimes.Keeping(path, WriteOther),
        ["without permissions"] = (path, _) => File.SetUnixFileMode(path, UnixFileMode.None),
        ["swapped with another"] = Swap,
        ["copied without its time and mode"] = (path, _) =>
        {
            byte[] content = File.ReadAllBytes(path);
            Delete(path);
            File.WriteAllBytes(path, content);
        },
        ["under another name as well"] = (path, _) => Links.MakeHardLink(path, Outside(path)),
        ["a link to where it was moved"] = (path, _) =>
        {
            File.Move(path, Outside(path));
            Links.MakeSymbolicLink(path, Outside(path));
        },
    };

    /// <param name="path">Of an entry, or of a place where nothing is.</param>
    internal static void Break(string what, string path, string other)
    {
        if (OperatingSystem.IsWindows() && File.Exists(path))
        {
            File.SetAttributes(path, FileAttributes.Normal);
        }

        if (s_faults.TryGetValue(what, out Action<string, string>? fault))
        {
            fault(path, other);
            return;
        }

        Delete(path);
        switch (what)
        {
            case "deleted":
                break;
            case "a hard link of another":
                Links.MakeHardLink(other, path);
                break;
            case "a link":
                Links.MakeSymbolicLink(path, other);
                break;
            case "a pipe":
                Command.OutputOf("mkfifo", path);
                break;
            case "a folder with files":
                Directory.CreateDirectory(path);
                File.WriteAllText(Path.Combine(path, "file"), "mine");
                break;
            default:
                throw new ArgumentOutOfRangeException(nameof(what), what, "No such fault.");
        }
    }

    /// <summary>A name on the cache's volume, beside its folder.</summary>
    private static string Outside(string path) => Path.GetDirectoryName(path) + "-outside";

    /// <summary>An entry is read-only, and Windows deletes no such file. It may be missing: an earlier fault removed it.</summary>
    private static void Delete(string path)
    {
        if (File.Exists(path))
        {
            File.SetAttributes(path, FileAttributes.Normal);
            File.Delete(path);
        }
    }

    /// <summary>The same number of bytes, all different.</summary>
    internal static void WriteOther(string path)
    {
        byte[] content = File.ReadAllBytes(path);
        for (int i = 0; i < content.Length; i++)
        {
            content[i] ^= 0x5A;
        }

        using FileStream file = Writable(path);
        file.Write(content);
    }

    /// <summary>One, in the middle.</summary>
    internal static void FlipABit(string path)
    {
        byte[] content = File.ReadAllBytes(path);
        using FileStream file = Writable(path);
        file.Position = content.Length / 2;
        file.WriteByte((byte)(content[content.Length / 2] ^ 1));
    }

    private static void SetLength(string path, long length)
    {
        using FileStream file = Writable(path);
        file.SetLength(length);
    }

    private static FileStream Writable(string path)
    {
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(path, File.GetUnixFileMode(path) | UnixFileMode.UserWrite);
        }

        return new FileStream(path, FileMode.Open, FileAccess.Write);
    }

    private static void Swap(string one, string other)
    {
        File.Move(one, one + ".swapped");
        File.Move(other, one);
        File.Move(one + ".swapped", other);
    }
}
