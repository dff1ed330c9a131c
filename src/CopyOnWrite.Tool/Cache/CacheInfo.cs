using System.Linq;
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
        string summary = !state.Exists ? $"{cache.Folder} does not exist yet: no build has needed it."
            : !well ? $"{cache.Folder} {CacheProblemText.Of(state.Problem)}, so builds do not use it."
            : $"{cache.Folder}: {state.Describe()}, of {Words.Bytes(cache.MaximumBytes)} at most.";
        if (screen.Json)
        {
            screen.WriteJson(new
            {
                summary,
                folder = cache.Folder,
                state.Exists,
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

    private static string Name(CacheEntry entry) => System.IO.Path.GetFileName(entry.Source.Length > 0 ? entry.Source : entry.File);
}
