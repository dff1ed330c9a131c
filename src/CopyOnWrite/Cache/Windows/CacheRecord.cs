using System;
using System.Text;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// What stands in an entry's record: numbers of 8 bytes that say which source the entry is of and which file the entry is, and the source's
/// path, for people.
/// </summary>
internal sealed class CacheRecord
{
    // "owcachew" as it stands in the file. Linux's records, which a folder may have too (a volume that both systems use), begin otherwise.
    private const ulong ThisFormat = 0x77_65_68_63_61_63_77_6f;

    private const int Numbers = 13;
    private const int HeadLength = Numbers * sizeof(long);

    /// <summary>In bytes, with the first one of the path: a record without one is none.</summary>
    internal const int DecidingLength = HeadLength + 1;

    private readonly ulong[] _numbers;

    private CacheRecord(ulong[] numbers) => _numbers = numbers;

    internal static CacheRecord Of(in SourceIdentity source, in FileStamp entry) => new(
    [
        ThisFormat,
        source.Stamp.Id.VolumeSerialNumber,
        source.Stamp.Id.FileIdLow,
        source.Stamp.Id.FileIdHigh,
        (ulong)source.Stamp.Length,
        (ulong)source.Stamp.State.LastWriteTime,
        (ulong)source.Stamp.State.ChangeTime,
        (ulong)source.Usn,
        entry.Id.FileIdLow,
        entry.Id.FileIdHigh,
        (ulong)entry.Length,
        (ulong)entry.State.LastWriteTime,
        (ulong)entry.State.ChangeTime,
    ]);

    /// <summary>False when it is none.</summary>
    internal static bool TryRead(byte[] file, int length, out CacheRecord? record)
    {
        record = null;
        if (length < DecidingLength || BitConverter.ToUInt64(file, 0) != ThisFormat)
        {
            return false;
        }

        var numbers = new ulong[Numbers];
        Buffer.BlockCopy(file, 0, numbers, 0, HeadLength);
        record = new CacheRecord(numbers);
        return true;
    }

    internal static string PathIn(byte[] file, int length) => Encoding.UTF8.GetString(file, HeadLength, length - HeadLength);

    internal byte[] Write(string path)
    {
        byte[] encoded = Encoding.UTF8.GetBytes(path);
        var file = new byte[HeadLength + encoded.Length];
        Buffer.BlockCopy(_numbers, 0, file, 0, HeadLength);
        Buffer.BlockCopy(encoded, 0, file, HeadLength, encoded.Length);
        return file;
    }

    internal bool IsOfSource(in SourceIdentity source)
    {
        CacheRecord wanted = Of(source, default);
        for (int i = 1; i < 8; i++)
        {
            if (_numbers[i] != wanted._numbers[i])
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>
    /// Whatever the volume's number is today: the entry lies beside its record. The change time moves with every change of content or
    /// attributes, and nobody but this user, SYSTEM and administrators can set it there (<see cref="SecurityDescriptor"/>).
    /// </summary>
    internal bool IsOfEntry(in FileStamp entry)
    {
        CacheRecord wanted = Of(default, entry);
        for (int i = 8; i < Numbers; i++)
        {
            if (_numbers[i] != wanted._numbers[i])
            {
                return false;
            }
        }

        return _numbers[4] == _numbers[10] && (entry.Attributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT)) == 0;
    }
}
