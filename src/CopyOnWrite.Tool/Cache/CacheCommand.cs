using System.CommandLine;
using CopyOnWrite.Tasks;
using CopyOnWrite.Tool.MSBuild;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Cache;

/// <summary><c>dotnet cow cache info | prune | clear</c></summary>
internal static class CacheCommand
{
    internal static Command New() => new("cache", "Shows, prunes and clears the cross-volume cache.")
    {
        Verb(
            "info",
            "Shows where the cache is, how large it is, and whether builds can use it.",
            (folder, screen) => CacheInfo.Answer(folder, screen)),
        Prune(),
        Clear(),
    };

    private static Command Clear()
    {
        Option<bool> dryRun = DryRunOption();
        var command = Verb(
            "clear",
            "Removes the cache; builds create it again.",
            (folder, screen, parsed) => CacheChange.Answer(folder, screen, null, parsed.GetValue(dryRun)));
        command.Add(dryRun);
        return command;
    }

    private static Command Prune()
    {
        Option<bool> dryRun = DryRunOption();
        var size = new Option<string?>("--max-size")
        {
            Description = "Such as 2GB or '1.5 GiB'. Default: what the repository sets.",
            HelpName = "size",
        };
        var age = new Option<string?>("--max-age")
        {
            Description = "Removes entries unused for longer, such as 12h, 7d or '2 weeks'. Default: what the repository sets.",
            HelpName = "age",
        };
        var command = Verb(
            "prune",
            "Removes the least recently used entries until the cache is within its limits.",
            (folder, screen, parsed) =>
            {
                long bytes = folder.MaximumBytes;
                TimeSpan longest = folder.MaximumAge;
                if (parsed.GetValue(size) is { } sizeText && !SettingValues.TryParseSize(sizeText, out bytes))
                {
                    throw new BadInputException($"'{sizeText}' is not a valid size. Write one such as 500MB or 2GiB.");
                }

                if (parsed.GetValue(age) is { } ageText && !AgeText.TryParse(ageText, out longest))
                {
                    throw new BadInputException($"'{ageText}' is not a valid age. Write one such as 12h, 30d or '2 weeks'.");
                }

                return CacheChange.Answer(folder, screen, new CacheLimits(bytes, longest), parsed.GetValue(dryRun));
            });
        command.Add(size);
        command.Add(age);
        command.Add(dryRun);
        return command;
    }

    private static Command Verb(string name, string description, Func<SelectedCache, Screen, int> answer) =>
        Verb(name, description, (folder, screen, _) => answer(folder, screen));

    private static Command Verb(string name, string description, Func<SelectedCache, Screen, ParseResult, int> answer)
    {
        Argument<string> repository = RepositoryArgument();
        var path = new Option<string?>("--path") { Description = "The cache's folder, instead of the one that the repository uses." };
        var command = new Command(name, description) { repository, path };
        command.SetAnswer((parsed, screen, cancel) => Task.FromResult(
            answer(SelectedCache.Find(parsed.GetValue(path), parsed.GetValue(repository)!, cancel), screen, parsed)));
        return command;
    }

    private static Option<bool> DryRunOption() => new("--dry-run") { Description = "Only shows what would be removed." };

    private static Argument<string> RepositoryArgument() => new("repo")
    {
        Description = "The repository's folder. Default: the current one.",
        DefaultValueFactory = _ => ".",
    };
}

/// <summary>The cache that a command is about, with the bounds that hold for it.</summary>
internal sealed record SelectedCache(string Folder, long MaximumBytes, TimeSpan MaximumAge)
{
    internal static SelectedCache Find(string? path, string repository, CancellationToken cancel)
    {
        if (path is not null)
        {
            return new SelectedCache(Path.GetFullPath(path), Settings.Default.CacheMaximumBytes, Settings.Default.CacheMaximumAge);
        }

        IReadOnlyList<CacheInUse> caches = CacheInUse.Of(Repository.Open(repository, cancel));
        CacheInUse.RefuseWrongProperty(caches);
        string[] folders = [.. caches.Select(cache => cache.Folder).OfType<string>().Distinct(StringComparer.Ordinal)];
        return folders.Length switch
        {
            1 => caches.Where(cache => cache.Folder == folders[0])
                .Select(cache => new SelectedCache(folders[0], cache.MaximumBytes, cache.MaximumAge))
                .First(),
            0 => throw new BadInputException(CacheInUse.WhyNone(caches)),
            _ => throw new BadInputException(
                $"The repository's projects use several caches. Name one with --path: {string.Join(", ", folders)}"),
        };
    }
}
