using System.ComponentModel;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>The facts that a process knows about this system and its volumes. Tests inherit it.</summary>
/// <param name="pairs">What is known of the volumes; null never clones: only copies.</param>
internal class WindowsPlatform(Win32Calls calls, Refusals? pairs) : Platform
{
    // Windows 11 24H2 and Server 2025, whose CopyFile clones; cloning explicitly is slower there for small files. Microsoft's page "Block
    // cloning" names KB5034848 for 22H2 and 23H2 (22621.3235, 22631.3235), the engineer's own articles 24H2 only, and nothing shows which
    // of those machines have it switched on: an explicit clone is right either way.
    internal const int FirstBuildThatClones = 26100;

    // The cache manager's lazy writer writes an eighth of the dirty pages each second (page "File Caching"), so a healthy disk needs about
    // 10 s. Windows gives no upper bound: 120 s is a safety factor of 12.
    internal const long RecentTime = 120 * TimeSpan.TicksPerSecond;

    private readonly object[] _locks = Enumerable.Range(0, 64).Select(_ => new object()).ToArray();

    internal Win32Calls Calls => calls;
    internal Refusals? Pairs => pairs;
    internal VolumeCache Volumes { get; } = new(calls);
    internal FolderRights Rights => field ??= new FolderRights(calls, RefusingFolders);
    internal ReplacedFilesDeletion OldFiles { get; } = new(calls);
    internal WindowsCacheSystem? Cache => field ??= pairs is null ? null : new WindowsCacheSystem(this, pairs);
    internal override ICacheSystem? CacheSystem => Cache;

    /// <summary>Whether the system's own copy clones there, as its version promises, unless it did not.</summary>
    internal bool SystemCopyClones(VolumeInfo volume) => Calls.BuildNumber() >= FirstBuildThatClones && !volume.SystemCopyOnlyCopies;

    /// <summary>
    /// Clones of one source are made one at a time: made in parallel, they were seen to read as zeros (microsoft/CopyOnWrite issue 12).
    /// Across processes flushing recent sources prevents that (<see cref="WindowsWorker"/>).
    /// </summary>
    internal object LockOf(string source) => _locks[Win32Path.Hash(source) % (ulong)_locks.Length];

    internal override CloneWorker NewWorker(CloneCall cloneCall) => new WindowsWorker(this, cloneCall);

    internal override unsafe bool TryStat(string path, out FileStat seen)
    {
        seen = default;
        if (OpenedFile.ForAttributes(Calls, path, out nint handle) != 0)
        {
            return false;
        }

        using var file = new OpenedFile(Calls, handle);
        if (FileStamp.Get(Calls, handle, out FileStamp stamp) != 0)
        {
            return false;
        }

        // FAT, exFAT, some network shares, shared folders of virtual machines and folders mounted into Windows containers have no such id
        // (python/cpython issue 104820, simplecpp issue 583). There the path without links tells files apart, if the volume gives one.
        bool isSure = stamp.Id != default;
        string name = isSure || Calls.GetFinalPath(handle, out string final) != 0 ? path : final;
        FILE_STANDARD_INFO names = default;
        _ = Calls.GetFileInformation(handle, FileStandardInfo, &names, sizeof(FILE_STANDARD_INFO));
        seen = new FileStat(
            (stamp.Attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? EntryKind.Folder : EntryKind.File,
            stamp.Length,
            DateTime.FromFileTimeUtc(stamp.LastWriteTime),
            isSure ? new FileIdentity(stamp.Id.VolumeSerialNumber, stamp.Id.FileIdLow, stamp.Id.FileIdHigh)
                : new FileIdentity(0, Win32Path.Hash(name), (ulong)name.Length),
            Links: names.NumberOfLinks,
            IsReadOnly: stamp.IsReadOnly,
            IsIdentitySure: isSure);
        return true;
    }

    /// <summary>Renames the open file. Where the volume renames as POSIX does, the file that is replaced may be open.</summary>
    /// <param name="handle">Needs DELETE.</param>
    internal int Rename(nint handle, string path, bool replaces, VolumeInfo? volume)
    {
        uint flags = replaces ? FILE_RENAME_FLAG_REPLACE_IF_EXISTS : 0;
        bool byPosix = volume?.RenamesByPosix == true;
        int error = Calls.Rename(handle, path, byPosix ? flags | FILE_RENAME_FLAG_POSIX_SEMANTICS : flags);
        if (byPosix && WinError.IsUnknownCall(error))
        {
            // If only this works, the volume has the flag but not the call.
            error = Calls.Rename(handle, path, flags);
            volume!.RenamesByPosix = error != 0;
        }

        return error;
    }

    /// <inheritdoc/>
    /// <remarks>
    /// By the file's handle, in one step. .NET Standard has File.Replace alone: its ReplaceFile moves the old file to another name first,
    /// and can end there, without a file of the destination's name (ERROR_UNABLE_TO_MOVE_REPLACEMENT, page "ReplaceFileW").
    /// </remarks>
    internal override void Rename(string made, string destination, bool overwrites)
    {
        int error = Calls.CreateFile(
            made, DELETE | FILE_READ_ATTRIBUTES, OpenedFile.ShareAll, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT, out nint handle);
        if (error == 0)
        {
            using var file = new OpenedFile(Calls, handle);
            error = Rename(handle, destination, overwrites, Volumes.Of(handle));
        }

        if (error != 0)
        {
            string why = $"{destination} was not replaced: {new Win32Exception(error).Message}";
            throw error == ERROR_ACCESS_DENIED ? new UnauthorizedAccessException(why)
                : new IOException(why, unchecked((int)0x80070000) | error); // HRESULT_FROM_WIN32
        }
    }

    internal override void DeleteReplacedFiles(IReadOnlyList<string> destinations) => OldFiles.DeleteBeside(destinations);

    /// <summary>True for times in the future as well: the clock was set back.</summary>
    internal bool IsRecent(in FileStamp stamp) => Calls.SystemTime() - stamp.LastChange < RecentTime;
}
