using System;
using System.Runtime.InteropServices;
using System.Text;
using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.MacOS;

/// <summary>
/// What stands in an entry's record, before the source's path: which source the entry is of, and which file the entry is. The change time
/// tells of every change to a file's content or attributes and no call sets it (stat(2)), so a file whose number and change time are those
/// of the record is the file as it was recorded.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct CacheRecord
{
    internal static readonly int MaximumLength = sizeof(CacheRecord) + NativePath.MaximumLength;

    private const int OthersWrite = 0x12; // 0022

    private const ulong ThisFormat = 0x31_63_61_6D_65_68_63_61; // "achemac1" as it stands in the file.

    private ulong _format;
    private ulong _volumeStart;
    private ulong _volumeEnd;
    private Identity _source;
    private Identity _entry;

    /// <summary>What is to stand in the record's file.</summary>
    /// <param name="path">The source's, ended by a zero.</param>
    internal static byte[] Write(in MacVolume volume, in Stat source, in Stat entry, byte[] path)
    {
        int pathLength = Array.IndexOf(path, (byte)0);
        var file = new byte[sizeof(CacheRecord) + pathLength];
        fixed (byte* start = file)
        {
            *(CacheRecord*)start = new CacheRecord
            {
                _format = ThisFormat,
                _volumeStart = volume.UuidStart,
                _volumeEnd = volume.UuidEnd,
                _source = Identity.Of(source),
                _entry = Identity.Of(entry),
            };
        }

        Buffer.BlockCopy(path, 0, file, sizeof(CacheRecord), pathLength);
        return file;
    }

    /// <summary>
    /// Whether only this user can have written what stands in the file, even if others could write to the folder in the past. A record that
    /// is this user's names an entry that this user's process made, so the entry's owner need not be asked.
    /// </summary>
    internal static bool IsTrusted(in Stat file, uint user) =>
        file.IsRegularFile && file.Uid == user && (file.Mode & OthersWrite) == 0;

    /// <summary>False when it is no record of this path.</summary>
    /// <param name="path">Ended by a zero.</param>
    internal static bool TryParse(byte[] file, int length, byte[] path, out CacheRecord record)
    {
        if (!TryRead(file, length, out record))
        {
            return false;
        }

        int pathLength = length - sizeof(CacheRecord);
        for (int i = 0; i < pathLength; i++)
        {
            if (i >= path.Length || path[i] != file[sizeof(CacheRecord) + i])
            {
                return false;
            }
        }

        return pathLength < path.Length && path[pathLength] == 0;
    }

    /// <summary>Of whatever path it is.</summary>
    internal static bool TryRead(byte[] file, int length, out CacheRecord record, out string path)
    {
        bool read = TryRead(file, length, out record);
        path = read ? Encoding.UTF8.GetString(file, sizeof(CacheRecord), length - sizeof(CacheRecord)) : string.Empty;
        return read;
    }

    internal readonly bool IsOfVolume(in MacVolume volume) =>
        volume.HasUuid && volume.UuidStart == _volumeStart && volume.UuidEnd == _volumeEnd;

    /// <summary>As far as its status tells, which is not the volume.</summary>
    internal readonly bool IsOfSource(in Stat source) => _source.Is(source);

    internal readonly bool IsOfEntry(in Stat entry) => entry.IsRegularFile && entry.Size == _source.Size && _entry.Is(entry);

    /// <summary>Whether a file is as it was when <paramref name="before"/> was asked.</summary>
    internal static bool IsSame(in Stat before, in Stat now) => before.Volume == now.Volume && Identity.Of(before).Is(now);

    private static bool TryRead(byte[] file, int length, out CacheRecord record)
    {
        record = default;
        if (length <= sizeof(CacheRecord))
        {
            return false;
        }

        fixed (byte* start = file)
        {
            record = *(CacheRecord*)start;
        }

        return record._format == ThisFormat;
    }

    [StructLayout(LayoutKind.Sequential)]
    private struct Identity
    {
        internal ulong Inode;
        internal long Size;
        internal long ModifySeconds;
        internal long ModifyNanoseconds;
        internal long ChangeSeconds;
        internal long ChangeNanoseconds;

        internal static Identity Of(in Stat file) => new()
        {
            Inode = file.Inode,
            Size = file.Size,
            ModifySeconds = file.ModifySeconds,
            ModifyNanoseconds = file.ModifyNanoseconds,
            ChangeSeconds = file.ChangeSeconds,
            ChangeNanoseconds = file.ChangeNanoseconds,
        };

        internal readonly bool Is(in Stat file) =>
            Inode == file.Inode
            && Size == file.Size
            && ModifySeconds == file.ModifySeconds
            && ModifyNanoseconds == file.ModifyNanoseconds
            && ChangeSeconds == file.ChangeSeconds
            && ChangeNanoseconds == file.ChangeNanoseconds;
    }
}
