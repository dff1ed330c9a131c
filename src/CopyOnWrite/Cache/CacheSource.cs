using System;

namespace CopyOnWrite;

/// <summary>A source of which there is to be an entry, as it was when its call copied it.</summary>
internal sealed class CacheSource
{
    /// <summary>
    /// Change times come in ticks (up to 10 ms; whole seconds on old file systems), so a file that was changed just now may be changed
    /// again without a trace. Such a file is an output of this build anyhow, which nothing is gained from keeping.
    /// </summary>
    internal const int SettledSeconds = 2;

    /// <summary>The cache's, as the call named it.</summary>
    internal readonly string Folder;

    /// <summary>Absolute: behind the call the process may have another current folder.</summary>
    internal readonly string Path;

    /// <summary>Of the path.</summary>
    internal readonly ulong Hash;

    internal readonly FileNumbers Numbers;

    internal CacheSource(string folder, string path, ulong hash, in FileNumbers numbers)
    {
        Folder = folder;
        Path = path;
        Hash = hash;
        Numbers = numbers;
    }

    /// <param name="changed">In seconds since 1970.</param>
    internal static bool IsSettled(long changed) => changed + SettledSeconds < DateTimeOffset.UtcNow.ToUnixTimeSeconds();
}
