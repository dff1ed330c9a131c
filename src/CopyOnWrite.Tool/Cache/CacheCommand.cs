using CopyOnWrite.Tasks;

namespace CopyOnWrite.Tool.Cache;

/// <summary><c>dotnet cow cache info | prune | clear</c></summary>
internal static class CacheCommand
{
    internal static Command New()
    {
        Option<string?> size = CommandLine.NewOption<string?>(
            "--max-size", "Such as 2GB or '1.5 GiB'. Default: what the repository sets.", "size");
        Option<string?> age = CommandLine.NewOption<string?>(
            "--max-age", "Removes entries unused for longer, such as 12h or 7d. Default: what the repository sets.", "age");
        var dryRun = new Option<bool>("--dry-run") { Description = "Only shows what would be removed." };
        return new Command("cache", "Shows, prunes and clears the cross-volume cache.")
        {
            Verb(
                "info",
                "Shows where the cache is, how large it is, and whether builds can use it.",
                (cache, screen, _) => CacheInfo.Answer(cache, screen)),
            Verb(
                "prune",
                "Removes the least recently used entries until the cache is within its limits.",
                (cache, screen, parsed) => CacheChange.Answer(
                    Limited(cache, parsed.GetValue(size), parsed.GetValue(age)), screen, all: false, parsed.GetValue(dryRun)),
                [size, age, dryRun]),
            Verb(
                "clear",
                "Removes the cache; builds create it again.",
                (cache, screen, parsed) => CacheChange.Answer(cache, screen, all: true, parsed.GetValue(dryRun)),
                dryRun),
        };
    }

    private static SelectedCache Limited(SelectedCache cache, string? size, string? age)
    {
        (long bytes, TimeSpan longest) = (cache.MaximumBytes, cache.MaximumAge);
        if (size is not null && !SettingValues.TryParseSize(size, out bytes))
        {
            throw new CommandFailedException($"'{size}' is not a valid size. Write one such as 500MB or 2GiB.");
        }

        if (age is not null && !SettingValues.TryParseAge(age, out longest))
        {
            throw new CommandFailedException($"'{age}' is not a valid age. Write one such as 12h or 30d.");
        }

        return cache with { MaximumBytes = bytes, MaximumAge = longest };
    }

    private static Command Verb(
        string name, string description, Func<SelectedCache, Screen, ParseResult, int> answer, params Option[] options)
    {
        Argument<string> repository = CommandLine.Repository();
        var path = new Option<string?>("--path") { Description = "The cache's folder, instead of the one that the repository uses." };
        var command = new Command(name, description) { repository, path };
        Array.ForEach(options, command.Add);
        command.SetAnswer((parsed, screen, cancel) => Task.FromResult(
            answer(SelectedCache.Find(parsed.GetValue(path), parsed.GetValue(repository)!, cancel), screen, parsed)));
        return command;
    }
}
