using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// The file in the making, beside the destination under a temporary name, and renamed to it at the end: what a killed process leaves
/// never has the destination's name, so no target with Inputs and Outputs considers it done. A clone is open without sharing, as CopyFile
/// has its destination, so no other program reads or deletes a file that is not finished.
/// </summary>
/// <param name="handle">With DELETE and FILE_WRITE_ATTRIBUTES.</param>
/// <param name="volume">Null where it gives no answer; then no rename has POSIX semantics.</param>
internal readonly unsafe struct WindowsDestinationFile(
    WindowsPlatform platform, CloneCall call, nint handle, string temporary, string path, VolumeInfo? volume)
{
    internal nint Handle { get; } = handle;

    /// <summary>Creates it, empty. After an error nothing is left behind.</summary>
    internal static int Create(
        WindowsPlatform platform, CloneCall call, string path, VolumeInfo volume, uint attributes, out WindowsDestinationFile created)
    {
        nint handle = INVALID_HANDLE_VALUE;
        int error = WindowsTempFile.Make(
            platform.Calls, path, joinsLeftovers: true, name => Open(platform.Calls, name, attributes, out handle), out string temporary);
        created = error == 0 ? new WindowsDestinationFile(platform, call, handle, temporary, path, volume) : default;
        return error;
    }

    /// <summary>Stamps as CopyFile: the source's write time, others new. A read-only source's copy is Normal (built-in task).</summary>
    internal int Stamp(in FileStamp source)
    {
        uint attributes = source.Attributes;
        var change = new FILE_BASIC_INFO
        {
            LastWriteTime = source.LastWriteTime,
            FileAttributes = (attributes & FILE_ATTRIBUTE_READONLY) != 0 ? FILE_ATTRIBUTE_NORMAL
                : (attributes & FILE_ATTRIBUTE_NOT_CONTENT_INDEXED) != 0
                    ? AtCreation(attributes) | FILE_ATTRIBUTE_ARCHIVE | FILE_ATTRIBUTE_NOT_CONTENT_INDEXED
                : 0,
        };
        return platform.Calls.SetFileInformation(Handle, FileBasicInfo, &change, sizeof(FILE_BASIC_INFO));
    }

    /// <summary>Renames the finished file to the destination, and closes it. After an error the destination is as it was.</summary>
    /// <param name="done">The outcome where that succeeds; otherwise it is of kind NotHandled.</param>
    internal CloneOutcome Publish(in CloneOutcome done, long writeTime, bool replaces)
    {
        int[]? usedBy = null;
        int error = platform.Rename(Handle, path, replaces, volume);
        if (replaces && call.ReplacesFilesInUse && error is ERROR_ACCESS_DENIED or ERROR_USER_MAPPED_FILE)
        {
            error = ReplaceInUse(out usedBy);
        }

        if (error != 0)
        {
            bool isDenied = !replaces && error == ERROR_ACCESS_DENIED && !WindowsTempFile.IsTaken(platform.Calls, path, error);
            if (WinError.IsOfRenaming(error) || isDenied)
            {
                platform.Rights.Refuse(path);
            }

            Discard();
            return WindowsWorker.NotMade(error);
        }

        if (replaces)
        {
            // A rename is no change of the new name for a program that waits for FILE_ACTION_MODIFIED (dotnet/corefx issue 9462).
            // Setting a time is, whether it differs or not (FatSetBasicInfo in fastfat of microsoft/Windows-driver-samples). A copy of a
            // source that has changed meanwhile gets the older time, and is copied again by the next build.
            var again = new FILE_BASIC_INFO { LastWriteTime = writeTime };
            _ = platform.Calls.SetFileInformation(Handle, FileBasicInfo, &again, sizeof(FILE_BASIC_INFO));
        }

        platform.Calls.CloseHandle(Handle);
        return done with { UsedBy = usedBy };
    }

    /// <summary>
    /// Replaces a file that programs have loaded. Windows neither deletes nor overwrites it, but renames it (page "Dynamic-Link Library
    /// Updates" of the Win32 documentation): the old file gets a name beside its own, and the new one, which is finished, takes its place.
    /// After an error the old one has its name again.
    /// </summary>
    /// <param name="usedBy">See <see cref="CloneOutcome.UsedBy"/>.</param>
    private int ReplaceInUse(out int[]? usedBy)
    {
        usedBy = null;

        // Shares reading only: so it is refused where a program has the file open for writing, or without sharing its deletion (a
        // debugger's symbols), and no other process deletes the old file before the new one is in place.
        Win32Calls calls = platform.Calls;
        const uint Access = DELETE | FILE_READ_ATTRIBUTES;
        int error = calls.CreateFile(path, Access, FILE_SHARE_READ, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT, out nint old);
        if (error != 0)
        {
            return error == ERROR_SHARING_VIOLATION ? error : ERROR_ACCESS_DENIED;
        }

        using var file = new OpenedFile(calls, old);
        if (!MoveAside(calls, old))
        {
            return ERROR_ACCESS_DENIED;
        }

        error = calls.Rename(Handle, path, flags: 0);
        if (error != 0)
        {
            // Refused only where another process has made a file of that name, which stays then.
            _ = calls.Rename(old, path, flags: 0);
        }
        else if (!WindowsTempFile.TryDelete(calls, old))
        {
            // Only a file that is mapped cannot be deleted while others have it open and share its deletion.
            usedBy = calls.GetProcessesUsing(old, out int[] users) == 0 ? users : [];
            platform.OldFiles.Keeps(path);
        }

        return error;
    }

    /// <summary>Renames the old file to a free side name, first deleting side files that are no longer open.</summary>
    private bool MoveAside(Win32Calls calls, nint old)
    {
        for (int number = 0; number < ReplacedFiles.MostOfOneName; number++)
        {
            string aside = Win32Path.ReplacedBeside(path, number);
            int error = calls.Rename(old, aside, flags: 0);
            if (error == 0
                || (WinError.IsThereAlready(error) && calls.DeleteFile(aside) == 0 && calls.Rename(old, aside, flags: 0) == 0))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Closes and deletes it: by its handle, so that no other file of this name is; where that is refused, by its name.</summary>
    internal void Discard()
    {
        bool isDeleted = WindowsTempFile.TryDelete(platform.Calls, Handle);
        platform.Calls.CloseHandle(Handle);
        if (!isDeleted && WindowsTempFile.RemoveLeftover(platform.Calls, temporary) == ERROR_ACCESS_DENIED)
        {
            platform.Rights.Refuse(path);
        }
    }

    // FILE_FLAG_OPEN_REPARSE_POINT: a link planted under this name counts as existing and is not followed.
    private static int Open(Win32Calls calls, string path, uint attributes, out nint handle) =>
        calls.CreateFile(
            path, GENERIC_READ | GENERIC_WRITE | DELETE, 0, CREATE_NEW, AtCreation(attributes) | FILE_FLAG_OPEN_REPARSE_POINT, out handle);

    /// <summary>The attributes that CreateFile accepts (its page lists them) and the copy keeps.</summary>
    private static uint AtCreation(uint attributes)
    {
        uint kept = attributes & (FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_SYSTEM | FILE_ATTRIBUTE_ARCHIVE);
        return (attributes & FILE_ATTRIBUTE_READONLY) != 0 || kept == 0 ? FILE_ATTRIBUTE_NORMAL : kept;
    }
}
