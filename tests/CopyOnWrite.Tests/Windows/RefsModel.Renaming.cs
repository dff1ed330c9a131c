namespace CopyOnWrite.Tests.Windows;

/// <summary>Renaming ([MS-FSA] 2.1.5.15.11).</summary>
internal sealed unsafe partial class RefsModel
{
    /// <summary>FileRenameInfoEx where POSIX semantics are asked for, else FileRenameInfo.</summary>
    public override int Rename(nint file, string path, uint flags) => Rename(
        file, path, (flags & FILE_RENAME_FLAG_REPLACE_IF_EXISTS) != 0, (flags & FILE_RENAME_FLAG_POSIX_SEMANTICS) != 0);

    internal int Rename(nint file, string path, bool replace, bool posix) =>
        With(file, nameof(Rename), opened => Rename(opened, path, replace, posix));

    private int Rename(Opened opened, string path, bool replace, bool posix)
    {
        ModelVolume volume = opened.File.Volume;
        int error = posix && !volume.HasPosixUnlinkAndRename ? ModelVolume.ErrorWithoutPosix
            : !opened.May(DELETE) || opened.IsUnlinked || _deletePending.Contains(opened.Path) ? ERROR_ACCESS_DENIED
            : ErrorOfTarget(opened.File, ref path, replace, posix);
        if (error == 0)
        {
            string before = opened.Path;
            ReplaceName(opened.File, before, path);
            foreach (Opened other in _open.Values.Where(o => o.Path == before))
            {
                other.Path = path;
            }
        }

        return error;
    }

    /// <summary>
    /// A file that is replaced may be open with POSIX semantics only, where its deletion is shared; a read-only one is not replaced. The
    /// new name is spelled as asked for, whatever the one that it replaces was.
    /// </summary>
    /// <param name="path">Becomes the existing or future path.</param>
    private int ErrorOfTarget(ModelFile moved, ref string path, bool replace, bool posix)
    {
        string there = Spelled(path);
        int error = ErrorOfName(there);
        if (error != 0)
        {
            return error;
        }

        path = Path.Combine(Path.GetDirectoryName(there)!, Path.GetFileName(path));
        return VolumeOf(there) != moved.Volume ? ERROR_NOT_SAME_DEVICE
            : !IsThere(there) || (!IsLink(there) && FileAt(there) == moved) ? 0
            : !replace ? ERROR_ALREADY_EXISTS
            : IsDropFolder || _deletePending.Contains(there) || Directory.Exists(there) || (!IsLink(there) && IsReadOnly(there))
                ? ERROR_ACCESS_DENIED
            : IsLink(there) ? 0
            : IsMapped(there) && !(posix && PosixRenameReplacesMappedFiles) ? ERROR_ACCESS_DENIED
            : IsFreeToGo(there) && (posix || !_open.Values.Any(o => o.File == FileAt(there))) ? 0
            : ERROR_ACCESS_DENIED;
    }

    private void ReplaceName(ModelFile moved, string from, string to)
    {
        string there = Spelled(to);
        if (IsThere(there) && there != from)
        {
            Opened? opener = SetAside(there);
            Forget(there);

            // Renamed in one step, also for readers outside of the model.
            File.Move(from, there, overwrite: true);
            from = there;
            NoteSetAside(opener);
        }

        if (from != to)
        {
            File.Move(from, to);
        }

        Note(moved, to);
    }
}
