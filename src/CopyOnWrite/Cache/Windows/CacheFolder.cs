using System;
using System.IO;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// The cache's folder, open. It must be this user's alone: what is in it ends up in outputs. As long as it is open no program can rename or
/// delete it, or a folder above it (the handle does not share deletion; [MS-FSA] 2.1.5.15.11), and <see cref="Path"/> leads over no link:
/// so what was found to be this user's is what the path leads to.
/// </summary>
internal sealed class CacheFolder : IDisposable
{
    private nint _handle;

    private CacheFolder(IWindowsCalls calls, nint handle)
    {
        Calls = calls;
        _handle = handle;
    }

    internal IWindowsCalls Calls { get; }

    internal string Path { get; private set; } = string.Empty;

    internal ulong Volume { get; private set; }

    /// <summary>Whether its new files get integrity streams.</summary>
    internal bool HasIntegrity { get; private set; }

    /// <summary>Null with the problem, or with none where the folder is not there and is not to be made.</summary>
    /// <param name="destinations">The volume that the folder has to be on; then it is made if it is not there. Null to only look.</param>
    internal static CacheFolder? Open(
        WindowsCloner cloner, string path, VolumeInfo? destinations, out CacheProblem problem, out int error)
    {
        problem = CacheProblem.None;
        path = WithoutSeparatorAtItsEnd(path);
        CacheFolder? folder = TryOpen(cloner.Calls, path, out error);
        bool made = false;
        if (folder is null && WinError.IsMissing(error))
        {
            error = 0;
            if (destinations is null || !TryMake(cloner, path, destinations, out problem, out error))
            {
                return null;
            }

            made = true;
            folder = TryOpen(cloner.Calls, path, out error);
        }

        if (folder is null)
        {
            problem = CacheProblem.Inaccessible;
            return null;
        }

        problem = folder.Examine(cloner, destinations, out error);
        problem = problem != CacheProblem.None || CacheTag.IsIn(folder) ? problem : folder.PutTag(destinations, out error);
        if (problem != CacheProblem.None)
        {
            folder.Dispose();
            return null;
        }

        if (made)
        {
            CacheFolderFiles.WriteIgnoreFile(folder);
        }

        return folder;
    }

    /// <summary>The folder as a cache that is there; null where it is not to be used, or is empty. Nothing is made.</summary>
    internal static CacheFolder? OpenExisting(WindowsCloner cloner, string path)
    {
        CacheFolder? folder = Open(cloner, path, destinations: null, out _, out _);
        if (folder is not null && !CacheTag.IsIn(folder))
        {
            folder.Dispose();
            folder = null;
        }

        return folder;
    }

    internal string PathOf(string name) => System.IO.Path.Combine(Path, name);

    public void Dispose()
    {
        if (_handle != INVALID_HANDLE_VALUE)
        {
            Calls.CloseHandle(_handle);
            _handle = INVALID_HANDLE_VALUE;
        }
    }

    /// <summary>Behind a separator at its end a link would be followed; without one "D:" is not the root of the drive.</summary>
    internal static string WithoutSeparatorAtItsEnd(string path)
    {
        string trimmed = path.TrimEnd(System.IO.Path.DirectorySeparatorChar, System.IO.Path.AltDirectorySeparatorChar);
        return trimmed.Length > 0 && trimmed[trimmed.Length - 1] == ':' ? trimmed + System.IO.Path.DirectorySeparatorChar : trimmed;
    }

    private static CacheFolder? TryOpen(IWindowsCalls calls, string path, out int error)
    {
        // GENERIC_READ: a handle that cannot list the folder has no say in who may delete it. FILE_FLAG_BACKUP_SEMANTICS opens folders.
        error = calls.CreateFile(
            path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, OPEN_EXISTING,
            FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, out nint handle);
        return error == 0 ? new CacheFolder(calls, handle) : null;
    }

    private static bool TryMake(WindowsCloner cloner, string path, VolumeInfo destinations, out CacheProblem problem, out int error)
    {
        problem = CacheProblem.None;
        error = 0;
        try
        {
            string parent = System.IO.Path.GetDirectoryName(path) ?? path;
            string existing = ExistingFolder.AtOrAbove(parent);
            if (cloner.Folders.VolumeOf(System.IO.Path.Combine(existing, CacheFiles.Tag))?.Serial != destinations.Serial)
            {
                problem = CacheProblem.OnAnotherVolume;
                return false;
            }

            _ = Directory.CreateDirectory(parent);
            error = cloner.Calls.GetUser(out byte[] user);
            error = error != 0 ? error : cloner.Calls.CreateFolder(path, SecurityDescriptor.For(user));

            // Made by another process a moment ago, which writes the files as well.
            error = WinError.IsThereAlready(error) ? 0 : error;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            error = e is UnauthorizedAccessException ? ERROR_ACCESS_DENIED : e.HResult & 0xFFFF;
        }

        problem = error == 0 ? CacheProblem.None : CacheProblem.Inaccessible;
        return error == 0;
    }

    private CacheProblem Examine(WindowsCloner cloner, VolumeInfo? destinations, out int error)
    {
        string path = string.Empty;
        byte[] user = [];
        byte[] security = [];
        error = FileStamp.Get(Calls, _handle, out FileStamp stamp);
        if (error == 0 && (stamp.Attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0)
        {
            return CacheProblem.Link;
        }

        if (error == 0 && (stamp.Attributes & FILE_ATTRIBUTE_DIRECTORY) == 0)
        {
            return CacheProblem.NotAFolder;
        }

        error = error != 0 ? error : Calls.GetFinalPath(_handle, out path);
        error = error != 0 ? error : cloner.Calls.GetUser(out user);
        error = error != 0 ? error : Calls.GetSecurity(_handle, out security);
        if (error != 0)
        {
            return CacheProblem.Inaccessible;
        }

        Path = Win32Path.WithoutPrefix(path);
        Volume = stamp.Id.VolumeSerialNumber;
        HasIntegrity = (stamp.Attributes & FILE_ATTRIBUTE_INTEGRITY_STREAM) != 0;
        return destinations is not null && destinations.Serial != Volume
            ? CacheProblem.OnAnotherVolume
            : SecurityDescriptor.ProblemOf(security, user);
    }

    /// <summary>Into a folder that has none: one just created, or one that a user created for the cache. Any other is left alone.</summary>
    private CacheProblem PutTag(VolumeInfo? destinations, out int error)
    {
        error = 0;
        if (!CacheTag.MayBePutInto(this))
        {
            // Another process may have written it, and more files after it, since it was looked for.
            return CacheTag.IsIn(this) ? CacheProblem.None : CacheProblem.NotACache;
        }

        error = destinations is null ? 0 : CacheTag.Write(this);
        return error == 0 ? CacheProblem.None : CacheProblem.NotWritable;
    }
}
