using System;
using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.MacOS;

/// <summary>
/// A source of which there is to be an entry, as it was when its call looked at it. A class: for a list of structs the runtime compiles the
/// list's methods, in the first call of each process that needs the cache.
/// </summary>
internal sealed class CacheSource
{
    // A file that was changed just now may be changed again within one tick of the clock. Such a file is an output of this build anyhow,
    // which nothing is gained from keeping.
    internal const int SettledSeconds = 2;

    private const int AccessOfOthers = 0xE12; // 07022: set-id and sticky bits, and who may write.

    internal readonly byte[] Path;
    internal readonly Stat Status;

    /// <param name="path">Absolute, ended by a zero.</param>
    internal CacheSource(byte[] path, in Stat status)
    {
        Path = new byte[Array.IndexOf(path, (byte)0) + 1];
        Buffer.BlockCopy(path, 0, Path, 0, Path.Length);
        Status = status;
    }

    /// <summary>
    /// Whether the entry, a copy with the same mode and flags, would be this user's alone to write and to remove. A file with flags may be
    /// locked (UF_IMMUTABLE), compressed or in the cloud (chflags(2)). That it has no access list is asked when it is added.
    /// </summary>
    internal static bool IsPlain(in Stat source, uint user) =>
        source.Uid == user && (source.Mode & AccessOfOthers) == 0 && source.Flags == 0;

    internal static bool IsSettled(in Stat source) =>
        source.ChangeSeconds + SettledSeconds < DateTimeOffset.UtcNow.ToUnixTimeSeconds();

    /// <summary>Whether it would not be settled after waiting for as long as that takes.</summary>
    internal static bool IsOfTheFuture(in Stat source) =>
        source.ChangeSeconds > DateTimeOffset.UtcNow.ToUnixTimeSeconds() + SettledSeconds;

    internal bool IsUnchanged(IMacCalls system, int file) =>
        system.StatusOf(file, out Stat now) == 0 && CacheRecord.IsSame(Status, now);
}
