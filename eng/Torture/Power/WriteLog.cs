namespace CopyOnWrite.Torture.Power;

/// <summary>
/// The writes to a disk, in order: the log of dm-log-writes (Documentation/admin-guide/device-mapper/log-writes.rst), which
/// QEMU's block driver blklogwrites writes as well. A sector for the log, then for each entry one that describes it and its content.
/// </summary>
internal sealed class WriteLog
{
    private const ulong Magic = 0x6a736677736872;
    private const long IsFlush = 1;
    private const long IsDiscard = 4;
    private const long IsMark = 8;

    private readonly string _file;
    private readonly List<Entry> _entries = [];

    internal WriteLog(string file)
    {
        _file = file;
        using var reader = new BinaryReader(File.OpenRead(file));
        if (reader.ReadUInt64() != Magic)
        {
            throw new InvalidDataException($"{file} is no log of writes.");
        }

        _ = reader.ReadInt64(); // The version.
        long count = reader.ReadInt64();
        int sector = reader.ReadInt32();
        for (long i = 0, at = sector; i < count; i++)
        {
            reader.BaseStream.Position = at;
            long offset = reader.ReadInt64() * sector;
            long length = reader.ReadInt64() * sector;
            long flags = reader.ReadInt64();
            length = (flags & (IsDiscard | IsMark)) == 0 ? length : 0;
            _entries.Add(new Entry(offset, length, at + sector, (flags & IsFlush) != 0));
            at += sector + length;
        }
    }

    /// <summary>The number of entries before each flush, when everything written until then was on the disk.</summary>
    internal IEnumerable<int> Flushes => Enumerable.Range(1, _entries.Count).Where(before => _entries[before - 1].Flushes);

    internal int Count => _entries.Count;

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

    private readonly record struct Entry(long Offset, long Length, long ContentAt, bool Flushes);
}
