using System.Buffers.Binary;

namespace CopyOnWrite.Torture.Power;

/// <summary>
/// The writes to a disk, in order: the log of dm-log-writes (Documentation/admin-guide/device-mapper/log-writes.rst), which
/// QEMU's block driver blklogwrites writes as well. A sector for the log, then for each entry one that describes it and its content.
/// </summary>
internal sealed class WriteLog
{
    private const ulong Magic = 0x6a736677736872;
    private const ulong IsFlush = 1;
    private const ulong IsDiscard = 4;
    private const ulong IsMark = 8;

    private readonly string _file;
    private readonly List<Entry> _entries = [];

    private WriteLog(string file) => _file = file;

    /// <summary>
    /// The number of entries before each flush, when everything written until then was on the disk.
    /// </summary>
    internal IEnumerable<int> Flushes => Enumerable.Range(1, _entries.Count).Where(before => _entries[before - 1].Flushes);

    internal int Count => _entries.Count;

    internal static WriteLog Read(string file)
    {
        var log = new WriteLog(file);
        using FileStream stream = File.OpenRead(file);
        var words = new byte[32];
        stream.ReadExactly(words);
        if (BinaryPrimitives.ReadUInt64LittleEndian(words) != Magic)
        {
            throw new InvalidDataException($"{file} is no log of writes.");
        }

        ulong count = Word(words, 2);
        int sector = BinaryPrimitives.ReadInt32LittleEndian(words.AsSpan(24));
        long at = sector;
        for (ulong i = 0; i < count; i++)
        {
            stream.Position = at;
            stream.ReadExactly(words);
            ulong flags = Word(words, 2);
            long length = (long)Word(words, 1) * sector;
            bool hasContent = (flags & (IsDiscard | IsMark)) == 0;
            log._entries.Add(new Entry((long)Word(words, 0) * sector, hasContent ? length : 0, at + sector, (flags & IsFlush) != 0));
            at += sector + (hasContent ? length : 0);
        }

        return log;
    }

    /// <summary>
    /// Writes the entries from one on to another into a disk. What was discarded keeps its content, as it may on a real disk.
    /// </summary>
    internal void Replay(string disk, int from, int to)
    {
        using FileStream log = File.OpenRead(_file);
        using FileStream image = File.OpenWrite(disk);
        for (int i = from; i < to; i++)
        {
            Entry entry = _entries[i];
            var content = new byte[entry.Length];
            log.Position = entry.ContentAt;
            log.ReadExactly(content);
            image.Position = entry.Offset;
            image.Write(content);
        }
    }

    private static ulong Word(byte[] words, int number) => BinaryPrimitives.ReadUInt64LittleEndian(words.AsSpan(number * 8));

    private readonly record struct Entry(long Offset, long Length, long ContentAt, bool Flushes);
}
