using System;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// A source of which there is to be an entry, as it was when it was copied. A class: for a list of structs the runtime compiles the list's
/// methods, in the first call of each process that needs the cache.
/// </summary>
internal sealed class CacheSource
{
    // The change time comes in ticks (up to 10 ms; whole seconds on old file systems), so a file that was changed just now may be changed
    // again without a trace. Such a file is an output of this build anyhow, which nothing is gained from keeping.
    internal const int SettledSeconds = 2;

    private readonly byte[] _path;
    private readonly Statx _status;

    /// <param name="path">Absolute, ended by a zero.</param>
    internal CacheSource(byte[] path, in Statx status)
    {
        _path = new byte[Array.IndexOf(path, (byte)0) + 1];
        Buffer.BlockCopy(path, 0, _path, 0, _path.Length);
        _status = status;
    }

    internal static bool IsSettled(in Statx source) =>
        source.ChangeSeconds + SettledSeconds < DateTimeOffset.UtcNow.ToUnixTimeSeconds();

    /// <summary>Whether it would not be settled after waiting for as long as that takes.</summary>
    internal static bool IsOfTheFuture(in Statx source) =>
        source.ChangeSeconds > DateTimeOffset.UtcNow.ToUnixTimeSeconds() + SettledSeconds;

    internal void WritePath(byte[] buffer) => Buffer.BlockCopy(_path, 0, buffer, 0, _path.Length);

    /// <summary>Whether the file is what it was.</summary>
    internal bool IsUnchanged(int file, out Statx now) =>
        TryGetStatus(file, out now) && now.Volume == _status.Volume && CacheRecord.IsSame(_status, now);
}
