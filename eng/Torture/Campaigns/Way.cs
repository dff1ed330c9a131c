namespace CopyOnWrite.Torture.Campaigns;

/// <summary>A way to build.</summary>
internal sealed record Way(string Name, string[] Arguments)
{
    internal static IReadOnlyList<Way> All { get; } =
    [
        new("-m:8", ["-m:8"]),
        new("-m:8, with the cache of the build before", ["-m:8"]) { Before = 1 },
        new("-graph -m:8", ["-graph", "-m:8"]),
        new("-mt -m:8", ["-mt", "-m:8"]),
        new("nodes stay, and have the cache of the build before", ["-m:8"]) { KeepsNodes = true, Before = 1 },
        new("nodes stay, and the cache is deleted between builds", ["-m:8"]) { KeepsNodes = true, Before = 2, Between = DeleteCache },
        new("nodes stay, and the cache is deleted again and again", ["-m:8"]) { KeepsNodes = true, Before = 1, Meanwhile = DeleteCache },
        new("the cache is deleted again and again", ["-m:8"]) { Meanwhile = DeleteCache },
        new("entries are deleted again and again", ["-m:8"]) { Before = 1, Meanwhile = DeleteEntries },
        new("two builds of the repository at once", ["-m:8"]) { AtOnce = 2 },
    ];

    /// <summary>Builds before the one that counts; what they made is deleted, and their cache stays.</summary>
    internal int Before { get; init; }

    /// <summary>Done to the cache's folder after each build before.</summary>
    internal Action<string>? Between { get; init; }

    internal int AtOnce { get; init; } = 1;

    /// <summary>MSBuild's nodes stay between the builds.</summary>
    internal bool KeepsNodes { get; init; }

    /// <summary>Done to the cache's folder over and over while the build that counts is at work.</summary>
    internal Action<string>? Meanwhile { get; init; }

    private static void DeleteCache(string cache) => Try(() => Directory.Delete(cache, recursive: true));

    private static void DeleteEntries(string cache) => Try(() => Array.ForEach(Directory.GetFiles(cache, "*.entry"), File.Delete));

    private static void Try(Action delete)
    {
        try
        {
            delete();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Not there, or filled at the same time.
        }
    }
}
