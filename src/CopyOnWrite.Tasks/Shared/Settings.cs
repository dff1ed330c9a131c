using System;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>What a project's properties say. MSBuild gives a task no properties, so <c>CopyOnWriteSettings</c> passes them on.</summary>
internal sealed class Settings
{
    internal const string CacheSwitch = "CopyOnWriteCache";
    internal const string CachePathProperty = "CopyOnWriteCachePath";
    internal const string CacheSizeProperty = "CopyOnWriteCacheMaxSize";
    internal const string CacheAgeProperty = "CopyOnWriteCacheMaxAge";
    internal const string MinimumProperty = "CopyOnWriteMinimumFileSize";
    internal const string FreshProperty = "CopyOnWriteFreshFileSize";
    internal const string ReportProperty = "CopyOnWriteReport";

    private const long DefaultMaximumBytes = 10_000_000_000;
    private const int DefaultMaximumDays = 30;

    private Settings()
    {
    }

    internal static Settings Default { get; } = new();

    internal bool HasCache { get; private set; } = true;

    /// <summary>Null: the default (<see cref="DefaultCacheFolder"/>).</summary>
    internal string? CachePath { get; private set; }

    internal long CacheMaximumBytes { get; private set; } = DefaultMaximumBytes;

    internal TimeSpan CacheMaximumAge { get; private set; } = TimeSpan.FromDays(DefaultMaximumDays);

    /// <summary>The file that gets a line for each call; null for none.</summary>
    internal string? ReportPath { get; private set; }

    internal ClonePolicy Policy { get; private set; } = ClonePolicy.Default;

    /// <summary>
    /// Hands the texts to the project's other tasks in this process. As texts, and under the project's folder, since an assembly of another
    /// version may ask, and because a Copy task knows no more of its project.
    /// </summary>
    internal static void Register(IBuildEngine4 engine, string projectFolder, in SettingTexts texts) =>
        engine.RegisterTaskObject(Key(projectFolder), texts.ToArray(), RegisteredTaskObjectLifetime.Build, allowEarlyCollection: false);

    /// <summary>The defaults where nothing was set, or only by a target that has not run.</summary>
    internal static Settings Of(IBuildEngine4 engine, string projectFolder) =>
        engine.GetRegisteredTaskObject(Key(projectFolder), RegisteredTaskObjectLifetime.Build) is string[] texts
            && SettingTexts.TryFrom(texts, out SettingTexts understood)
            && TryParse(understood, out Settings settings, out _)
            ? settings
            : Default;

    /// <summary>The empty text is the default. When false, <paramref name="wrong"/> is the property whose value is not understood.</summary>
    internal static bool TryParse(in SettingTexts texts, out Settings settings, out string? wrong)
    {
        bool hasCache = true;
        long cacheBytes = DefaultMaximumBytes;
        TimeSpan cacheAge = Default.CacheMaximumAge;
        long minimum = ClonePolicy.Default.MinimumFileSize;
        long fresh = 0;
        wrong = texts.Cache.Length > 0 && !SettingValues.TryParseSwitch(texts.Cache, out hasCache) ? CacheSwitch
            : texts.CachePath.Length > 0 && !SettingValues.IsAbsolute(texts.CachePath) ? CachePathProperty
            : texts.CacheMaxSize.Length > 0 && !SettingValues.TryParseSize(texts.CacheMaxSize, out cacheBytes) ? CacheSizeProperty
            : texts.CacheMaxAge.Length > 0 && !SettingValues.TryParseAge(texts.CacheMaxAge, out cacheAge) ? CacheAgeProperty
            : texts.MinimumFileSize.Length > 0 && !SettingValues.TryParseSizeOrZero(texts.MinimumFileSize, out minimum) ? MinimumProperty
            : texts.FreshFileSize.Length > 0 && !SettingValues.TryParseSizeOrZero(texts.FreshFileSize, out fresh) ? FreshProperty
            : texts.Report.Length > 0 && !SettingValues.IsAbsolute(texts.Report) ? ReportProperty
            : null;
        settings = new Settings
        {
            HasCache = hasCache,
            CachePath = texts.CachePath.Length > 0 ? texts.CachePath : null,
            CacheMaximumBytes = cacheBytes,
            CacheMaximumAge = cacheAge,
            ReportPath = texts.Report.Length > 0 ? texts.Report : null,
            Policy = new ClonePolicy(minimum, texts.FreshFileSize.Length > 0 ? fresh : null),
        };
        return wrong is null;
    }

    private static string Key(string projectFolder) => "CopyOnWrite.Sdk settings of " + projectFolder.TrimEnd('/', '\\');
}
