using System.Text;

namespace CopyOnWrite;

/// <summary>
/// What is in an entry's record: numbers of 8 bytes that identify the source and the entry's file, and the source's
/// path, for people.
/// </summary>
internal sealed unsafe class CacheRecord
{
    private const ulong ThisFormat = 0x33_65_68_63_61_63_77_6f; // "owcache3" in the file.
    private const int HeadLength = 17 * sizeof(ulong);

    /// <summary>In bytes, with the first byte of the path, which a record must have.</summary>
    internal const int DecidingLength = HeadLength + 1;

    /// <summary>In bytes; longer paths are cut, as they are only shown.</summary>
    internal const int MaximumLength = HeadLength + (16 * 1024);

    private readonly Head _head;

    internal CacheRecord(in FileNumbers source, in FileNumbers entry) =>
        _head = new Head { Format = ThisFormat, Source = source, Entry = entry };

    private CacheRecord(in Head head) => _head = head;

    internal bool IsOfSource(in FileNumbers source) => _head.Source.Is(source);

    internal bool IsOfEntry(in FileNumbers entry) => _head.Entry.IsInFolder(entry) && _head.Entry.Length == _head.Source.Length;

    /// <summary>The content of the record's file.</summary>
    internal byte[] Write(string path)
    {
        var file = new byte[HeadLength + Encoding.UTF8.GetByteCount(path)];
        fixed (byte* start = file)
        {
            *(Head*)start = _head;
        }

        _ = Encoding.UTF8.GetBytes(path, 0, path.Length, file, HeadLength);
        return file;
    }

    /// <summary>Null when it is not a record, or of another format.</summary>
    internal static CacheRecord? Read(byte[] file, int length)
    {
        fixed (byte* start = file)
        {
            return length >= DecidingLength && ((Head*)start)->Format == ThisFormat ? new CacheRecord(*(Head*)start) : null;
        }
    }

    internal static string PathIn(byte[] file, int length) => Encoding.UTF8.GetString(file, HeadLength, length - HeadLength);

    private struct Head
    {
        internal ulong Format;
        internal FileNumbers Source;
        internal FileNumbers Entry;
    }
}
