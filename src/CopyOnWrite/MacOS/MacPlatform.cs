using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.MacOS;

/// <summary>Copies by .NET, which clones on APFS, and knows which file a path leads to. Not run on a Mac.</summary>
internal sealed class MacPlatform : DotNetPlatform
{
    internal override bool ClonesOnDemand => true;
    internal override bool KnowsKinds => true;

    internal override bool TryStat(string path, out FileStat seen)
    {
        var encoded = new byte[NativePath.MaximumLength];
        seen = default;
        if (!NativePath.TryEncode(path, encoded) || StatusOf(encoded, out Stat status) != 0)
        {
            return false;
        }

        int type = status.Mode & S_IFMT;
        EntryKind kind = type == S_IFREG ? EntryKind.File : type == S_IFDIR ? EntryKind.Folder : EntryKind.Other;
        seen = new FileStat(
            kind, status.Size, UnixTime.Of(status.ModifySeconds, status.ModifyNanoseconds), new FileIdentity(status.Device, status.Inode),
            status.Mode, status.Links, status.Uid | ((ulong)status.Gid << 32), IsIdentitySure: true);
        return true;
    }

    /// <summary>
    /// CLONE_ACL and nothing else, as .NET's File.Copy (FileSystem.TryCloneFile.OSX.cs), so that owner and access list are the same as
    /// without us. The file is whole or is not there (clonefile(2)).
    /// </summary>
    internal override void Clone(string source, string made)
    {
        // Gives .NET's errors for a source that is missing or locked, and its lock while the clone is made.
        using var locked = new FileStream(source, FileMode.Open, FileAccess.Read, FileShare.Read);
        var from = new byte[NativePath.MaximumLength];
        var to = new byte[NativePath.MaximumLength];
        if (!NativePath.TryEncode(source, from) || !NativePath.TryEncode(made, to))
        {
            throw new PathTooLongException();
        }

        if (clonefile(from, to, CLONE_ACL) != 0)
        {
            int error = Marshal.GetLastWin32Error();
            throw new IOException($"{source} was not cloned: error {error}.", error);
        }
    }

    private static int StatusOf(byte[] path, out Stat status) =>
        RuntimeInformation.ProcessArchitecture == Architecture.X64 ? stat_INODE64(path, out status) : stat(path, out status);
}
