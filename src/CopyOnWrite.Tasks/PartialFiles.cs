using System;
using System.Collections.Generic;
using System.IO;

namespace CopyOnWrite.Tasks;

/// <summary>
/// Removes what the built-in task leaves of a file that it began and could not finish, on a full volume or a failing device: File.Copy
/// writes in place and leaves as much as fitted. A file that it did not touch stays.
/// </summary>
internal sealed class PartialFiles
{
    private readonly List<Before> _files = new();

    /// <summary>To be called before the built-in's attempt.</summary>
    internal void Watch(string source, string destination, int index)
    {
        var file = new FileInfo(destination);
        _files.Add(new Before(source, destination, index, file.Exists ? file.Length : -1, file.Exists ? file.LastWriteTimeUtc : default));
    }

    internal void Remove(bool[] done)
    {
        foreach (Before before in _files)
        {
            var file = new FileInfo(before.Path);
            bool touched = file.Exists && (file.Length != before.Length || file.LastWriteTimeUtc != before.Modified);

            // Whole, then: another project may have made it meanwhile.
            var source = new FileInfo(before.Source);
            bool isLong = file.Exists && source.Exists && file.Length == source.Length;
            if (done[before.Index]
                || !touched
                || (isLong && (file.LastWriteTimeUtc == source.LastWriteTimeUtc || HasContent(before.Path, before.Source))))
            {
                continue;
            }

            try
            {
                file.Delete();
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // The error that stopped the copy is logged already, and says more than this one would.
            }
        }
    }

    /// <summary>
    /// Whether only the time could not be set. The old file is gone by then, and without its time the new one is made again.
    /// </summary>
    private static bool HasContent(string path, string source)
    {
        try
        {
            // What has no length may be a pipe, which would be waited for.
            return new FileInfo(source).Length > 0 && AreSame(path, source);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static bool AreSame(string path, string other)
    {
        using var one = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        using var two = new FileStream(other, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        int next;
        do
        {
            next = one.ReadByte();
            if (next != two.ReadByte())
            {
                return false;
            }
        }
        while (next >= 0);
        return true;
    }

    private readonly struct Before
    {
        internal readonly string Source;
        internal readonly string Path;
        internal readonly int Index;
        internal readonly long Length;
        internal readonly DateTime Modified;

        internal Before(string source, string path, int index, long length, DateTime modified)
        {
            Source = source;
            Path = path;
            Index = index;
            Length = length;
            Modified = modified;
        }
    }
}
