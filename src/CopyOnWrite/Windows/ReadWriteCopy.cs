using System;
using System.Runtime.InteropServices;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// Reads and writes one open file into another, for an entry of the cache, which is to be on the disk.
/// </summary>
internal static unsafe class ReadWriteCopy
{
    private const int BufferSize = 1024 * 1024;

    /// <summary>0, or the error of the call that failed. Both files stand at their beginning; the destination is emptied first.</summary>
    internal static int Copy(IWindowsCalls calls, nint source, nint destination, long length)
    {
        long none = 0;
        int error = calls.SetFileInformation(destination, FileEndOfFileInfo, &none, sizeof(long));
        byte* buffer = (byte*)Marshal.AllocHGlobal(BufferSize);
        for (long left = length; left > 0 && error == 0;)
        {
            error = calls.ReadFile(source, buffer, BufferSize, out int read);
            if (error == 0 && read != Math.Min(left, BufferSize))
            {
                error = ERROR_HANDLE_EOF; // Another program made it shorter, or longer.
            }

            error = error != 0 ? error : calls.WriteFile(destination, buffer, read, out _);
            left -= read;
        }

        Marshal.FreeHGlobal((nint)buffer);

        // Later clones are made of it.
        return error != 0 ? error : calls.FlushFileBuffers(destination);
    }
}
