namespace CopyOnWrite.Tests.Windows;

/// <summary>
/// Deleting. A name that is deleted while the file is open stays until the last handle is closed, and cannot be opened meanwhile (page
/// "DeleteFileW").
/// </summary>
internal sealed unsafe partial class RefsModel
{
    private readonly HashSet<string> _deletePending = [];

    /// <summary>This user may make and write files, and not delete them: only the handle that makes a file gets DELETE.</summary>
    internal bool IsDropFolder { get; set; }

    // DeleteFile of newer systems asks for POSIX semantics where there are any; nothing promises it, so nothing may rely on it.
    public override int DeleteFile(string path)
    {
        lock (_files)
        {
            int error = ErrorOfCall(nameof(DeleteFile), ref path);
            error = error != 0 ? error
                : !IsThere(path) ? ERROR_FILE_NOT_FOUND
                : IsLink(path) ? 0
                : IsDropFolder || Directory.Exists(path) || IsReadOnly(path) || IsMapped(path) ? ERROR_ACCESS_DENIED
                : IsFreeToGo(path) ? 0 : ERROR_SHARING_VIOLATION;
            if (error == 0 && _open.Values.Any(o => o.Path == path))
            {
                _deletePending.Add(path);
            }
            else if (error == 0)
            {
                Unlink(path);
            }

            return error;
        }
    }

    /// <summary>STATUS_CANNOT_DELETE: "or there is an existing mapped view to the file" (page "FILE_DISPOSITION_INFORMATION").</summary>
    private bool IsMapped(string path) => !IsLink(path) && FileAt(path).IsMapped;

    /// <summary>STATUS_DELETE_PENDING, which Win32 has as ERROR_ACCESS_DENIED, whatever the name is asked for.</summary>
    private int ErrorOfPending(string path) => _deletePending.Contains(path) ? ERROR_ACCESS_DENIED : 0;

    /// <summary>From now on, not from when the handle is closed ([MS-FSA] 2.1.5.15.3: Open.Link.IsDeleted), and until taken back.</summary>
    private int SetDelete(Opened opened, bool delete)
    {
        if (!opened.May(DELETE) || (delete && (IsReadOnly(opened.Path) || opened.File.IsMapped)))
        {
            return ERROR_ACCESS_DENIED;
        }

        _ = delete ? _deletePending.Add(opened.Path) : _deletePending.Remove(opened.Path);
        return 0;
    }

    /// <summary>Once a handle is closed.</summary>
    private void RemoveWhereDeleted(Opened closed)
    {
        if (closed.IsUnlinked)
        {
            if (!_open.Values.Any(o => o.Path == closed.Path))
            {
                Unlink(closed.Path);
            }
        }
        else if (_deletePending.Contains(closed.Path) && !_open.Values.Any(o => o.Path == closed.Path))
        {
            _deletePending.Remove(closed.Path);
            Unlink(closed.Path);
        }
    }

    /// <summary>Moves a file that is still open out of the volume, and gives one of its handles; null when it is not open.</summary>
    private Opened? SetAside(string path)
    {
        Opened[] openers = [.. _open.Values.Where(o => o.Path == path)];
        if (openers.Length == 0)
        {
            return null;
        }

        string aside = VolumeOf(path).Root + string.Create(CultureInfo.InvariantCulture, $"-unlinked-{++_lastHandle}");
        Links.MakeHardLink(path, aside);
        foreach (Opened opened in openers)
        {
            opened.Path = aside;
            opened.IsUnlinked = true;
        }

        return openers[0];
    }

    /// <summary>That the name is gone is no change of the file.</summary>
    private static void NoteSetAside(Opened? opener)
    {
        if (opener is not null)
        {
            Note(opener);
        }
    }

    private void Unlink(string path)
    {
        Forget(path);
        File.Delete(path);
        _security.Remove(path);
    }

    /// <summary>Whether every handle shares deletion, which .NET programs outside of the model never do.</summary>
    private bool IsFreeToGo(string path)
    {
        if (!MayShare(FileAt(path), DELETE, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE))
        {
            return false;
        }

        if (_open.Values.Any(o => o.File == FileAt(path) && o.Stream is not null))
        {
            return true; // Our own lock on it would be met.
        }

        try
        {
            using var only = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.None);
            return true;
        }
        catch (IOException)
        {
            return false;
        }
    }

    private void Forget(string path)
    {
        if (!IsLink(path) && FileStatus.Of(path) is var status && _files.Remove(status.Identity, out ModelFile? file))
        {
            if (LinksOf(path) > 1)
            {
                _files[status.Identity] = file;
                return;
            }

            file.Resize(0);
        }
    }

    private static uint LinksOf(string path)
    {
        var name = new byte[NativePath.MaximumLength];
        return Linux.LinuxNative.TryGetStatus(path, name, Linux.LinuxNative.AT_SYMLINK_NOFOLLOW, out Linux.LinuxNative.Statx status)
            ? status.Links
            : 0;
    }
}
