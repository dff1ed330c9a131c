using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// How a source is identified and copied, and which may be cached: those whose copy needs only the content, and
/// whose later changes will be noticed.
/// </summary>
internal sealed unsafe partial class WindowsCacheSystem
{
    public bool TryOpenSource(string path, bool letsOthersWrite, out nint file, out FileFingerprint source) =>
        TryOpenSource(path, letsOthersWrite, out file, out source, out _);

    internal bool TryOpenSource(string path, bool letsOthersWrite, out nint file, out FileFingerprint source, out FileStamp stamp)
    {
        source = default;
        stamp = default;

        // Shared as CopyFile shares its source: no program writes to it meanwhile.
        uint share = ReadAndDelete | (letsOthersWrite ? FILE_SHARE_WRITE : 0);
        if (_calls.CreateFile(path, GENERIC_READ, share, OPEN_EXISTING, 0, out file) != 0)
        {
            return false;
        }

        if (FileStamp.Get(_calls, file, out stamp) != 0 || stamp.Id == default)
        {
            _calls.CloseHandle(file);
            return false;
        }

        source = new FileFingerprint(
            stamp.Id.VolumeSerialNumber, stamp.Id.FileIdLow, stamp.Id.FileIdHigh, stamp.Length, stamp.LastWriteTime, stamp.State.ChangeTime);
        return true;
    }

    /// <param name="file">Open for reading, and not shared with writers.</param>
    public Reason WhyNotAdded(nint file, in FileFingerprint source) =>
        FileStamp.Get(_calls, file, out FileStamp stamp) != 0 ? Reason.DifferentVolumes

        // A program that writes through a mapping may have its times set late.
        : platform.IsRecent(stamp) ? Reason.DifferentVolumesTooNew

        // Without change times (FAT, exFAT) a file replaced by another of the same length and write time, as packages are, would not be
        // noticed. A file on another machine has that machine's times.
        : source.Changed != 0
            && (stamp.Attributes & FILE_ATTRIBUTE_SPARSE_FILE) == 0
            && platform.Volumes.Of(file) is { IsRemote: false } volume
            && stamp.HasOnlyContent(_calls, file, volume) ? Reason.None
        : Reason.DifferentVolumes;

    /// <summary>The copy ends with a flush, so it is on the disk before anything is cloned from it (WindowsWorker.Clone.cs).</summary>
    public int Copy(nint source, CacheFolder folder, nint made, long length)
    {
        const int BufferSize = 1024 * 1024;
        int error = 0;
        fixed (byte* buffer = new byte[BufferSize])
        {
            for (long left = length; left > 0 && error == 0; left -= BufferSize)
            {
                int count = (int)Math.Min(left, BufferSize);
                error = _calls.ReadFile(source, buffer, count, out int read);
                error = error != 0 ? error
                    : read != count ? ERROR_HANDLE_EOF // Another program made it shorter.
                    : _calls.WriteFile(made, buffer, count, out _);
            }
        }

        error = error != 0 ? error : _calls.FlushFileBuffers(made);

        // Other errors may be the source's.
        return error == 0 || WinError.OfFile(error) == Reason.VolumeFull ? error : CacheError.OfThisFile;
    }
}
