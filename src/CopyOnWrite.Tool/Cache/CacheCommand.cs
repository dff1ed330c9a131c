using System;
using System.Collections.Generic;
using System.CommandLine;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
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
        Verb(
            "clear",
            "Removes the cache; builds create it again.",
            (folder, screen) => CacheChange.Answer(folder, screen, 0, TimeSpan.Zero)),
    };

    private static Command Prune()
    {
        var size = new Option<string?>("--max-size") { Description = "Such as 2GB. Default: what the repository sets." };
        var age = new Option<string?>("--max-age")
        {
            Description = "Removes entries unused for longer, such as 7d or 12h. Default: what the repository sets.",
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

                if (parsed.GetValue(age) is { } ageText && !SettingValues.TryParseAge(ageText, out longest))
                {
                    throw new BadInputException($"'{ageText}' is not a valid age. Write days, such as 30d, or hours, such as 12h.");
                }

                return CacheChange.Answer(folder, screen, bytes, longest);
            });
        command.Add(size);
        command.Add(age);
        return command;
    }

    private static Command Verb(string name, string description, Func<SelectedCache, Screen, int> answer) =>
        Verb(name, description, (folder, screen, _) => answer(folder, screen));

    private static Command Verb(string name, string description, Func<SelectedCache, Screen, ParseResult, int> answer)
    {
        var repository = new Argument<string>("repo")
        {
            Description = "The repository's folder. Default: the current one.",
            DefaultValueFactory = _ => ".",
        };
        var path = new Option<string?>("--path") { Description = "The cache's folder, instead of the one that the repository uses." };
        var command = new Command(name, description) { repository, path };
        command.SetAnswer((parsed, screen, cancel) => Task.FromResult(
            answer(SelectedCache.Find(parsed.GetValue(path), parsed.GetValue(repository)!, cancel), screen, parsed)));
        return command;
    }
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
        if (caches.FirstOrDefault(cache => cache.WrongProperty is not null) is { } wrong)
        {
            throw new BadInputException(
                $"{wrong.WrongProperty} is '{wrong.Project.Value(wrong.WrongProperty!)}', which is not a valid value. "
                + $"{wrong.Project.HowToRemove(wrong.WrongProperty!)}");
        }

        string[] folders = [.. caches.Select(cache => cache.Folder).OfType<string>().Distinct(StringComparer.Ordinal)];
        return folders.Length switch
        {
            1 => caches.Where(cache => cache.Folder == folders[0])
                .Select(cache => new SelectedCache(folders[0], cache.MaximumBytes, cache.MaximumAge))
                .First(),
            0 => throw new BadInputException(caches.Count == 0
                ? "The repository's projects do not have CopyOnWrite.Sdk, so they use no cache. `dotnet cow doctor` says how to add it; "
                    + "--path names a cache's folder."
                : "The repository's projects use no cache: it is turned off, has no folder, or is not available on this system (only on "
                    + "Linux). --path names a cache's folder."),
            _ => throw new BadInputException(
                $"The repository's projects use several caches. Name one with --path: {string.Join(", ", folders)}"),
        };
    }
}
