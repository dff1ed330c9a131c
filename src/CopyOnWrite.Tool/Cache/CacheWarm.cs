using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading;
using CopyOnWrite.Tool.MSBuild;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Cache;

/// <summary><c>dotnet cow cache warm</c>: adds the files of restored packages, so that the first build clones them, too.</summary>
internal static class CacheWarm
{
    private static readonly TimeSpan s_betweenLines = TimeSpan.FromSeconds(2);

    internal static int Answer(string repository, Screen screen, CancellationToken cancel)
    {
        var opened = Repository.Open(repository, cancel);
        CacheInUse[] caches = [.. CacheInUse.OfEachProject(opened)];
        CacheInUse.RefuseWrongProperty(caches);
        if (!caches.Any(cache => cache.Folder is not null))
        {
            throw new BadInputException(CacheInUse.WhyNone(caches));
        }

        (string Folder, EvaluatedProject[] Projects)[] byFolder = [.. caches
            .Where(cache => cache.Folder is not null)
            .GroupBy(cache => cache.Folder!, cache => cache.Project, StringComparer.Ordinal)
            .Select(group => (group.Key, group.ToArray()))];
        string[] notRestored = [.. byFolder.SelectMany(cache => cache.Projects)
            .Where(project => project.Folder("ProjectAssetsFile") is { } assets && !File.Exists(assets))
            .Select(project => opened.Relative(project.File))];
        WarmedCache[] warmed = [.. byFolder.Select(cache => Warm(cache.Folder, FilesOf(cache.Projects), screen, cancel))];
        bool done = notRestored.Length == 0 && warmed.All(cache => cache.IsWhole);
        Write(screen, warmed, notRestored, done);
        return done ? ExitCode.Success : ExitCode.NeedsAttention;
    }

    private static string[] FilesOf(IEnumerable<EvaluatedProject> projects)
    {
        try
        {
            return [.. projects
                .Select(project => project.Folder("ProjectAssetsFile"))
                .OfType<string>()
                .Where(File.Exists)
                .Distinct(StringComparer.Ordinal)
                .SelectMany(PackageFiles.Of)
                .Distinct(StringComparer.Ordinal)];
        }
        catch (Exception e) when (e is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            throw new BadInputException($"{e.Message.TrimEnd('.')}. Run: dotnet restore");
        }
    }

    private static WarmedCache Warm(string folder, string[] files, Screen screen, CancellationToken cancel)
    {
        using CacheFill? fill = FileCloner.ForThisSystem()!.NewCacheFill(folder, files, out CacheProblem problem, out int error);
        if (fill is null)
        {
            return new WarmedCache(folder, problem, error, Clones: problem != CacheProblem.None, Files: 0, Present: 0, BytesAdded: 0);
        }

        int done = 0;
        var clock = Stopwatch.StartNew();
        fill.Run(() =>
        {
            cancel.ThrowIfCancellationRequested();
            done++;
            if (!screen.Json && clock.Elapsed > s_betweenLines)
            {
                Console.Error.WriteLine($"{done} of {fill.Count} files");
                clock.Restart();
            }
        });
        return new WarmedCache(folder, fill.Problem, fill.ErrorNumber, Clones: true, fill.Count, fill.Present, fill.BytesAdded);
    }

    private static void Write(Screen screen, WarmedCache[] caches, string[] notRestored, bool done)
    {
        if (screen.Json)
        {
            screen.WriteJson(new { caches, notRestored });
            return;
        }

        foreach (WarmedCache cache in caches)
        {
            screen.Answer(
                !cache.Clones ? $"{cache.Folder}: the volume cannot clone, so builds use no cache there."
                : cache.Problem != CacheProblem.None && cache.Files == 0
                    ? $"{cache.Folder} {CacheProblemText.Of(cache.Problem)}, so nothing was added."
                : $"{cache.Folder}: {cache.Present} of {Words.Count(cache.Files, "package file", "package files")} from other volumes "
                    + "are in the cache, "
                    + $"{Words.Bytes(cache.BytesAdded)} of them added now.",
                done);
            if (cache.Problem != CacheProblem.None)
            {
                screen.Paragraph(">", CacheFix.Of(cache.Folder, cache.Problem).Text);
            }
        }

        foreach (string project in notRestored)
        {
            screen.Paragraph(">", $"{project} is not restored. Run: dotnet restore {ShellText.Quote(project)}");
        }
    }

    /// <param name="Clones">Whether the folder's volume can clone.</param>
    /// <param name="Files">Of packages on another volume, and large enough for the cache.</param>
    private sealed record WarmedCache(
        string Folder, CacheProblem Problem, int ErrorNumber, bool Clones, int Files, int Present, long BytesAdded)
    {
        internal bool IsWhole => Clones && Problem == CacheProblem.None && Present == Files;
    }
}
