#if NET
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;

namespace CopyOnWrite;

/// <summary>
/// Clones a tree: walks it, creating folders and symbolic links, has its files copied by one <see cref="CopyRun"/>, then makes the hard
/// links, and last gives the folders their modes and times, which the files in them would change.
/// </summary>
internal sealed class TreeClone(
    Platform platform, string source, string destination, CloneTreeOptions options, CancellationToken cancellation)
{
    // U+FFFD, which .NET reads for bytes that are not UTF-8: a link to that name would lead elsewhere.
    private const char NotUtf8 = '\uFFFD';

    private readonly List<TreeEntry> _done = new();
    private readonly List<(string Path, FileStat Seen)> _folders = new();
    private readonly List<(string Path, FileStat Seen)> _files = new();
    private readonly List<(string Path, FileStat Seen, string First)> _links = new();
    private readonly Dictionary<FileStat, string> _firstNames = new();
    private readonly HashSet<string> _failed = new(StringComparer.Ordinal);
    private FileIdentity _destination;

    internal IReadOnlyList<TreeEntry> Run()
    {
        if (!platform.TryStat(source, out FileStat root) || root.Kind != EntryKind.Folder)
        {
            throw new DirectoryNotFoundException($"There is no folder {source}.");
        }

        Directory.CreateDirectory(destination);
        _ = platform.TryStat(destination, out FileStat made);
        _destination = made.Identity;
        _folders.Add((string.Empty, root));
        for (int i = 0; i < _folders.Count; i++)
        {
            if (cancellation.IsCancellationRequested)
            {
                _done.Add(new TreeEntry(_folders[i].Path, TreeEntryKind.NotReached));
            }
            else
            {
                ListFolder(_folders[i].Path);
            }
        }

        CopyFiles();
        foreach ((string path, FileStat seen, string first) in _links)
        {
            LinkAgain(path, seen, first);
        }

        if (options.UnchangedFor is { } time)
        {
            FindChanges(time);
        }

        for (int i = _folders.Count - 1; i >= 0; i--)
        {
            (string path, FileStat seen) = _folders[i];
            string folder = Path.Join(destination, path);
            _ = IsDone(path, () =>
            {
                Directory.SetLastWriteTimeUtc(folder, seen.Modified);
                SetMode(folder, seen);
            });
        }

        return _done;
    }

    private void ListFolder(string folder)
    {
        var entries = new List<FolderEntry>();
        if (!platform.TryList(Path.Join(source, folder), entries, out string? why))
        {
            Fail(folder, new IOException($"{Path.Join(source, folder)} cannot be listed: {why}"));
            return;
        }

        entries.RemoveAll(entry => options.LeaveOut?.Invoke(Path.Join(folder, entry.Name)) == true);
        foreach (FolderEntry entry in entries)
        {
            string path = Path.Join(folder, entry.Name);
            if (entry.Kind == EntryKind.Link && IsLink(Path.Join(source, path)))
            {
                Try(path, TreeEntryKind.SymbolicLink, () => CopyLink(path));
            }
            else if (!platform.TryStat(Path.Join(source, path), out FileStat seen))
            {
                string problem = entry.Name.Contains(NotUtf8) ? "has a name that is not valid UTF-8" : "cannot be read";
                Fail(path, new FileNotFoundException($"{Path.Join(source, path)} {problem}.", Path.Join(source, path)));
            }
            else if (seen.Kind == EntryKind.Folder)
            {
                CreateFolder(path, seen);
            }
            else if (seen.Kind == EntryKind.File)
            {
                AddFile(path, seen);
            }
            else if (options.SkipSpecialFiles)
            {
                _done.Add(new TreeEntry(path, TreeEntryKind.Skipped));
            }
            else
            {
                Fail(path, new IOException($"{Path.Join(source, path)} was not cloned: {ReasonText.Of(Reason.SourceIsNotAFile)}."));
            }
        }
    }

    private void CreateFolder(string path, in FileStat seen)
    {
        // The destination may be in the source by another path than the one that was checked: over a link or a mount.
        if (seen.Identity == _destination && platform.TryStat(destination, out FileStat made) && made.IsSameAs(seen))
        {
            Fail(path, new IOException($"{Path.Join(source, path)} is the destination itself."));
            return;
        }

        if (IsDone(path, () => CreateFolder(new DirectoryInfo(Path.Join(destination, path)))))
        {
            _folders.Add((path, seen));
        }
    }

    private void CreateFolder(DirectoryInfo folder)
    {
        if (folder.LinkTarget is not null)
        {
            // Not followed: the folder that it leads to is not in the destination.
            if (!options.Overwrite)
            {
                throw new IOException($"{folder.FullName} is a symbolic link.");
            }

            // On Unix DirectoryInfo.Delete finds no folder where a link leads nowhere.
            FileSystemInfo link = OperatingSystem.IsWindows() ? folder : new FileInfo(folder.FullName);
            link.Delete();
        }

        folder.Create();
    }

    private void AddFile(string path, in FileStat seen)
    {
        if (seen.Links > 1 && seen.IsIdentitySure && !_firstNames.TryAdd(seen, path))
        {
            _links.Add((path, seen, _firstNames[seen]));
        }
        else
        {
            _files.Add((path, seen));
        }
    }

    private void CopyFiles()
    {
        string[] sources = _files.ConvertAll(file => Path.Join(source, file.Path)).ToArray();
        string[] destinations = _files.ConvertAll(file => Path.Join(destination, file.Path)).ToArray();
        var copying = new CopyOptions { CopyByDotNet = true, MakeWritable = options.Overwrite, RemoveLinks = options.Overwrite };
        using var run = new CopyRun(LibraryCopies.NewCall(platform, options.Overwrite), copying, sources, destinations, cancellation);
        int done = 0;
        while (run.TryNext(out int file))
        {
            options.Progress?.Invoke(++done, sources.Length);
            if (LibraryCopies.ErrorOf(run[file], sources[file], destinations[file]) is { } error)
            {
                Fail(_files[file].Path, error);
            }
            else
            {
                Try(_files[file].Path, TreeEntryKind.File, () => SetMode(destinations[file], _files[file].Seen), run[file].Outcome);
            }
        }

        for (int i = 0; i < sources.Length; i++)
        {
            if (!run[i].IsReached)
            {
                _failed.Add(_files[i].Path);
                _done.Add(new TreeEntry(_files[i].Path, TreeEntryKind.NotReached));
            }
        }
    }

    private void LinkAgain(string path, FileStat seen, string first)
    {
        if (cancellation.IsCancellationRequested)
        {
            _done.Add(new TreeEntry(path, TreeEntryKind.NotReached));
        }
        else if (_failed.Contains(first))
        {
            Fail(path, new IOException($"{Path.Join(source, path)} was not cloned: it is {first}, which was not cloned."));
        }
        else
        {
            CloneOutcome? copy = null;
            string name = platform.ProcessFiles.NewName();
            bool isDone = IsDone(path, () => TemporaryFiles.Publish(Path.Join(destination, path), options.Overwrite, name, made =>
            {
                if (!HardLink.TryMake(Path.Join(destination, first), made))
                {
                    copy = new FileCloner(platform).CloneOrCopy(Path.Join(source, path), made);
                    SetMode(made, seen);
                }
            }));
            if (isDone)
            {
                _done.Add(new TreeEntry(path, copy is null ? TreeEntryKind.HardLink : TreeEntryKind.File, copy ?? default));
            }
        }
    }

    private void FindChanges(TimeSpan unchangedFor)
    {
        // Times in the future say nothing.
        DateTime now = DateTime.UtcNow;
        TimeSpan left = unchangedFor
            - (now - _folders.Concat(_files).Select(entry => entry.Seen.Modified).Where(time => time <= now).DefaultIfEmpty().Max());
        if (left > TimeSpan.Zero)
        {
            cancellation.WaitHandle.WaitOne(left);
        }

        HashSet<string> changed = [.. _folders.Concat(_files)
            .Where(entry => !platform.TryStat(Path.Join(source, entry.Path), out FileStat after) || after != entry.Seen)
            .Select(entry => entry.Path)];
        _done.RemoveAll(entry => changed.Contains(entry.Path));
        _done.AddRange(changed.Select(path => new TreeEntry(path, TreeEntryKind.Changed)));
    }

    /// <summary>Windows lists files that are kept in the cloud, or deduplicated, as links (reparse points); .NET finds no target.</summary>
    private static bool IsLink(string path) => !OperatingSystem.IsWindows() || new FileInfo(path).LinkTarget is not null;

    private void CopyLink(string path)
    {
        string from = Path.Join(source, path);
        bool isFolder = OperatingSystem.IsWindows() && (File.GetAttributes(from) & FileAttributes.Directory) != 0;
        FileSystemInfo link = isFolder ? new DirectoryInfo(from) : new FileInfo(from);
        string target = link.LinkTarget ?? throw new IOException($"{from} is not a symbolic link.");
        if (target.Contains(NotUtf8))
        {
            throw new IOException($"The target of {from} is not valid UTF-8.");
        }

        FileSystemInfo made = isFolder ? new DirectoryInfo(Path.Join(destination, path)) : new FileInfo(Path.Join(destination, path));

        // Not under a temporary name: File.Move and Directory.Move of .NET follow a link to a folder.
        // DirectoryInfo.Delete throws where there is none, FileInfo.Delete does not.
        if (options.Overwrite && (!isFolder || made.Exists))
        {
            made.Delete();
        }

        made.CreateAsSymbolicLink(target);
        File.SetLastWriteTimeUtc(made.FullName, link.LastWriteTimeUtc);
    }

    /// <summary>What a copy does not keep: a mode without writing, or with setuid; the attribute read-only.</summary>
    private void SetMode(string path, in FileStat seen)
    {
        if (seen.IsReadOnly)
        {
            File.SetAttributes(path, File.GetAttributes(path) | FileAttributes.ReadOnly);
        }
        else if (!OperatingSystem.IsWindows() && seen.Mode != 0 && (!UnixMode.IsKeptByCopies(seen.Mode) || seen.Kind == EntryKind.Folder))
        {
            // Another user's program would run with the rights of this one. cp -a, too, drops the bits where it cannot keep the owner.
            uint mode = seen.Mode & UnixMode.All;
            bool mayRunAsOwner = seen.Kind == EntryKind.Folder
                || (mode & UnixMode.SetIds) == 0
                || (platform.TryStat(path, out FileStat made) && made.Owner == seen.Owner);
            File.SetUnixFileMode(path, (UnixFileMode)(mayRunAsOwner ? mode : mode & ~UnixMode.SetIds));
        }
    }

    private void Try(string path, TreeEntryKind kind, Action make, CloneOutcome outcome = default)
    {
        if (IsDone(path, make))
        {
            _done.Add(new TreeEntry(path, kind, outcome));
        }
    }

    private bool IsDone(string path, Action make)
    {
        try
        {
            make();
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException)
        {
            Fail(path, e);
            return false;
        }
    }

    private void Fail(string path, Exception error)
    {
        _failed.Add(path);
        _done.Add(new TreeEntry(path, TreeEntryKind.Failed, error: error));
    }
}
#endif
