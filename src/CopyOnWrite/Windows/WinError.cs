using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// What an error number means here. Sources: [MS-FSCC] 2.3.8, the replies to FSCTL_DUPLICATE_EXTENTS_TO_FILE; the page "Block cloning" of
/// the Win32 documentation; the bugs that the library CopyOnWrite lists in its history.
/// </summary>
internal static class WinError
{
    /// <summary>
    /// The meaning of a refused clone: for the volume, for blocks with too many references, for a copy, or for this file.
    /// </summary>
    internal static Reason OfClone(int error) => error switch
    {
        // STATUS_INVALID_DEVICE_REQUEST: no such control in the file system.
        ERROR_INVALID_FUNCTION => Reason.VolumeCannotClone,
        ERROR_BLOCK_TOO_MANY_REFERENCES => Reason.ReferenceLimit,
        ERROR_DISK_FULL or ERROR_HANDLE_DISK_FULL or ERROR_DISK_QUOTA_EXCEEDED or ERROR_WRITE_PROTECT => OfFile(error),

        // 5: a filter driver's or a policy's; if a copy is denied as well, it fails with that error.
        // 50: overlapping, sparse into dense, beyond the allocation. 87: another volume, misaligned, another integrity setting. What is
        // gone (433, 55, 1167, 21, 1005, FVE_E_LOCKED_VOLUME) the copy that follows finds out by itself.
        _ => Reason.FileCannotBeCloned,
    };

    /// <summary>The reason for not handling a file that had to be cloned: an error that a copy would meet as well is named.</summary>
    internal static Reason OfRequiredClone(Reason refusal, int error) =>
        refusal == Reason.FileCannotBeCloned
            && OfFile(error) is var named and (Reason.Locked or Reason.AccessDenied or Reason.InputOutputError)
            ? named
            : refusal;

    /// <summary>The reason for not handling a file whose open, copy or rename failed.</summary>
    internal static Reason OfFile(int error) => error switch
    {
        ERROR_ACCESS_DENIED or ERROR_WRITE_PROTECT => Reason.AccessDenied,
        ERROR_DISK_FULL or ERROR_HANDLE_DISK_FULL or ERROR_DISK_QUOTA_EXCEEDED => Reason.VolumeFull,
        ERROR_CRC or ERROR_IO_DEVICE => Reason.InputOutputError,
        ERROR_INVALID_NAME or ERROR_BAD_PATHNAME or ERROR_FILENAME_EXCED_RANGE or ERROR_DIRECTORY => Reason.UnsupportedPath,
        ERROR_SHARING_VIOLATION or ERROR_LOCK_VIOLATION => Reason.Locked,
        _ => Reason.OtherError,
    };

    /// <summary>The reason for not handling a file where a call failed that looked at or made the destination.</summary>
    internal static Reason OfDestination(int error) =>
        error == ERROR_PATH_NOT_FOUND ? Reason.DestinationFolderMissing : OfFile(error);

    internal static bool IsMissing(int error) => error is ERROR_FILE_NOT_FOUND or ERROR_PATH_NOT_FOUND;

    /// <summary>
    /// Whether an open file that was to get another name in its folder cannot be renamed there. Neither it nor the folder is missing, nor
    /// is that on another volume: folders mounted into Windows containers answered so, where copying worked (moby/moby issue 38256,
    /// microsoft/Windows-Containers issues 147 and 214). Or the call is not known; a name that no file may have gives an invalid parameter,
    /// too, and says nothing of the folder's other files.
    /// </summary>
    internal static bool IsOfRenaming(int error) => IsMissing(error)
        || error == ERROR_NOT_SAME_DEVICE
        || (IsUnknownCall(error) && error != ERROR_INVALID_PARAMETER);

    internal static bool IsThereAlready(int error) => error is ERROR_FILE_EXISTS or ERROR_ALREADY_EXISTS;

    /// <summary>Whether the call is unknown: before Windows 1607, on FAT and network drives (whose flags are the server's).</summary>
    internal static bool IsUnknownCall(int error) =>
        error is ERROR_INVALID_FUNCTION or ERROR_NOT_SUPPORTED or ERROR_INVALID_PARAMETER or ERROR_CALL_NOT_IMPLEMENTED;
}
