using CopyOnWrite.Tasks;

namespace CopyOnWrite.Tool.Cache;

/// <summary><c>dotnet cow cache info | prune | clear</c></summary>
internal static class CacheCommand
{
    internal static Command New() => new("cache", "Shows, prunes and clears the cross-volume cache.")
    {
        Verb(
            "info",
            "Shows where the cache is, how large it is, and whether builds can use it.",
            (cache, screen, _) => CacheInfo.Answer(cache, screen)),
        Verb(
            "prune",
            "Removes the least recently used entries until the cache is within its limits.",
            (cache, screen, parsed) => CacheChange.Answer(Limited(cache, parsed), screen, all: false, parsed.GetValue<bool>("--dry-run")),
            CommandLine.NewOption<string?>("--max-size", "Such as 2GB or '1.5 GiB'. Default: what the repository sets.", "size"),
            CommandLine.NewOption<string?>(
                "--max-age", "Removes entries unused for longer, such as 12h or 7d. Default: what the repository sets.", "age"),
            DryRun()),
        Verb(
            "clear",
            "Removes the cache; builds create it again.",
            (cache, screen, parsed) => CacheChange.Answer(cache, screen, all: true, parsed.GetValue<bool>("--dry-run")),
            DryRun()),
    };

    private static Option<bool> DryRun() => CommandLine.NewOption<bool>("--dry-run", "Only shows what would be removed.");

    private static SelectedCache Limited(SelectedCache cache, ParseResult parsed)
    {
        (long bytes, TimeSpan longest) = (cache.MaximumBytes, cache.MaximumAge);
        CommandFailedException.ThrowIf(
            parsed.GetValue<string?>("--max-size") is { } size && !SettingValues.TryParseSize(size, out bytes),
            $"'{parsed.GetValue<string?>("--max-size")}' is not a valid size. Write one such as 500MB or 2GiB.");
        CommandFailedException.ThrowIf(
            parsed.GetValue<string?>("--max-age") is { } age && !SettingValues.TryParseAge(age, out longest),
            $"'{parsed.GetValue<string?>("--max-age")}' is not a valid age. Write one such as 12h or 30d.");
        return cache with { MaximumBytes = bytes, MaximumAge = longest };
    }

    private static Command Verb(
        string name, string description, Func<SelectedCache, Screen, ParseResult, int> answer, params Option[] options)
    {
        var command = new Command(name, description)
        {
            CommandLine.Repository(),
            CommandLine.NewOption<string?>("--path", "The cache's folder, instead of the one that the repository uses."),
        };
        Array.ForEach(options, command.Add);
        return command.SetAnswer((parsed, screen, cancel) => answer(
            SelectedCache.Find(parsed.GetValue<string?>("--path"), parsed.GetValue<string>("repo")!, cancel), screen, parsed));
    }
}
