using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>A file of a few bytes beside the entries of a cache, read or written at once. Links are not followed.</summary>
internal static unsafe class SmallFile
{
    internal const uint ShareAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

    /// <summary>0, or the error; then no file is left. A file that is there is ERROR_FILE_EXISTS.</summary>
    internal static int Create(IWindowsCalls calls, string path, byte[] content)
    {
        int error = CreateOpen(calls, path, content, out nint file);
        if (error == 0)
        {
            calls.CloseHandle(file);
        }

        return error;
    }

    /// <summary>The same, and the file stays open: with DELETE, so that it can be renamed.</summary>
    internal static int CreateOpen(IWindowsCalls calls, string path, byte[] content, out nint file)
    {
        int error = calls.CreateFile(
            path, GENERIC_WRITE | DELETE, 0, CREATE_NEW, FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT, out file);
        if (error != 0)
        {
            return error;
        }

        error = Write(calls, file, content);
        if (error != 0)
        {
            LockedTempFile.Discard(calls, file, volume: null);
        }

        return error;
    }

    /// <summary>From where the file stands.</summary>
    internal static int Write(IWindowsCalls calls, nint file, byte[] content)
    {
        if (content.Length == 0)
        {
            return 0;
        }

        fixed (byte* start = content)
        {
            int error = calls.WriteFile(file, start, content.Length, out int written);
            return error != 0 ? error : written == content.Length ? 0 : ERROR_DISK_FULL;
        }
    }

    /// <summary>How many bytes there are, at most the buffer's length; -1 when it cannot be read.</summary>
    internal static int Read(IWindowsCalls calls, string path, byte[] buffer)
    {
        if (calls.CreateFile(path, GENERIC_READ, ShareAll, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT, out nint file) != 0)
        {
            return -1;
        }

        int length = Read(calls, file, buffer);
        calls.CloseHandle(file);
        return length;
    }

    /// <inheritdoc cref="Read(IWindowsCalls, string, byte[])"/>
    internal static int Read(IWindowsCalls calls, nint file, byte[] buffer)
    {
        fixed (byte* start = buffer)
        {
            return calls.ReadFile(file, start, buffer.Length, out int read) == 0 ? read : -1;
        }
    }
}
