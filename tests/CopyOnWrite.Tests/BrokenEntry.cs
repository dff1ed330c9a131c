namespace CopyOnWrite.Tests;

/// <summary>What people, programs and disks do to a cache's files.</summary>
internal static class BrokenEntry
{
    /// <param name="path">Of an entry's files, without their endings; <paramref name="other"/> too.</param>
    internal static void Make(string how, string path, string other)
    {
        string entry = path + CacheFiles.Entry;
        string record = path + CacheFiles.Record;
        if (OperatingSystem.IsWindows() && File.Exists(entry))
        {
            File.SetAttributes(entry, FileAttributes.Normal);
        }

        switch (how)
        {
            case "entry truncated":
                SetLength(entry, SettledFiles.Length / 2);
                break;
            case "entry flipped":
                FileTimes.Keeping(entry, FlipABit);
                break;
            case "entry altered":
                FileTimes.Keeping(entry, WriteOther);
                break;
            case "entry deleted":
                Delete(entry);
                break;
            case "entry without permissions":
                File.SetUnixFileMode(entry, UnixFileMode.None);
                break;
            case "entry a link":
                Delete(entry);
                Links.MakeSymbolicLink(entry, other + CacheFiles.Entry);
                break;
            case "entry a hard link of another":
                Delete(entry);
                Links.MakeHardLink(other + CacheFiles.Entry, entry);
                break;
            case "entry a pipe" or "entry an empty folder" or "entry a folder with files":
                Delete(entry);
                Put(how["entry ".Length..], entry, string.Empty);
                break;
            case "record a pipe" or "record an empty folder" or "record a folder with files":
                Delete(record);
                Put(how["record ".Length..], record, string.Empty);
                break;
            case "record truncated":
                SetLength(record, 40);
                break;
            case "record empty":
                SetLength(record, 0);
                break;
            case "record garbage":
                FileTimes.Keeping(record, WriteOther);
                break;
            case "record longer":
                File.AppendAllText(record, new string('x', 10_000));
                break;
            case "record deleted":
                Delete(record);
                break;
            case "record a link":
                Delete(record);
                Links.MakeSymbolicLink(record, other + CacheFiles.Record);
                break;
            case "entry swapped with another":
                Swap(entry, other + CacheFiles.Entry);
                break;
            case "record swapped with another":
                Swap(record, other + CacheFiles.Record);
                break;
            default:
                Swap(entry, other + CacheFiles.Entry);
                Swap(record, other + CacheFiles.Record);
                break;
        }
    }

    /// <summary>
    /// Both files of an entry are read-only, and Windows deletes no such file. One may be missing: an earlier fault removed it.
    /// </summary>
    private static void Delete(string path)
    {
        if (File.Exists(path))
        {
            File.SetAttributes(path, FileAttributes.Normal);
            File.Delete(path);
        }
    }

    /// <summary>Something else in a file's place.</summary>
    internal static void Put(string what, string place, string linked)
    {
        switch (what)
        {
            case "a link":
                Links.MakeSymbolicLink(place, linked);
                break;
            case "a pipe":
                Command.OutputOf("mkfifo", place);
                break;
            default:
                Directory.CreateDirectory(place);
                if (what == "a folder with files")
                {
                    File.WriteAllText(Path.Combine(place, "file"), "mine");
                }

                break;
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
