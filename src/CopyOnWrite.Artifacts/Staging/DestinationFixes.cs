using System;
using System.IO;

namespace CopyOnWrite.Artifacts;

/// <summary>
/// Removes what stands in a file's way. When false, the next attempt to make the file meets the same, and has the words for it.
/// </summary>
internal static class DestinationFixes
{
    private static readonly DateTime s_older = new(1980, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    internal static bool IsLink(string path)
    {
        try
        {
            return (File.GetAttributes(path) & FileAttributes.ReparsePoint) != 0;
        }
        catch (Exception e) when (IsOfSystem(e))
        {
            return false;
        }
    }

    /// <summary>Null when the folder is there; else why not, in the words of who makes folders.</summary>
    internal static Exception? MakeFolderOf(string path)
    {
        try
        {
            _ = Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            return null;
        }
        catch (Exception e) when (IsOfSystem(e))
        {
            return e;
        }
    }

    /// <summary>A link itself and not what it names.</summary>
    internal static bool TryDelete(string path)
    {
        try
        {
            File.Delete(path);
            return true;
        }
        catch (Exception e) when (IsOfSystem(e))
        {
            return false;
        }
    }

    internal static bool TryMakeWritable(string path)
    {
        try
        {
            SystemFileCopy.MakeWritable(path);
            return true;
        }
        catch (Exception e) when (IsOfSystem(e))
        {
            return false;
        }
    }

    /// <summary>An empty file of 1980 under that name, at once: never one of now.</summary>
    internal static bool TryPlaceOldFile(FileCloner strategy, string path)
    {
        try
        {
            WholeFile.PlaceEmpty(strategy, path, s_older);
            return true;
        }
        catch (Exception e) when (IsOfSystem(e))
        {
            return false;
        }
    }

    internal static bool IsOfSystem(Exception e) =>
        e is IOException or UnauthorizedAccessException or NotSupportedException or ArgumentException;
}
