using System;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Cache;

/// <summary><c>dotnet cow cache prune</c> and <c>clear</c>: the cache's own files go, others in the folder are left alone.</summary>
internal static class CacheChange
{
    /// <param name="maximumBytes">0: all goes, and the folder with it when nothing else is in it.</param>
    internal static int Answer(SelectedCache cache, Screen screen, long maximumBytes, TimeSpan maximumAge)
    {
        CacheFolderState before = CacheInUse.Read(cache.Folder);
        if (before.Exists && before.Problem is not CacheProblem.None and not CacheProblem.NotWritable)
        {
            string untouched = before.Problem == CacheProblem.NotACache ? string.Empty : "; nothing was removed";
            throw new BadInputException(
                $"{cache.Folder} {CacheProblemText.Of(before.Problem)}{untouched}. {CacheFix.Of(cache.Folder, before.Problem)}");
        }

        if (before.Exists)
        {
            FileCloner cloner = FileCloner.ForThisSystem()!;
            if (maximumBytes == 0)
            {
                cloner.ClearCache(cache.Folder);
            }
            else
            {
                cloner.PruneCache(cache.Folder, maximumBytes, maximumAge);
            }
        }

        CacheFolderState after = CacheInUse.Read(cache.Folder);
        int removed = before.Entries.Count - after.Entries.Count;
        bool done = maximumBytes > 0 || after.Entries.Count == 0;
        string summary = !before.Exists ? $"{cache.Folder} does not exist: nothing to remove."
            : $"{Words.Count(removed, "entry", "entries")} removed, {Words.Bytes(before.Bytes - after.Bytes)}; {after.Entries.Count} "
                + $"left, {Words.Bytes(after.Bytes)}."
                + (done ? string.Empty : " Some could not be removed; is the folder writable?");
        if (screen.Json)
        {
            screen.WriteJson(new
            {
                summary, folder = cache.Folder, removed, bytesRemoved = before.Bytes - after.Bytes, left = after.Entries.Count,
                bytesLeft = after.Bytes,
            });
        }
        else
        {
            screen.Answer(summary, done);
        }

        return done ? ExitCode.Success : ExitCode.NeedsAttention;
    }
}
