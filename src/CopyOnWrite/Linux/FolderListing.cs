using System.ComponentModel;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>Lists names and kinds by getdents64(2): .NET's listing costs an object and a path each, and a call for links.</summary>
internal static unsafe class FolderListing
{
    private const int BufferSize = 32 * 1024;

    // struct linux_dirent64, linux/dirent.h.
    private const int LengthOffset = 16, TypeOffset = 18, NameOffset = 19;
    private const byte DT_UNKNOWN = 0, DT_DIR = 4, DT_REG = 8, DT_LNK = 10;

    internal static bool TryList(string folder, ICollection<FolderEntry> entries, out string? why, string beginning)
    {
        var path = new byte[NativePath.MaximumLength];
        if (!NativePath.TryEncode(folder, path))
        {
            why = ReasonText.Of(Reason.UnsupportedPath);
            return false;
        }

        using var opened = new Fd(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0));
        int error = opened.IsOpen ? Read(opened.Number, entries, beginning) : Error;
        why = error == 0 ? null : new Win32Exception(error).Message;
        return error == 0;
    }

    /// <summary>0 or the errno.</summary>
    /// <param name="folder">Just opened.</param>
    internal static int Read(int folder, ICollection<FolderEntry> entries, string beginning = "")
    {
        var buffer = new byte[BufferSize];
        fixed (byte* start = buffer)
        {
            nint length;
            while ((length = getdents64(SYS_getdents64, folder, start, BufferSize)) > 0)
            {
                for (nint place = 0; place < length; place += *(ushort*)(start + place + LengthOffset))
                {
                    AddEntry(folder, start + place, entries, beginning);
                }
            }

            return length == 0 ? 0 : Error;
        }
    }

    private static void AddEntry(int folder, byte* entry, ICollection<FolderEntry> entries, string beginning)
    {
        byte* name = entry + NameOffset;
        int length = 0;
        while (name[length] != 0)
        {
            length++;
        }

        string text = NativePath.Decode(name, length);
        if (text is not ("." or "..") && text.StartsWith(beginning, StringComparison.Ordinal))
        {
            entries.Add(new FolderEntry(text, KindOf(folder, name, length, entry[TypeOffset])));
        }
    }

    private static EntryKind KindOf(int folder, byte* name, int length, byte type) => type switch
    {
        DT_REG => EntryKind.File,
        DT_DIR => EntryKind.Folder,
        DT_LNK => EntryKind.Link,

        // Not every file system keeps the kind with the name (readdir(3)).
        DT_UNKNOWN when TryGetStatus(folder, Copy(name, length), out Statx status) => KindOf(status),
        _ => EntryKind.Other,
    };

    private static byte[] Copy(byte* name, int length)
    {
        var copy = new byte[length + 1];
        Marshal.Copy((nint)name, copy, 0, length);
        return copy;
    }

    internal static EntryKind KindOf(in Statx status) =>
        status.IsRegularFile ? EntryKind.File
        : status.IsFolder ? EntryKind.Folder
        : status.IsLink ? EntryKind.Link
        : EntryKind.Other;
}
