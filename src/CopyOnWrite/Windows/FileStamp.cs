using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>A file's status, whole by a handle; by a path that is no link (<see cref="OfSource"/>) without id and change time.</summary>
internal readonly record struct FileStamp(FILE_ID_INFO Id, FILE_NETWORK_OPEN_INFORMATION State)
{
    // The attributes with which a clone equals CopyFile's result. Encrypted, compressed, offline, on-demand or otherwise odd files have
    // more to them than blocks, or must be read in a special way, which CopyFile knows.
    private const uint Clonable =
        FILE_ATTRIBUTE_READONLY | FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_SYSTEM | FILE_ATTRIBUTE_ARCHIVE | FILE_ATTRIBUTE_NORMAL
            | FILE_ATTRIBUTE_SPARSE_FILE | FILE_ATTRIBUTE_NOT_CONTENT_INDEXED | FILE_ATTRIBUTE_INTEGRITY_STREAM;

    /// <summary>In bytes.</summary>
    internal long Length => State.EndOfFile;

    /// <summary>In 100 ns since 1601, as the other times.</summary>
    internal long LastWriteTime => State.LastWriteTime;

    /// <summary>Either time counts: a write time may be set back, as NuGet does when it unpacks; the change time moves then.</summary>
    internal long LastChange => Math.Max(State.LastWriteTime, State.ChangeTime);

    internal uint Attributes => State.FileAttributes;
    internal bool IsReadOnly => (Attributes & FILE_ATTRIBUTE_READONLY) != 0;
    internal bool IsSparse => (Attributes & FILE_ATTRIBUTE_SPARSE_FILE) != 0;
    internal bool HasClonableAttributes => (Attributes & ~Clonable) == 0;

    /// <summary>Without an id on a volume that has none. Such a volume cannot clone, and its files are not cached.</summary>
    internal static unsafe int Get(Win32Calls calls, nint file, out FileStamp stamp)
    {
        FILE_ID_INFO id = default;
        _ = calls.GetFileInformation(file, FileIdInfo, &id, sizeof(FILE_ID_INFO));
        int error = calls.GetNetworkOpenInformation(file, out FILE_NETWORK_OPEN_INFORMATION state);
        stamp = new FileStamp(id, state);
        return error;
    }

    /// <summary>Gets the stamp of a file or folder. Opens only links and other reparse points (cloud files, deduplicated files).</summary>
    internal static int OfSource(Win32Calls calls, string path, out FileStamp stamp)
    {
        int error = calls.GetFileAttributes(path, out WIN32_FILE_ATTRIBUTE_DATA data);
        stamp = new FileStamp(default, new FILE_NETWORK_OPEN_INFORMATION
        {
            EndOfFile = data.Length,
            LastWriteTime = data.LastWriteTime,
            FileAttributes = data.FileAttributes,
        });
        if (error != 0 || (data.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) == 0)
        {
            return error;
        }

        error = OpenedFile.ForAttributes(calls, path, out nint handle);
        if (error != 0)
        {
            return error;
        }

        using var file = new OpenedFile(calls, handle);
        return Get(calls, handle, out stamp);
    }

    /// <summary>
    /// Whether a clone has all that CopyFile would copy: no further streams, extended or odd attributes, as a block clone carries the main
    /// stream only. Nor has it fewer blocks than its length needs: the rest is not in the file system (a placeholder), or not there yet.
    /// </summary>
    internal unsafe bool HasOnlyContent(Win32Calls calls, nint file, VolumeInfo volume)
    {
        if (!HasClonableAttributes
            || (!IsSparse && State.AllocationSize < Length)
            || (volume.HasExtendedAttributes && HasExtendedAttributesToCopy(calls, file)))
        {
            return false;
        }

        // Space for the content's stream only: a further stream gives ERROR_MORE_DATA.
        const int Size = 64;
        byte* streams = stackalloc byte[Size];
        return !volume.HasStreams
            || (calls.GetFileInformation(file, FileStreamInfo, streams, Size) == 0 && ((FILE_STREAM_INFO*)streams)->NextEntryOffset == 0);
    }

    /// <summary>
    /// True also where that is unknown. Those of the kernel no copy keeps: "an attempt to set a Kernel EA from user mode will be silently
    /// ignored" (page "Kernel Extended Attributes"). Smart App Control gives one to each program that was started.
    /// </summary>
    /// <param name="file">Open for reading.</param>
    private static unsafe bool HasExtendedAttributesToCopy(Win32Calls calls, nint file)
    {
        const string OfTheKernel = "$KERNEL.";
        const int Most = 64 * 1024; // A file that has more is copied.
        int error = calls.GetEaSize(file, out uint bytes);
        if (error != 0 || bytes == 0)
        {
            return error != 0; // Most files have none.
        }

        var buffer = new int[Most / sizeof(int)];
        fixed (int* start = buffer)
        {
            if (calls.GetEas(file, start, Most) != 0)
            {
                return true;
            }

            for (byte* at = (byte*)start; ; at += ((FILE_FULL_EA_INFORMATION*)at)->NextEntryOffset)
            {
                var entry = (FILE_FULL_EA_INFORMATION*)at;
                string name = Marshal.PtrToStringAnsi((nint)(&entry->EaName), entry->EaNameLength)!;
                if (!name.StartsWith(OfTheKernel, StringComparison.OrdinalIgnoreCase))
                {
                    return true;
                }

                if (entry->NextEntryOffset == 0)
                {
                    return false;
                }
            }
        }
    }
}
