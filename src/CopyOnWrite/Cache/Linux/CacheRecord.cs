using System.Runtime.InteropServices;
using System.Text;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// What stands in an entry's record, before the source's path: which source the entry is of, and which file the entry is. The change time
/// (ctime) tells of every change to a file's content or attributes and cannot be set (inode(7)), so a file whose number and change time
/// are those of the record is the file as it was recorded.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct CacheRecord
{
    internal static readonly int MaximumLength = sizeof(CacheRecord) + NativePath.MaximumLength;

    private const uint OthersWrite = 0x12; // 0022

    private const ulong ThisFormat =
        0x32_65_68_63_61_63_77_6f; // "owcache2" as it stands in the file; entries of format 1 were made of destinations.

    private ulong _format;
    private Identity _source;
    private Identity _entry;

    internal static CacheRecord Of(in Statx source, in Statx entry) =>
        new() { _format = ThisFormat, _source = Identity.Of(source), _entry = Identity.Of(entry) };

    /// <summary>
    /// Whether only this user can have written what stands in the file, even if others could write to the folder in the past. A record that
    /// is this user's names an entry that this user's process made, so the entry's owner need not be asked.
    /// </summary>
    internal static bool IsTrusted(in Statx file) =>
        file.IsRegularFile && file.Uid == geteuid() && (file.Mode & OthersWrite) == 0;

    /// <summary>What stands in a record's file. False when it is none of this path.</summary>
    /// <param name="path">Ended by a zero.</param>
    internal static bool TryParse(byte[] file, int length, byte[] path, out CacheRecord record)
    {
        record = default;
        int recorded = length - sizeof(CacheRecord);
        if (recorded <= 0 || recorded >= path.Length || path[recorded] != 0)
        {
            return false;
        }

        for (int i = 0; i < recorded; i++)
        {
            if (path[i] != file[sizeof(CacheRecord) + i])
            {
                return false;
            }
        }

        fixed (byte* start = file)
        {
            record = *(CacheRecord*)start;
        }

        return true;
    }

    /// <summary>What stands in a record's file, of whatever path it is. False when it is too short for a record.</summary>
    internal static bool TryRead(byte[] file, out CacheRecord record, out string path)
    {
        record = default;
        path = string.Empty;
        if (file.Length <= sizeof(CacheRecord))
        {
            return false;
        }

        fixed (byte* start = file)
        {
            record = *(CacheRecord*)start;
        }

        path = Encoding.UTF8.GetString(file, sizeof(CacheRecord), file.Length - sizeof(CacheRecord));
        return true;
    }

    internal readonly bool IsOfSource(in Statx source) => _format == ThisFormat && _source.Volume == source.Volume && _source.Is(source);

    /// <summary>Whatever the volume's number is today: it may be another after each mount, and the entry lies beside its record.</summary>
    internal readonly bool IsOfEntry(in Statx entry) => _entry.Is(entry) && entry.Size == _source.Size && entry.IsRegularFile;

    /// <summary>Whether a source is as it was when <paramref name="before"/> was asked.</summary>
    internal static bool IsSame(in Statx before, in Statx now) => Identity.Of(before).Is(now);

    [StructLayout(LayoutKind.Sequential)]
    private struct Identity
    {
        internal ulong Volume;
        internal ulong Inode;
        internal ulong Size;
        internal long ModifySeconds;
        internal ulong ModifyNanoseconds;
        internal long ChangeSeconds;
        internal ulong ChangeNanoseconds;

        internal static Identity Of(in Statx file) => new()
        {
            Volume = file.Volume,
            Inode = file.Inode,
            Size = file.Size,
            ModifySeconds = file.ModifySeconds,
            ModifyNanoseconds = file.ModifyNanoseconds,
            ChangeSeconds = file.ChangeSeconds,
            ChangeNanoseconds = file.ChangeNanoseconds,
        };

        internal readonly bool Is(in Statx file) =>
            Inode == file.Inode
            && Size == file.Size
            && ModifySeconds == file.ModifySeconds
            && ModifyNanoseconds == file.ModifyNanoseconds
            && ChangeSeconds == file.ChangeSeconds
            && ChangeNanoseconds == file.ChangeNanoseconds;
    }
}
