using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.MacOS;

/// <summary>Copies an entry's content by the call of File.Copy, so that a clone of it equals File.Copy's result.</summary>
internal sealed partial class MacCacheSystem
{
    public int CopyDurably(nint source, nint made, long length)
    {
        int error = calls.CopyAll((int)source, (int)made);
        error = error == 0 ? calls.Flush((int)made) : error;
        if (error is ENOSPC or EDQUOT)
        {
            return error;
        }

        bool isCopy = error == 0
            && !calls.HasAccessList((int)made)
            && calls.StatusOf((int)source, out Stat from) == 0
            && calls.StatusOf((int)made, out Stat copy) == 0
            && IsCopyOf(from, copy);
        return isCopy ? 0 : CacheError.OfThisFile;
    }

    /// <summary>
    /// Tries a clone. If a clone changed its source's change time, an entry would serve once, and each use would cost a copy more than
    /// without a cache: no man page says that it does not.
    /// </summary>
    public int CanBeCloned(CacheFolder folder, nint made)
    {
        if (calls.StatusOf((int)made, out Stat before) != 0)
        {
            return CacheError.OfThisFile;
        }

        string trial = TemporaryFiles.NewName();
        int error = calls.CloneIn((int)made, (int)folder.Handle, Encode(trial));
        if (error == 0)
        {
            _ = Remove(folder, trial);
            if (calls.StatusOf((int)made, out Stat after) == 0)
            {
                _clonesChangeTheirSource = UnixTime.NanosecondsOf(before.ChangeSeconds, before.ChangeNanoseconds)
                    != UnixTime.NanosecondsOf(after.ChangeSeconds, after.ChangeNanoseconds);
            }
        }
        else if (MacErrno.IsOfVolumes(error))
        {
            pairs.Remember(folder.Volume, folder.Volume, Reason.VolumeCannotClone);
        }

        return error == 0 && !_clonesChangeTheirSource ? 0 : CacheError.OfThisFile;
    }

    /// <summary>fcopyfile lets some failures pass.</summary>
    private static bool IsCopyOf(in Stat source, in Stat entry) =>
        entry.Size == source.Size
        && entry.Mode == source.Mode
        && entry.Flags == 0
        && entry.ModifySeconds == source.ModifySeconds
        && entry.ModifyNanoseconds / 100 == source.ModifyNanoseconds / 100;
}
