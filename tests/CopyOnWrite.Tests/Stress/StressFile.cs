using System.IO.MemoryMappedFiles;

namespace CopyOnWrite.Tests.Stress;

/// <summary>A source file's number says its length, its content and how it is written. Each thread has one, with a buffer.</summary>
internal sealed unsafe class StressFile(bool isMapped) : IDisposable
{
    internal const int MostBytes = 1 << 20;
    private const int LeastBytes = 4096;

    // An unbuffered read needs a buffer, an offset and a count that are multiples of the sector, and goes a little beyond the end.
    private const int Alignment = 1 << 16;
    private const FileOptions NoBuffering = (FileOptions)0x20000000;

    private readonly byte* _buffer = (byte*)NativeMemory.AlignedAlloc(MostBytes + Alignment, Alignment);

    /// <summary>Whole clusters and not, from 4 KiB to 1 MiB.</summary>
    internal static int LengthOf(int file)
    {
        int whole = LeastBytes << (file % 8);
        return file % 100 == 99 ? MostBytes : file % 3 == 0 ? whole : whole + (int)(file * 2657L % whole);
    }

    public void Dispose() => NativeMemory.AlignedFree(_buffer);

    /// <summary>Writes the file and leaves it to the cache, as a compiler does. The caller disposes the result after the copy.</summary>
    internal IDisposable? Write(string path, int file)
    {
        Span<byte> content = new(_buffer, LengthOf(file));
        FilePattern.Fill(content, file);
        switch (isMapped ? 2 : file % 4)
        {
            case 1:
                // The length first: what is valid of the file grows while it is written.
                using (FileStream stream = new(path, FileMode.CreateNew, FileAccess.Write, FileShare.Read, bufferSize: 0))
                {
                    stream.SetLength(content.Length);
                    stream.Write(content);
                }

                return null;
            case 2:
                // Linkers write like this.
                using (MemoryMappedFile map = MemoryMappedFile.CreateFromFile(path, FileMode.CreateNew, null, content.Length))
                using (MemoryMappedViewAccessor view = map.CreateViewAccessor(0, content.Length))
                {
                    byte* start = null;
                    view.SafeMemoryMappedViewHandle.AcquirePointer(ref start);
                    content.CopyTo(new Span<byte>(start, content.Length));
                    view.SafeMemoryMappedViewHandle.ReleasePointer();
                    view.SafeMemoryMappedViewHandle.Dispose(); // Or the accessor flushes it.
                }

                return null;
            default:
                using (SafeFileHandle to = File.OpenHandle(path, FileMode.CreateNew, FileAccess.Write, FileShare.Read))
                {
                    RandomAccess.Write(to, content[..(content.Length / 2)], 0);
                    RandomAccess.Write(to, content[(content.Length / 2)..], content.Length / 2);
                }

                // A virus scanner has the file open when it is copied, with all sharing.
                return file % 4 == 3 ? Open(path, FileAccess.Read, FileOptions.None) : null;
        }
    }

    /// <summary>Null when it is right, otherwise the fault.</summary>
    internal string? WhatIsWrong(string path, int file, bool unbuffered)
    {
        int length = LengthOf(file);
        using SafeFileHandle from = Open(path, FileAccess.Read, unbuffered && OperatingSystem.IsWindows() ? NoBuffering : FileOptions.None);
        long there = RandomAccess.GetLength(from);
        if (there != length)
        {
            return $"{path}: {there} bytes long, not {length}";
        }

        int read = 0;
        while (read < length
            && RandomAccess.Read(from, new Span<byte>(_buffer + read, MostBytes + Alignment - read), read) is var more and > 0)
        {
            read += more;
        }

        return read < length ? $"{path}: reading ended at byte {read} of {length}"
            : FilePattern.Check(new ReadOnlySpan<byte>(_buffer, length), file) is not { } wrong ? null
            : $"{path}: wrong from byte {wrong.Offset} on, {wrong.Length} of {length} bytes in a row, the first is 0x{wrong.First:x2}";
    }

    /// <summary>Flushes it to the disk, so that unbuffered reads show the file system's content.</summary>
    internal static void Flush(string path)
    {
        using SafeFileHandle file = Open(path, FileAccess.ReadWrite, FileOptions.None);
        RandomAccess.FlushToDisk(file);
    }

    private static SafeFileHandle Open(string path, FileAccess access, FileOptions options) =>
        File.OpenHandle(path, FileMode.Open, access, FileShare.ReadWrite | FileShare.Delete, options);
}
