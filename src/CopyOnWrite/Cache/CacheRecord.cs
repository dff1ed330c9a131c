using System;
using System.Text;

namespace CopyOnWrite;

/// <summary>
/// What is in an entry's record: numbers of 8 bytes, which say of which source the entry is and which file the entry is, and the source's
/// path, for people.
/// </summary>
internal sealed class CacheRecord
{
    private const ulong ThisFormat = 0x33_65_68_63_61_63_77_6f; // "owcache3" in the file.
    private const int Numbers = 1 + (2 * FileNumbers.Count);
    private const int HeadLength = Numbers * sizeof(ulong);

    /// <summary>In bytes, with the first one of the path: a record without one is none.</summary>
    internal const int DecidingLength = HeadLength + 1;

    /// <summary>In bytes, of which people are shown the path.</summary>
    internal const int MaximumLength = HeadLength + (16 * 1024);

    private readonly FileNumbers _source;
    private readonly FileNumbers _entry;

    internal CacheRecord(in FileNumbers source, in FileNumbers entry)
    {
        _source = source;
        _entry = entry;
    }

    internal bool IsOfSource(in FileNumbers source) => _source.Is(source);

    internal bool IsOfEntry(in FileNumbers entry) => _entry.IsInFolder(entry) && _entry.Length == _source.Length;

    /// <summary>What is to be in the record's file.</summary>
    internal byte[] Write(string path)
    {
        var numbers = new ulong[Numbers];
        numbers[0] = ThisFormat;
        _source.Write(numbers, 1);
        _entry.Write(numbers, 1 + FileNumbers.Count);
        byte[] encoded = Encoding.UTF8.GetBytes(path);
        var file = new byte[HeadLength + encoded.Length];
        Buffer.BlockCopy(numbers, 0, file, 0, HeadLength);
        Buffer.BlockCopy(encoded, 0, file, HeadLength, encoded.Length);
        return file;
    }

    /// <summary>Null when it is none, or of another format.</summary>
    internal static CacheRecord? Read(byte[] file, int length)
    {
        if (length < DecidingLength || BitConverter.ToUInt64(file, 0) != ThisFormat)
        {
            return null;
        }

        var numbers = new ulong[Numbers];
        Buffer.BlockCopy(file, 0, numbers, 0, HeadLength);
        return new CacheRecord(FileNumbers.Read(numbers, 1), FileNumbers.Read(numbers, 1 + FileNumbers.Count));
    }

    internal static string PathIn(byte[] file, int length) => Encoding.UTF8.GetString(file, HeadLength, length - HeadLength);
}
