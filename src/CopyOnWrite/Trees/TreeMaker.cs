using CopyOnWrite.Linux;
using CopyOnWrite.MacOS;
using CopyOnWrite.Windows;

namespace CopyOnWrite;

/// <summary>
/// Makes the entries of a tree's clone in a private folder, one folder at a time, for one thread: by the system's worker and
/// by .NET, with paths. What fails throws what <see cref="DotNetError.IsOfFiles"/> knows.
/// </summary>
internal class TreeMaker(Platform platform, PrivateTree tree, TreeTally tally) : IDisposable
{
    private const FileAttributes KeptAttributes = FileAttributes.Hidden | FileAttributes.System | FileAttributes.ReadOnly;

    // U+FFFD, which .NET reads for bytes that are not UTF-8: a link to that name would lead elsewhere.
    private const char NotUtf8 = '\uFFFD';

    private readonly FileCloner _cloner = new(platform);
    private FileStat _seen;

    private protected PrivateTree Tree => tree;
    private protected TreeTally Tally => tally;

    /// <summary>The one that was entered, below the source.</summary>
    private protected string Folder { get; set; } = string.Empty;

    /// <summary>Goes to a folder of the source, links not followed, and to its clone if that is there.</summary>
    /// <param name="path">Below the source; empty for the source itself.</param>
    internal virtual void Enter(string path) => Folder = path;

    /// <summary>Lists the folder that was just entered.</summary>
    internal virtual void List(List<FolderEntry> entries)
    {
        if (!platform.TryList(From(string.Empty), entries, out string? why))
        {
            throw new IOException($"{From(string.Empty)} cannot be listed: {why}");
        }

        // Windows lists files that are kept in the cloud, or deduplicated, as links (reparse points); .NET finds no target.
        for (int i = 0; OperatingSystem.IsWindows() && i < entries.Count; i++)
        {
            if (entries[i].Kind == EntryKind.Link && TryLook(entries[i].Name, out FileStat seen))
            {
                entries[i] = entries[i] with { Kind = seen.Kind };
            }
        }
    }

    /// <summary>
    /// The kind of an entry of the folder, a link not followed. A link to a folder by its full path is no link on Windows.
    /// </summary>
    internal virtual bool TryLook(string name, out FileStat seen)
    {
        var file = new FileInfo(From(name));
        if (file.LinkTarget is not { } target)
        {
            return platform.TryStat(From(name), out seen);
        }

        // A junction, as package managers make them: a symbolic link in its place would lead to the source, and take a right to make.
        bool isJunction = OperatingSystem.IsWindows() && Path.IsPathFullyQualified(target)
            && (file.Attributes & FileAttributes.Directory) != 0;
        seen = new FileStat(isJunction ? EntryKind.Other : EntryKind.Link, 0, file.LastWriteTimeUtc, default);
        return true;
    }

    /// <summary>Opens a file for <see cref="Clone"/>.</summary>
    internal virtual FileStat Open(string name) =>
        platform.TryStat(From(name), out _seen) ? _seen
        : throw new FileNotFoundException($"{From(name)} cannot be read, or its name is not valid UTF-8.", From(name));

    /// <summary>Clones or copies the file that was opened, with its owner, mode and times.</summary>
    internal virtual CloneOutcome Clone(string name)
    {
        CloneOutcome outcome = _cloner.CloneOrCopy(From(name), Made(name));
        if (_seen.IsReadOnly || !UnixMode.IsKeptByCopies(_seen.Mode))
        {
            SetMode(Path.Join(Folder, name), _seen);
        }

        return outcome;
    }

    internal virtual void MakeFolder(string name) => PrivateTree.MakePrivate(Made(name));

    /// <summary>Removes an empty folder of the clone.</summary>
    /// <param name="path">Below the clone.</param>
    internal virtual void RemoveFolder(string path) => Directory.Delete(Path.Join(tree.Path, path));

    /// <summary>Makes a symbolic link with the same target, and gives the source's status.</summary>
    internal virtual FileStat MakeLink(string name, out string target)
    {
        string from = From(name);
        bool isFolder = OperatingSystem.IsWindows() && (File.GetAttributes(from) & FileAttributes.Directory) != 0;
        FileSystemInfo link = isFolder ? new DirectoryInfo(from) : new FileInfo(from);
        target = link.LinkTarget ?? throw new IOException($"{from} is not a symbolic link.");
        if (target.Contains(NotUtf8))
        {
            throw new IOException($"The target of {from} is not valid UTF-8.");
        }

        FileSystemInfo made = isFolder ? new DirectoryInfo(Made(name)) : new FileInfo(Made(name));
        made.CreateAsSymbolicLink(target);
        Keep(TreeProperty.Time, Path.Join(Folder, name), () => made.LastWriteTimeUtc = link.LastWriteTimeUtc);
        return TryLook(name, out FileStat seen) ? seen : default;
    }

    /// <summary>False where the volume has no hard links, or the file has as many as it may, or there is no such file.</summary>
    /// <param name="first">Below the clone, as <paramref name="path"/>.</param>
    internal virtual unsafe bool TryMakeHardLink(string first, string path)
    {
        (first, path) = (Path.Join(tree.Path, first), Path.Join(tree.Path, path));
        if (OperatingSystem.IsWindows())
        {
            return Win32Native.CreateHardLinkW(Win32Path.ForCalls(path), Win32Path.ForCalls(first), null) != 0;
        }

        var (from, to) = (new byte[NativePath.MaximumLength], new byte[NativePath.MaximumLength]);
        return NativePath.TryEncode(first, from) && NativePath.TryEncode(path, to)
            && (OperatingSystem.IsMacOS() ? MacNative.link(from, to) : LinuxNative.link(from, to)) == 0;
    }

    /// <summary>Removes a file or link of the clone, if it is there.</summary>
    internal virtual void Remove(string name)
    {
        // A link to a folder is one on Windows; FileInfo.Delete does nothing where there is no file.
        bool isFolder = OperatingSystem.IsWindows() && Directory.Exists(Made(name));
        FileSystemInfo made = isFolder ? new DirectoryInfo(Made(name)) : new FileInfo(Made(name));
        if (made.Exists && made.LinkTarget is null)
        {
            made.Attributes &= ~FileAttributes.ReadOnly;
        }

        made.Delete();
    }

    /// <summary>Gives a folder of the clone owner, mode and time, which making files would change, unless the caller removed it.</summary>
    internal virtual void StampFolder(string path)
    {
        var made = new DirectoryInfo(Path.Join(tree.Path, path));
        if (made.Exists && platform.TryStat(Path.Join(tree.Source, path), out FileStat seen))
        {
            Keep(TreeProperty.Time, path, () => made.LastWriteTimeUtc = seen.Modified);
            SetMode(path, seen);
        }
    }

    public virtual void Dispose() { }

    /// <summary>
    /// Sets the attributes that a copy does not keep: a mode without writing, or with setuid; hidden, system and read-only.
    /// </summary>
    private void SetMode(string path, FileStat seen) => Keep(TreeProperty.Mode, path, () =>
    {
        string made = Path.Join(tree.Path, path);
        if (seen.Mode == 0)
        {
            FileAttributes wanted = File.GetAttributes(Path.Join(tree.Source, path)) & KeptAttributes;
            File.SetAttributes(made, (File.GetAttributes(made) & ~KeptAttributes) | wanted);
        }
        else if (!OperatingSystem.IsWindows())
        {
            // Another user's program would run with the rights of this one. cp -a also drops the bits where it cannot keep the owner.
            uint mode = seen.Mode & UnixMode.All;
            bool isOwners = seen.Kind == EntryKind.Folder || (mode & UnixMode.SetIds) == 0
                || (platform.TryStat(made, out FileStat now) && now.Owner == seen.Owner);
            File.SetUnixFileMode(made, (UnixFileMode)(isOwners ? mode : mode & ~UnixMode.SetIds));
            if (!isOwners)
            {
                tally.NotKept(TreeProperty.Mode, path);
            }
        }
    });

    /// <summary>Counts a loss: .NET may not know a time, or a volume may keep no times or modes.</summary>
    private void Keep(TreeProperty property, string path, Action set)
    {
        try
        {
            set();
        }
        catch (Exception e) when (DotNetError.IsOfFiles(e))
        {
            tally.NotKept(property, path);
        }
    }

    private string From(string name) => Path.Join(tree.Source, Folder, name);

    private string Made(string name) => Path.Join(tree.Path, Folder, name);
}
