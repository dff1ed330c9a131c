using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>The values of a project's properties, passed on by <c>CopyOnWriteSettings</c>, as MSBuild passes none to tasks.</summary>
internal sealed class Settings
{
    internal const string CacheSwitch = "CopyOnWriteCache";
    internal const string CachePathProperty = "CopyOnWriteCachePath";

    // Fields, which the table's rows set by "out". The values are the defaults.
    internal bool HasCache = true;

    /// <summary>The folder; null for the default (<see cref="DefaultCacheFolder"/>).</summary>
    internal string? CachePath;
    internal long CacheMaximumBytes = 10_000_000_000;
    internal TimeSpan CacheMaximumAge = TimeSpan.FromDays(30);

    /// <summary>Whether the build ends only when its copied files are in the cache.</summary>
    internal bool WaitsForCache;

    /// <summary>Windows before 11 24H2: whether sources that were just written are flushed and cloned, and not copied.</summary>
    internal bool FlushesSources;

    /// <summary>Windows: whether a destination that programs have loaded is replaced while they run.</summary>
    internal bool ReplacesFilesInUse = true;

    internal static Settings Default { get; } = new();

    /// <summary>The possible folders of the cache, in order; empty if the project has none.</summary>
    internal IEnumerable<string> CachePlaces(string projectFolder, Platform platform) => CachePath is { } path
        ? new[] { Path.GetFullPath(path) }
        : DefaultCacheFolder.Of(projectFolder, platform.AreOnOneVolume, folder => CacheFolder.BelongsToUser(platform, folder));

    /// <summary>
    /// Hands the texts to the project's other tasks in this process. They are stored as texts, under the project's folder, since an
    /// assembly of another version may read them, and a Copy task knows only that of its project.
    /// </summary>
    internal static void Register(IBuildEngine4 engine, string projectFolder, string[] texts) =>
        RegisteredObjects.Register(engine, Key(projectFolder), texts);

    /// <summary>The settings; the defaults where none were set, or only by a target that has not run or by another version.</summary>
    internal static Settings Of(IBuildEngine4 engine, string projectFolder) =>
        RegisteredObjects.Find(engine, Key(projectFolder)) is string[] texts
            && texts.Length == Table.Rows.Length
            && TryParse(texts, out Settings settings, out _)
            ? settings
            : Default;

    /// <summary>Parses the texts. When false, <paramref name="wrong"/> is the first invalid setting.</summary>
    /// <param name="texts">One text for each row of the table; empty for the default.</param>
    internal static bool TryParse(string[] texts, out Settings settings, out Setting? wrong)
    {
        Settings parsed = settings = new Settings();
        wrong = Table.Rows.Zip(texts, (row, text) => text.Length == 0 || row.TryRead(parsed, text) ? null : row)
            .FirstOrDefault(row => row is not null);
        return wrong is null;
    }

    private static string Key(string projectFolder) => "CopyOnWrite.Sdk settings of " + projectFolder.TrimEnd('/', '\\');

    /// <summary>Every property but <c>DisableCopyOnWrite</c>, in the texts' order. Nested: initialized if a project sets one.</summary>
    internal static class Table
    {
        private const string NoAbsolutePath =
            ", which is not an absolute path. Start it with $(MSBuildThisFileDirectory) or a similar property.";
        private const string InvalidSize =
            ", which is not a valid size. Accepted values: numbers above 0 with KB, MB, GB, TB, KiB, MiB, GiB, TiB or no unit (bytes), "
            + "such as 10GB.";
        private const string InvalidAge =
            ", which is not a valid age. Accepted values: numbers above 0, in days (30 or 30d) or hours (12h).";
        private const string NoSwitch =
            ". Accepted values: true or 1 (package files from another volume are cached), false or 0 (they are copied each time).";
        private const string NoWait =
            ". Accepted values: true or 1 (the build waits until the cache is filled), false or 0 (it does not).";
        private const string NoFlush =
            ". Accepted values: true or 1 (files that were just written are flushed and cloned), false or 0 (they are copied).";
        private const string NoInUse =
            ". Accepted values: true or 1 (a file that a running program has loaded is replaced), false or 0 (it is left, and retried).";

        internal static readonly Setting[] Rows =
        {
            new(CacheSwitch, (to, text) => SettingValues.TryParseSwitch(text, out to.HasCache), "COW1002", NoSwitch),
            new(CachePathProperty, (to, text) => SettingValues.TryParsePath(text, out to.CachePath), "COW1003", NoAbsolutePath),
            new(
                "CopyOnWriteCacheMaxSize", (to, text) => SettingValues.TryParseSize(text, out to.CacheMaximumBytes), "COW1004",
                InvalidSize),
            new("CopyOnWriteCacheMaxAge", (to, text) => SettingValues.TryParseAge(text, out to.CacheMaximumAge), "COW1005", InvalidAge),
            new("CopyOnWriteCacheWait", (to, text) => SettingValues.TryParseSwitch(text, out to.WaitsForCache), "COW1002", NoWait),
            new("CopyOnWriteFlushSources", (to, text) => SettingValues.TryParseSwitch(text, out to.FlushesSources), "COW1008", NoFlush),
            new(
                "CopyOnWriteReplaceFilesInUse", (to, text) => SettingValues.TryParseSwitch(text, out to.ReplacesFilesInUse), "COW1014",
                NoInUse),
        };
    }
}

/// <summary>A property that a project may set: a row of <see cref="Settings.Table"/>.</summary>
/// <param name="TryRead">Parses the text into the settings. False when it is invalid.</param>
/// <param name="Code">The code of the error for an invalid text.</param>
/// <param name="Rule">The end of the error message: what is wrong, and which values are accepted.</param>
internal sealed record Setting(string Name, Func<Settings, string, bool> TryRead, string Code, string Rule);
