using System;
using System.Collections.Generic;
using System.Linq;
using CopyOnWrite.Tool.Cache;
using CopyOnWrite.Tool.Fixes;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>
/// The cross-volume cache: where it is, how large, and whether it can be used. Only where a project has ours, on systems that have a cache.
/// </summary>
internal static class CacheCheck
{
    internal static Check Check { get; } = new("cache", Find);

    private static Finding? Find(DoctorContext context)
    {
        IReadOnlyList<CacheInUse> caches = context.Caches;
        if (context.Projects.All(project => !project.HasSdk))
        {
            return null;
        }

        if (caches.FirstOrDefault(cache => cache.WrongProperty is not null) is { } wrong)
        {
            return new Finding(
                CheckStatus.Attention,
                $"{wrong.WrongProperty} is '{wrong.Project.Value(wrong.WrongProperty!)}' in {wrong.Project.Name}, which fails the build",
                Steps: wrong.Project.HowToRemove(wrong.WrongProperty!));
        }

        if (caches.Any(cache => cache.IsOn) && context.Projects.Where(project => project.HasSdk)
            .All(project => !context.OutputsCanBeClones(project)))
        {
            return new Finding(
                CheckStatus.Ok,
                "The cross-volume cache is of no use here: the volume of the outputs cannot clone",
                "Builds leave it alone.");
        }

        if (caches.FirstOrDefault(cache => cache.IsOn && cache.State.Problem != CacheProblem.None) is { } broken)
        {
            return new Finding(
                CheckStatus.Attention,
                $"The cross-volume cache cannot be used: {context.Repository.Relative(broken.Folder!)} "
                + $"{CacheProblemText.Of(broken.State.Problem)}",
                broken.State.Problem == CacheProblem.NotWritable
                    ? "Package files that it lacks are copied from the other volume each time."
                    : "Package files from another volume are copied each time.",
                [CacheFix.Of(broken.Folder!, broken.State.Problem)]);
        }

        if (!CacheInUse.SystemHasOne)
        {
            return null;
        }

        CacheInUse[] damaged = [.. caches.Where(cache => cache.State.Damaged > 0)];
        string detail = string.Join('\n', caches.Select(Text).Distinct(StringComparer.Ordinal));
        return damaged.Length > 0
            ? new Finding(
                CheckStatus.Hint,
                $"{Words.Count(damaged.Sum(cache => cache.State.Damaged), "entry", "entries")} of the cross-volume cache are damaged; "
                + "builds replace each one when they need it",
                detail,
                [.. damaged.Select(cache => new CommandStep($"dotnet cow cache clear --path {ShellText.Argument(cache.Folder!)}"))])
            : new Finding(
                CheckStatus.Ok,
                caches.Any(cache => cache.IsOn) ? "The cross-volume cache can be used" : "The cross-volume cache is turned off",
                detail);
    }

    private static string Text(CacheInUse cache) => !cache.IsOn ? $"{cache.Project.Name}: off, by {Tasks.Settings.CacheSwitch}"
        : cache.Folder is null
            ? $"{cache.Project.Name}: no folder for it; a Directory.Build.props or a .git in the repository determines one"
        : !cache.State.Exists ? $"{cache.Folder}: does not exist yet; a build creates it for the first package file from another volume"
        : $"{cache.Folder}: {cache.State.Describe()}";
}
