using System;
using System.IO;
using System.Text;
using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.MacOS;

/// <summary>What lies beside the entries of a cache, made whole in the open folder. The tag is the first file in it.</summary>
internal static class CacheFolderFiles
{
    private static readonly byte[] s_ignore = CacheNames.Encode(CacheFiles.Ignore);
    private static readonly byte[] s_stamp = CacheNames.Encode(CacheFiles.Stamp);
    private static readonly byte[] s_tag = CacheNames.Encode(CacheFiles.Tag);

    /// <summary>
    /// Keeps the folder out of git, if it is not kept out already. The entries are of use without, and the next pruning tries again.
    /// </summary>
    internal static void WriteIgnoreFile(IMacCalls system, int folder) =>
        _ = Place(system, folder, s_ignore, Encoding.ASCII.GetBytes("*\n"));

    internal static bool HasTag(IMacCalls system, int folder)
    {
        if (system.OpenToReadIn(folder, s_tag, out int file) != 0)
        {
            return false;
        }

        var content = new byte[CacheTagText.Whole.Length];
        bool has = system.Read(file, content, out int length) == 0 && CacheTagText.IsBeginningOf(content, length);
        system.Close(file);
        return has;
    }

    /// <summary>0, or the errno.</summary>
    internal static int WriteTag(IMacCalls system, int folder) => Place(system, folder, s_tag, CacheTagText.Whole);

    /// <summary>Whether a folder without a tag is empty, but for what processes are making in it.</summary>
    internal static bool MayHaveTag(string path)
    {
        try
        {
            foreach (string file in Directory.EnumerateFileSystemEntries(path))
            {
                if (!TemporaryFiles.IsOne(Path.GetFileName(file)))
                {
                    return false;
                }
            }

            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <summary>Whether no process has pruned for so long. A time to come was noted by a clock that was wrong.</summary>
    internal static bool IsPruningDue(IMacCalls system, int folder, TimeSpan interval)
    {
        long age = system.StatusIn(folder, s_stamp, out Stat status) == 0
            ? DateTimeOffset.UtcNow.ToUnixTimeSeconds() - status.ModifySeconds
            : long.MaxValue;
        return age < 0 || age >= (long)interval.TotalSeconds;
    }

    internal static void NotePruning(IMacCalls system, int folder)
    {
        if (system.OpenToReadIn(folder, s_stamp, out int file) == 0)
        {
            _ = system.Touch(file);
            system.Close(file);
        }
        else
        {
            _ = Place(system, folder, s_stamp, Array.Empty<byte>());
        }
    }

    /// <summary>0 when there is a file of that name then, whichever process made it; else the errno.</summary>
    private static int Place(IMacCalls system, int folder, byte[] name, byte[] content)
    {
        byte[] made = CacheNames.NewTemporary(0);
        int error = system.CreateIn(folder, made, CacheNames.TemporarySuffix, out int file);
        if (error != 0)
        {
            return error;
        }

        error = content.Length == 0 ? 0 : system.Write(file, content, content.Length);
        error = error == 0 ? system.RenameIn(folder, made, name, replaces: false) : error;
        if (error != 0)
        {
            _ = system.RemoveIn(folder, made);
        }

        system.Close(file);
        return error == EEXIST ? 0 : error;
    }
}
