namespace CopyOnWrite.Tests.Windows;

/// <summary>Reading, writing and flushing.</summary>
internal sealed unsafe partial class RefsModel
{
    public override int ReadFile(nint file, void* buffer, int count, out int read)
    {
        nint to = (nint)buffer;

        // A link that was not followed has no content.
        return Ask(file, nameof(ReadFile), out read, opened => opened.Stream?.Read(new Span<byte>((void*)to, count)) ?? 0, GENERIC_READ);
    }

    public override int WriteFile(nint file, void* buffer, int count, out int written)
    {
        nint from = (nint)buffer;
        return Ask(file, nameof(WriteFile), out written, Write, GENERIC_WRITE);

        int Write(Opened opened)
        {
            long offset = opened.Stream!.Position;
            opened.Stream.Write(new ReadOnlySpan<byte>((void*)from, count));
            opened.File.Write(offset, count);
            Note(opened);
            return count;
        }
    }

    /// <summary>
    /// Nothing is written for a handle that may not write (page "FlushFileBuffers"): opening the source unbuffered, or flushing it by the
    /// handle that it is read by, leaves what others have written where it is.
    /// </summary>
    public override int FlushFileBuffers(nint file)
    {
        int error = Ask(file, nameof(FlushFileBuffers), out ModelFile? flushed, opened => FileAt(opened.Path), GENERIC_WRITE);
        flushed?.Flush();
        return error;
    }
}
