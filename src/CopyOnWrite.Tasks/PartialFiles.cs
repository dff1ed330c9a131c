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
    internal void Watch(string destination, int index)
    {
        var file = new FileInfo(destination);
        _files.Add(new Before(destination, index, file.Exists ? file.Length : -1, file.Exists ? file.LastWriteTimeUtc : default));
    }

    internal void Remove(bool[] done)
    {
        foreach (Before before in _files)
        {
            var file = new FileInfo(before.Path);
            bool touched = file.Exists && (file.Length != before.Length || file.LastWriteTimeUtc != before.Modified);
            if (done[before.Index] || !touched)
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

    private readonly struct Before
    {
        internal readonly string Path;
        internal readonly int Index;
        internal readonly long Length;
        internal readonly DateTime Modified;

        internal Before(string path, int index, long length, DateTime modified)
        {
            Path = path;
            Index = index;
            Length = length;
            Modified = modified;
        }
    }
}
