namespace CopyOnWrite.Tasks;

/// <summary>The texts of the properties, as a project sets them; empty where it does not.</summary>
internal readonly struct SettingTexts
{
    internal SettingTexts(string cache, string cachePath, string cacheMaxSize, string cacheMaxAge, string minimumFileSize, string freshFileSize, string report)
    {
        Cache = cache;
        CachePath = cachePath;
        CacheMaxSize = cacheMaxSize;
        CacheMaxAge = cacheMaxAge;
        MinimumFileSize = minimumFileSize;
        FreshFileSize = freshFileSize;
        Report = report;
    }

    internal string Cache { get; }

    internal string CachePath { get; }

    internal string CacheMaxSize { get; }

    internal string CacheMaxAge { get; }

    internal string MinimumFileSize { get; }

    internal string FreshFileSize { get; }

    internal string Report { get; }

    internal string[] ToArray() => new[] { Cache, CachePath, CacheMaxSize, CacheMaxAge, MinimumFileSize, FreshFileSize, Report };

    /// <summary>False for the texts of another version of this assembly.</summary>
    internal static bool TryFrom(string[] texts, out SettingTexts understood)
    {
        understood = texts.Length == 7 ? new SettingTexts(texts[0], texts[1], texts[2], texts[3], texts[4], texts[5], texts[6]) : default;
        return texts.Length == 7;
    }
}
