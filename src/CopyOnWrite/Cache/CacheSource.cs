using System;

namespace CopyOnWrite;

/// <summary>A source that an entry is made of, as it was when its call copied it.</summary>
/// <param name="Folder">The cache's folder, as the call named it.</param>
/// <param name="Path">Absolute: after the call the current folder may be another.</param>
/// <param name="Entry">The entry's name.</param>
internal sealed record CacheSource(string Folder, string Path, string Entry, FileFingerprint Fingerprint)
{
    /// <summary>
    /// Change times come in ticks (up to 10 ms; whole seconds on old file systems), so a file that was changed just now may be changed
    /// again without a trace. Such a file is an output of this build, which is not worth caching.
    /// </summary>
    internal const int SettledSeconds = 2;

    /// <param name="changed">In seconds since 1970.</param>
    internal static bool IsSettled(long changed) => changed + SettledSeconds < DateTimeOffset.UtcNow.ToUnixTimeSeconds();
}
