namespace CopyOnWrite.Tests.Windows;

/// <summary>Reading, writing and flushing.</summary>
internal sealed unsafe partial class RefsModel
{
    public int ReadFile(nint file, void* buffer, int count, out int read)
    {
        int got = 0;
        nint to = (nint)buffer;
        int error = With(file, nameof(ReadFile), opened =>
        {
            if (!opened.May(GENERIC_READ))
            {
                return ERROR_ACCESS_DENIED;
            }

            got = opened.Stream?.Read(new Span<byte>((void*)to, count)) ?? 0; // A link that was not followed has no content.
            return 0;
        });
        read = got;
        return error;
    }

    public int WriteFile(nint file, void* buffer, int count, out int written)
    {
        nint from = (nint)buffer;
        int error = With(file, nameof(WriteFile), opened =>
        {
            if (!opened.May(GENERIC_WRITE))
            {
                return ERROR_ACCESS_DENIED;
            }

            long offset = opened.Stream!.Position;
            opened.Stream.Write(new ReadOnlySpan<byte>((void*)from, count));
            opened.File.Write(offset, count);
            Note(opened);
            return 0;
        });
        written = error == 0 ? count : 0;
        return error;
    }

    /// <summary>
    /// Nothing is written for a handle that may not write (page "FlushFileBuffers"): opening the source unbuffered, or flushing it by the
    /// handle that it is read by, leaves what others have written where it is.
    /// </summary>
    public int FlushFileBuffers(nint file) => With(file, nameof(FlushFileBuffers), opened =>
    {
        if (!opened.May(GENERIC_WRITE))
        {
            return ERROR_ACCESS_DENIED;
        }

        FileAt(opened.Path).Flush();
        return 0;
    });
}
