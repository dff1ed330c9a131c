using System.Linq;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Inspect;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Cache;

/// <summary><c>dotnet cow cache info</c></summary>
internal static class CacheInfo
{
    private const int MostEntries = 10;

    internal static int Answer(SelectedCache cache, Screen screen)
    {
        CacheFolderState state = CacheInUse.Read(cache.Folder);
        bool well = state.Problem == CacheProblem.None;
        string summary = Summary(cache, state);
        if (screen.Json)
        {
            screen.WriteJson(new
            {
                summary,
                folder = cache.Folder,
                state.Exists,
                isOfUse = WhyUseless(cache, state) is null,
                problem = well ? null : CacheProblemText.Of(state.Problem),
                fix = well ? null : CacheFix.Of(cache.Folder, state.Problem),
                entries = state.Entries.Count,
                state.Bytes,
                state.Damaged,
                state.Outdated,
                state.Leftovers,
                cache.MaximumBytes,
                maximumAgeHours = cache.MaximumAge.TotalHours,
                files = state.Entries,
            });
            return well ? ExitCode.Success : ExitCode.NeedsAttention;
        }

        screen.Answer(summary, well);
        if (!well)
        {
            screen.Paragraph(">", CacheFix.Of(cache.Folder, state.Problem));
        }

        Rows.Write(screen, ["largest", "size", "last used", "state"], [.. state.Entries
            .OrderByDescending(entry => entry.Bytes)
            .Take(MostEntries)
            .Select(entry =>
                new[]
                {
                    Name(entry),
                    Words.Bytes(entry.Bytes),
                    $"{entry.LastUsed:yyyy-MM-dd HH}h",
                    entry.State.ToString().ToLowerInvariant(),
                })]);
        if (state.Entries.Count > MostEntries)
        {
            screen.Line($"... and {Words.Count(state.Entries.Count - MostEntries, "entry", "entries")} more; --json has them all.");
        }

        return well ? ExitCode.Success : ExitCode.NeedsAttention;
    }

    internal static string Summary(SelectedCache cache, CacheFolderState state) =>
        WhyUseless(cache, state) is { } fileSystem
            ? $"{cache.Folder} is on {fileSystem}, which cannot clone: builds use no cache there."
            : !state.Exists ? $"{cache.Folder} does not exist yet: no build has needed it."
            : state.Problem != CacheProblem.None
                ? $"{cache.Folder} {CacheProblemText.Of(state.Problem)}, so builds do not use it."
            : $"{cache.Folder}: {state.Describe()}, of {Words.Bytes(cache.MaximumBytes)} at most.";

    /// <summary>
    /// The file system's name where no file can ever be cloned; null elsewhere. By that name alone: nothing is tried in a folder that is
    /// only looked at, and of a name that is not known here nothing is said.
    /// </summary>
    private static string? WhyUseless(SelectedCache cache, CacheFolderState state)
    {
        string place = ExistingFolder.AtOrAbove(cache.Folder);
        bool cannotClone = Volume.At(place).FileSystem is "ext" or "tmpfs" or "ramfs" or "vfat" or "NTFS" or "FAT32" or "exFAT";
        return cannotClone && state.Entries.Count == 0
            ? FileSystemName.Of(place)
            : null;
    }

    private static string Name(CacheEntry entry) => System.IO.Path.GetFileName(entry.Source.Length > 0 ? entry.Source : entry.File);
}
