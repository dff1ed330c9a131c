using System.Text.RegularExpressions;

namespace CopyOnWrite.Tool.Cache;

/// <summary>Entries as a table, the largest first, and as JSON.</summary>
internal static partial class EntryRows
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
                PackageOf(entry.Source) is { } package ? $"{package.Id} {package.Version}" : "-",
                Words.Bytes(entry.Bytes),
                Words.Date(entry.LastUsed),
                entry.State.ToString().ToLowerInvariant(),
            })], entries.Count - Most);
    }

    internal static object Json(IReadOnlyList<CacheEntry> entries) =>
        from entry in entries
        let found = PackageOf(entry.Source)
        select new
        {
            entry.File, entry.Source, package = found?.Id, packageVersion = found?.Version, entry.Bytes, entry.LastUsed, entry.State,
        };

    /// <summary>By its path, ROOT/ID/VERSION/..., as NuGet lays packages out: the package may be gone. Null outside of one.</summary>
    internal static (string Id, string Version)? PackageOf(string source) =>
        Package().Match(source) is { Success: true } package ? (package.Groups[1].Value, package.Groups[2].Value) : null;

    [GeneratedRegex(@"[\\/]([^\\/]+)[\\/](\d+\.\d+\.\d+[^\\/]*)[\\/]")]
    private static partial Regex Package();
}
