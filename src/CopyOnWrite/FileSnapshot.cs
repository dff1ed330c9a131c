using System;

namespace CopyOnWrite;

/// <summary>What a path leads to, links followed.</summary>
internal readonly struct FileSnapshot
{
    internal FileSnapshot(EntryKind kind, long length, DateTime modified, FileIdentity identity)
    {
        Kind = kind;
        Length = length;
        Modified = modified;
        Identity = identity;
    }

    /// <summary>Never a link.</summary>
    public EntryKind Kind { get; }

    /// <summary>In bytes.</summary>
    public long Length { get; }

    /// <summary>UTC, to 100 ns.</summary>
    public DateTime Modified { get; }

    public FileIdentity Identity { get; }
}

/// <summary>Which file or folder it is, under whatever names: by its volume and its number there, which on ReFS has 128 bits.</summary>
internal readonly struct FileIdentity : IEquatable<FileIdentity>
{
    private readonly ulong _volume;
    private readonly ulong _low;
    private readonly ulong _high;

    internal FileIdentity(ulong volume, ulong low, ulong high = 0)
    {
        _volume = volume;
        _low = low;
        _high = high;
    }

    /// <summary>A volume of number 0 is unknown.</summary>
    internal bool IsOnVolumeOf(FileIdentity other) => _volume != 0 && _volume == other._volume;

    public bool Equals(FileIdentity other) => _volume == other._volume && _low == other._low && _high == other._high;

    public static bool operator ==(FileIdentity one, FileIdentity other) => one.Equals(other);

    public static bool operator !=(FileIdentity one, FileIdentity other) => !one.Equals(other);

    public override bool Equals(object? obj) => obj is FileIdentity other && Equals(other);

    public override int GetHashCode() => unchecked((int)(_low ^ (_low >> 32) ^ _volume));
}
