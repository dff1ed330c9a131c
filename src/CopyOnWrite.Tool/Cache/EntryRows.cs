using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Cache;

/// <summary>Entries as a table, the largest first, and as JSON.</summary>
internal static class EntryRows
{
    private const int Most = 10;

    internal static void Write(Screen screen, string title, IReadOnlyList<CacheEntry> entries)
    {
        Rows.Write(screen, [title, "package", "size", "last used", "state"], [.. entries
            .OrderByDescending(entry => entry.Bytes)
            .ThenBy(entry => entry.Source, StringComparer.Ordinal)
            .Take(Most)
            .Select(entry => new[]
            {
                Path.GetFileName(entry.Source.Length > 0 ? entry.Source : entry.File),
                EntryPackage.Of(entry.Source)?.ToString() ?? "-",
                Words.Bytes(entry.Bytes),
                Words.Ago(entry.LastUsed, DateTime.UtcNow),
                entry.State.ToString().ToLowerInvariant(),
            })]);
        if (entries.Count > Most)
        {
            screen.Line($"... and {Words.Count(entries.Count - Most, "entry", "entries")} more; --json has them all.");
        }
    }

    internal static EntryJson[] Json(IReadOnlyList<CacheEntry> entries) => [.. entries.Select(entry =>
    {
        EntryPackage? package = EntryPackage.Of(entry.Source);
        return new EntryJson(entry.File, entry.Source, package?.Id, package?.Version, entry.Bytes, entry.LastUsed, entry.State);
    })];

    /// <param name="Package">Null for a source that is in no package folder.</param>
    internal sealed record EntryJson(
        string File, string Source, string? Package, string? PackageVersion, long Bytes, DateTime LastUsed, EntryState State);
}
