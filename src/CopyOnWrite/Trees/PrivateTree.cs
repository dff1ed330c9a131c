using System.ComponentModel;
using CopyOnWrite.Linux;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite;

/// <summary>
/// A tree's clone in the making: in a folder beside its destination, on Unix closed to other users, until it is whole. Another user who may
/// rename there can put a folder or a link in its place. So Linux opens it once; all is made, stamped and deleted below that descriptor.
/// </summary>
internal sealed class PrivateTree : IDisposable
{
    /// <summary>The mode of a folder for this user only.</summary>
    internal const uint PrivateMode = 0x1C0;

    private const int MostAttempts = 20;
    private const int MillisecondsBetween = 250;

    private readonly Platform _platform;

    // Where it was made. Whatever has the name now is compared with it before it is renamed or deleted.
    private readonly string _place;
    private readonly byte[] _encoded = new byte[NativePath.MaximumLength];
    private readonly FileStat _made;
    private TreeClone? _clone;
    private bool _isDone;

    private PrivateTree(Platform platform, string source, in FileStat root, string place, string destination)
    {
        (_platform, Source, Root, _place, Destination) = (platform, source, root, place, destination);
        Path = place;
        if (platform is LinuxPlatform linux)
        {
            Folder = MakeOnLinux(linux.User);
            string opened = $"/proc/{new FileInfo("/proc/self").LinkTarget}/fd/{Folder}";
            Path = Directory.Exists(opened) ? opened : place;
        }
        else
        {
            MakePrivate(place);
            _ = platform.TryStat(place, out _made);
        }
    }

    /// <summary>The tree that is cloned.</summary>
    internal string Source { get; }

    internal FileStat Root { get; }

    /// <summary>The path that errors name.</summary>
    internal string Destination { get; }

    /// <summary>Linux: opened by O_PATH, as network file systems do not rename a folder that is open to read.</summary>
    internal int Folder { get; private set; } = -1;

    /// <summary>The path by which this process and its programs reach the folder, even if it is renamed: on Linux by descriptor.</summary>
    internal string Path { get; }

    /// <summary>The folder's name beside the destination.</summary>
    internal string Name => System.IO.Path.GetFileName(_place);

    /// <summary>Whether disposing could not delete all of it.</summary>
    internal bool IsLeft { get; private set; }

    /// <param name="source">An absolute path.</param>
    /// <param name="above">Where the folder is made, on the volume of the destination.</param>
    /// <exception cref="DirectoryNotFoundException">The source is not a folder.</exception>
    /// <exception cref="IOException">No folder was made, or another user has put another one in its place.</exception>
    internal static PrivateTree Make(Platform platform, string source, string above, string destination)
    {
        if (!platform.TryStat(source, out FileStat root) || root.Kind != EntryKind.Folder)
        {
            throw new DirectoryNotFoundException($"There is no folder {source}.");
        }

        string place = System.IO.Path.Join(Directory.CreateDirectory(above).FullName, TemporaryFiles.NewName());
        return new PrivateTree(platform, source, root, place, destination);
    }

    /// <summary>Clones the files. Folders are closed to other users until <see cref="Stamp"/>.</summary>
    internal CloneTreeResult Fill(CloneTreeOptions options, CancellationToken cancellation = default)
    {
        try
        {
            return (_clone = new TreeClone(_platform, this, options, cancellation)).Fill();
        }
        catch (Exception e) when (DotNetError.IsOfFiles(e))
        {
            throw Named(e);
        }
    }

    /// <summary>Gives the folders their owners, modes and times, which making files in them would change. The last step below it.</summary>
    internal CloneTreeResult Stamp() => _clone!.Stamp();

    /// <summary>Gives the tree its name. What has the name already stays as it is.</summary>
    /// <exception cref="IOException">Something has the name, or another program has moved the tree.</exception>
    internal void Publish(string destination)
    {
        if (!IsInPlace())
        {
            throw new IOException($"{destination} was not created: another program has moved the parent folder.");
        }

        try
        {
            Move(_place, destination, Folder < 0 ? null : RenameOnLinux);
        }
        catch (Exception e) when (DotNetError.IsOfFiles(e))
        {
            throw Named(e);
        }

        _isDone = true;
    }

    /// <summary>An error that names the private folder, as .NET's do, names the destination.</summary>
    internal Exception Named(Exception error)
    {
        string message = error.Message.Replace(Path, Destination, StringComparison.Ordinal)
            .Replace(_place, Destination, StringComparison.Ordinal);
        return message == error.Message ? error : new IOException(message, error);
    }

    /// <summary>Deletes what was not published, as far as it can be deleted.</summary>
    public void Dispose()
    {
        if (!_isDone)
        {
            _isDone = true;
            IsLeft = !TryDelete();
        }

        _ = Folder < 0 ? 0 : close(Folder);
        Folder = -1;
    }

    internal static void MakePrivate(string folder) => _ = OperatingSystem.IsWindows()
        ? Directory.CreateDirectory(folder) : Directory.CreateDirectory(folder, (UnixFileMode)PrivateMode);

    /// <summary>Scanners, indexers and network drives refuse to rename a folder that was just written, for a moment.</summary>
    internal static void Move(string from, string to, Action<string, string>? move = null)
    {
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                (move ?? Directory.Move)(from, to);
                return;
            }
            catch (Exception e) when (DotNetError.IsOfFiles(e) && attempt < MostAttempts && !System.IO.Path.Exists(to))
            {
                Thread.Sleep(MillisecondsBetween);
            }
        }
    }

    private int MakeOnLinux(uint user)
    {
        int error = !NativePath.TryEncode(_place, _encoded) ? ENAMETOOLONG
            : mkdirat(AT_FDCWD, _encoded, PrivateMode) != 0 ? Error
            : 0;
        int made = error != 0 ? -1 : openat(AT_FDCWD, _encoded, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0);
        if (made >= 0 && IsOurs(made, user))
        {
            return made;
        }

        _ = made < 0 ? 0 : close(made);
        _ = error != 0 ? 0 : unlinkat(AT_FDCWD, _encoded, AT_REMOVEDIR);
        string why = error == 0 ? "another program has moved the parent folder" : new Win32Exception(error).Message;
        throw new IOException($"{Destination} was not created: {why}.", error);
    }

    /// <summary>
    /// Whether it can only be the folder that was just made, or one like it: empty, and closed to others. Some file systems show another
    /// owner or mode than was asked for (exFAT, NFS with all_squash): the same for a folder in it.
    /// </summary>
    private static bool IsOurs(int made, uint user)
    {
        var entries = new List<FolderEntry>();
        using var listed = new Fd(openat(made, DeletedTree.Itself, O_DIRECTORY | O_CLOEXEC, 0));
        if (!listed.IsOpen || FolderListing.Read(listed.Number, entries) != 0 || entries.Count > 0
            || !TryGetStatus(made, out Statx status))
        {
            return false;
        }

        byte[] trial = [(byte)'x', 0];
        return IsPrivate(status, user, PrivateMode)
            || (mkdirat(made, trial, PrivateMode) == 0
                && TryGetStatus(made, trial, out Statx shown) && unlinkat(made, trial, AT_REMOVEDIR) == 0
                && IsPrivate(status, shown.Uid, shown.Mode));
    }

    private static bool IsPrivate(in Statx folder, uint owner, uint mode) =>
        folder.Uid == owner && ((folder.Mode ^ mode) & UnixMode.Permissions) == 0;

    /// <summary>Whether the name still leads to the folder.</summary>
    private bool IsInPlace() => Folder >= 0
        ? TryGetStatus(Folder, out Statx made) && TryGetStatus(AT_FDCWD, _encoded, out Statx there)
            && made.Inode == there.Inode && made.Volume == there.Volume
        : new DirectoryInfo(_place).LinkTarget is null
            && _platform.TryStat(_place, out FileStat now) && now.Identity == _made.Identity;

    private void RenameOnLinux(string from, string to)
    {
        var encoded = new byte[NativePath.MaximumLength];
        int error = NativePath.TryEncode(to, encoded) ? RenameToFree(_encoded, encoded) : ENAMETOOLONG;
        if (error is EINVAL or ENOSYS)
        {
            error = TryGetStatus(AT_FDCWD, encoded, out _) ? EEXIST
                : renameat(AT_FDCWD, _encoded, AT_FDCWD, encoded) == 0 ? 0
                : Error;
        }

        if (error != 0)
        {
            throw new IOException(
                error == EEXIST ? $"{to} already exists." : $"{to} was not created: {new Win32Exception(error).Message}.", error);
        }
    }

    private bool TryDelete()
    {
        if (Folder >= 0)
        {
            int error = DeletedTree.DeleteContent(Folder, new byte[NativePath.MaximumLength], out _);
            return IsInPlace() && unlinkat(AT_FDCWD, _encoded, AT_REMOVEDIR) == 0 && error == 0;
        }

        try
        {
            bool isInPlace = IsInPlace();
            if (isInPlace)
            {
                DeletedTree.Delete(_place);
            }

            return isInPlace;
        }
        catch (Exception e) when (DotNetError.IsOfFiles(e))
        {
            return false;
        }
    }
}
