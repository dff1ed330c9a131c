using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// The volumes that answered, by serial number; each is queried once in five minutes. Two volumes may have one number (a copy of a virtual
/// disk): a clone between them is refused, and the file is copied.
/// </summary>
internal sealed class VolumeCache(Win32Calls calls)
{
    // One slot per volume or folder; two in one slot replace each other.
    private const int Places = 256;
    private const int BelievedMilliseconds = 1000;

    private readonly VolumeInfo?[] _volumes = new VolumeInfo?[Places];
    private readonly Folder?[] _folders = new Folder?[Places];

    /// <summary>The volume; null when it gives no answer: some network drives, a volume that is locked, raw or gone.</summary>
    internal unsafe VolumeInfo? Of(nint file)
    {
        FILE_ID_INFO id;
        if (calls.GetFileInformation(file, FileIdInfo, &id, sizeof(FILE_ID_INFO)) != 0)
        {
            return null;
        }

        ulong serial = id.VolumeSerialNumber;
        VolumeInfo? known = _volumes[serial % Places];
        long now = calls.SystemTime();
        return known?.Serial == serial && known.IsBelieved(now) ? known
            : calls.GetVolumeFlags(file, out uint flags, out string name) != 0
                || calls.GetVolumeSize(file, out FILE_FS_SIZE_INFORMATION size) != 0 ? null
            : _volumes[serial % Places] = new VolumeInfo(
                serial, flags, name.Equals("ReFS", StringComparison.OrdinalIgnoreCase), size.ClusterBytes, IsRemote(file), now);
    }

    /// <summary>
    /// The volume of a file's folder, so that files that will not be cloned need not be opened; null when the folder is missing, or its
    /// volume gives no answer. Believed for a second, as is no answer: a volume that is mounted, unlocked or taken away is soon noticed.
    /// </summary>
    internal VolumeInfo? OfFolder(string path)
    {
        ulong hash = Win32Path.HashOfFolder(path);
        int now = Environment.TickCount;
        Folder? known = _folders[hash % Places];
        if (known is null || known.Hash != hash || unchecked(now - known.Since) > BelievedMilliseconds)
        {
            int error = OpenedFile.ForAttributes(calls, Win32Path.FolderOf(path), out nint folder);
            if (WinError.IsMissing(error))
            {
                return null; // The caller makes it and asks again.
            }

            known = new Folder(hash, now, error == 0 ? Of(folder) : null);
            _folders[hash % Places] = known;
            if (error == 0)
            {
                calls.CloseHandle(folder);
            }
        }

        return known.Volume;
    }

    /// <summary>A local file has no such information (page "FILE_REMOTE_PROTOCOL_INFO").</summary>
    private unsafe bool IsRemote(nint file)
    {
        const int MoreThanItTakes = 512;
        long* protocol = stackalloc long[MoreThanItTakes / sizeof(long)];
        return calls.GetFileInformation(file, FileRemoteProtocolInfo, protocol, MoreThanItTakes) == 0;
    }

    private sealed record Folder(ulong Hash, int Since, VolumeInfo? Volume);
}
