#if NET
using System;
using System.Collections.Generic;
using System.IO;
using CopyOnWrite.Linux;
using CopyOnWrite.MacOS;
using CopyOnWrite.Windows;

namespace CopyOnWrite;

/// <summary>Makes a tree's files by the system's worker, and by .NET, with paths.</summary>
internal sealed class PortableTreeMaker(Platform platform, TreePlaces places, TreeTally tally) : TreeMaker
{
    private const FileAttributes KeptAttributes = FileAttributes.Hidden | FileAttributes.System | FileAttributes.ReadOnly;

    // U+FFFD, which .NET reads for bytes that are not UTF-8: a link to that name would lead elsewhere.
    private const char NotUtf8 = '\uFFFD';

    private readonly FileCopier _copier = new(LibraryCopies.NewCall(platform, overwrite: false), LibraryCopies.Options);
    private readonly CloneWorker _worker = platform.NewWorker(LibraryCopies.NewCall(platform, overwrite: false));
    private string _path = string.Empty;
    private FileStat _seen;

    internal override FileStat Enter(string path)
    {
        _path = path;
        return platform.TryStat(From(string.Empty), out FileStat seen) && seen.Kind == EntryKind.Folder ? seen
            : throw new DirectoryNotFoundException($"There is no folder {From(string.Empty)}.");
    }

    internal override void List(List<FolderEntry> entries)
    {
        if (!platform.TryList(From(string.Empty), entries, out string? why))
        {
            throw new IOException($"{From(string.Empty)} cannot be listed: {why}");
        }

        // Windows lists files that are kept in the cloud, or deduplicated, as links (reparse points); .NET finds no target.
        for (int i = 0; OperatingSystem.IsWindows() && i < entries.Count; i++)
        {
            bool isLink = entries[i].Kind == EntryKind.Link && new FileInfo(From(entries[i].Name)).LinkTarget is not null;
            entries[i] = !isLink && platform.TryStat(From(entries[i].Name), out FileStat seen) ? entries[i] with { Kind = seen.Kind } : entries[i];
        }
    }

    internal override bool TryLook(string name, out FileStat seen)
    {
        var file = new FileInfo(From(name));
        bool isLink = file.LinkTarget is not null;
        seen = isLink ? new FileStat(EntryKind.Link, 0, file.LastWriteTimeUtc, default) : default;
        return isLink || platform.TryStat(From(name), out seen);
    }

    internal override FileStat Open(string name)
    {
        string problem = name.Contains(NotUtf8) ? "has a name that is not valid UTF-8" : "cannot be read";
        return platform.TryStat(From(name), out _seen) ? _seen : throw new FileNotFoundException($"{From(name)} {problem}.", From(name));
    }

    internal override CloneOutcome Clone(string name)
    {
        FileOutcome outcome = _copier.Copy(_worker, From(name), Made(name));
        if (LibraryCopies.ErrorOf(outcome, From(name), places.Named(Made(name))) is { } error)
        {
            throw error;
        }

        if (!UnixMode.IsKeptByCopies(_seen.Mode))
        {
            SetMode(Path.Join(_path, name), _seen);
        }

        return outcome.Outcome;
    }

    internal override void MakeFolder(string name) => TreePlaces.MakePrivate(Made(name));

    internal override FileStat MakeLink(string name, out string target)
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
        Keep(TreeProperty.Time, Path.Join(_path, name), () => made.LastWriteTimeUtc = link.LastWriteTimeUtc);
        return TryLook(name, out FileStat seen) ? seen : default;
    }

    internal override bool TryMakeHardLink(string first, string path)
    {
        (first, path) = (Path.Join(places.Made, first), Path.Join(places.Made, path));
        return OperatingSystem.IsWindows() ? TryLinkOnWindows(first, path) : TryLinkOnUnix(first, path);
    }

    internal override void Remove(string name)
    {
        // A link to a folder is one on Windows; FileInfo.Delete does nothing where there is no file.
        FileSystemInfo made = Directory.Exists(Made(name)) && OperatingSystem.IsWindows() ? new DirectoryInfo(Made(name)) : new FileInfo(Made(name));
        if (made.Exists && made.LinkTarget is null)
        {
            made.Attributes &= ~FileAttributes.ReadOnly;
        }

        made.Delete();
    }

    internal override void Stamp(string path, in FileStat seen)
    {
        if (!Directory.Exists(Path.Join(places.Made, path)))
        {
            return; // Removed since.
        }

        DateTime time = seen.Modified;
        Keep(TreeProperty.Time, path, () => Directory.SetLastWriteTimeUtc(Path.Join(places.Made, path), time));
        SetMode(path, seen);
    }

    public override void Dispose() => _worker.Dispose();

    /// <summary>What a copy does not keep: a mode without writing, or with setuid; the attributes hidden, system and read-only.</summary>
    private void SetMode(string path, FileStat seen) => Keep(TreeProperty.Mode, path, () =>
    {
        string made = Path.Join(places.Made, path);
        if (seen.Mode == 0)
        {
            FileAttributes now = File.GetAttributes(made);
            FileAttributes wanted = File.GetAttributes(Path.Join(places.Source, path)) & KeptAttributes
                | (seen.IsReadOnly ? FileAttributes.ReadOnly : 0);
            if ((now & KeptAttributes) != wanted)
            {
                File.SetAttributes(made, (now & ~KeptAttributes) | wanted);
            }
        }
        else if (!OperatingSystem.IsWindows())
        {
            // Another user's program would run with the rights of this one. cp -a, too, drops the bits where it cannot keep the owner.
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

    /// <summary>A time may be one that .NET does not know, a volume may keep neither times nor modes.</summary>
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

    private static unsafe bool TryLinkOnWindows(string existing, string path) =>
        Win32Native.CreateHardLinkW(Win32Path.ForCalls(path), Win32Path.ForCalls(existing), null) != 0;

    private static bool TryLinkOnUnix(string existing, string path)
    {
        var from = new byte[NativePath.MaximumLength];
        var to = new byte[NativePath.MaximumLength];
        return NativePath.TryEncode(existing, from) && NativePath.TryEncode(path, to)
            && (OperatingSystem.IsMacOS() ? MacNative.link(from, to) : LinuxNative.link(from, to)) == 0;
    }

    private string From(string name) => Path.Join(places.Source, _path, name);

    private string Made(string name) => Path.Join(places.Made, _path, name);
}
#endif
