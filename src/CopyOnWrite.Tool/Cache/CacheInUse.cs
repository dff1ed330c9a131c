using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tasks;
using CopyOnWrite.Tool.Doctor;
using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Cache;

/// <summary>The cross-volume cache that a project's builds use; projects with the same one are one.</summary>
/// <param name="Folder">Null when there is no place for it.</param>
/// <param name="WrongProperty">A property whose value is not understood; then nothing else is known.</param>
internal sealed record CacheInUse(
    EvaluatedProject Project,
    bool IsOn,
    string? Folder,
    long MaximumBytes,
    TimeSpan MaximumAge,
    string? WrongProperty,
    CacheFolderState State)
{
    /// <summary>Windows and macOS have none yet.</summary>
    internal static bool SystemHasOne { get; } = FileCloner.ForThisSystem()?.NewCache(() => null) is not null;

    internal static IReadOnlyList<CacheInUse> Of(Repository repository) => [.. repository.Projects
        .Where(project => project.HasSdk)
        .Select(Of)
        .DistinctBy(cache => (cache.IsOn, cache.Folder, cache.WrongProperty))];

    private static CacheInUse Of(EvaluatedProject project)
    {
        var texts = new SettingTexts(
            project.Value(Settings.CacheSwitch),
            project.Value(Settings.CachePathProperty),
            project.Value(Settings.CacheSizeProperty),
            project.Value(Settings.CacheAgeProperty),
            project.Value(Settings.MinimumProperty),
            project.Value(Settings.FreshProperty),
            project.Value(Settings.ReportProperty));
        bool understood = Settings.TryParse(texts, out Settings settings, out string? wrong);
        bool isOn = understood && settings.HasCache && SystemHasOne;
        string? folder = isOn ? settings.CachePath ?? DefaultFolder(project) : null;
        CacheFolderState state = folder is null ? CacheFolderState.Missing : CacheFolderState.Of(folder);
        if (folder is not null && state.Problem == CacheProblem.None && settings.CachePath is not null && IsApart(folder, project))
        {
            state = state with { Problem = CacheProblem.OnAnotherVolume };
        }

        return new CacheInUse(project, isOn, folder, settings.CacheMaximumBytes, settings.CacheMaximumAge, wrong, state);
    }

    private static string? DefaultFolder(EvaluatedProject project) => FileCloner.ForThisSystem() is { } strategy
        ? DefaultCacheFolder.Of(Path.GetDirectoryName(project.File)!, strategy.AreOnOneVolume)
        : null;

    /// <summary>Device numbers differ for subvolumes of one btrfs, between which clones are possible: there it is tried.</summary>
    private static bool IsApart(string folder, EvaluatedProject project)
    {
        if (project.Folder("OutDir") is not { } output)
        {
            return false;
        }

        string from = FolderPairs.Existing(folder);
        string to = FolderPairs.Existing(output);
        return VolumeIdentity.Of(from) != VolumeIdentity.Of(to) && !CloneProbe.Run(from, to, default).Clones;
    }
}
