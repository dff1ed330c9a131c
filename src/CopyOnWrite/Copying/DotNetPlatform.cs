namespace CopyOnWrite;

/// <summary>Copies and looks at files by .NET: for systems without a platform of their own.</summary>
internal class DotNetPlatform : Platform
{
    /// <summary>Whether <see cref="Clone"/> may be called.</summary>
    internal virtual bool ClonesOnDemand => false;

    /// <summary>Whether <see cref="TryStat"/> tells pipes and sockets from files. .NET does not, and waits for a pipe's writer.</summary>
    internal virtual bool KnowsKinds => false;

    internal override CloneWorker NewWorker(CloneCall cloneCall) => new DotNetWorker(cloneCall, this);

    /// <summary>Makes a new file that is a clone, or throws as File.Copy does, with the system's error.</summary>
    internal virtual void Clone(string source, string made) => throw new PlatformNotSupportedException();

    /// <summary>Without an identity.</summary>
    internal override bool TryStat(string path, out FileStat seen)
    {
        try
        {
            seen = Directory.Exists(path)
                ? new FileStat(EntryKind.Folder, 0, Directory.GetLastWriteTimeUtc(path), default)
                : new FileStat(EntryKind.File, new FileInfo(path).Length, File.GetLastWriteTimeUtc(path), default);
            return true;
        }
        catch (Exception e) when (DotNetError.IsOfFiles(e))
        {
            seen = default;
            return false;
        }
    }

    internal override bool TryList(string folder, ICollection<FolderEntry> entries, out string? why, string beginning = "")
    {
        why = "this system does not tell pipes from files (its C library has no statx)";
        return KnowsKinds && base.TryList(folder, entries, out why, beginning);
    }

    private protected override EntryKind KindOf(FileSystemInfo entry)
    {
        EntryKind kind = base.KindOf(entry);
        return kind == EntryKind.File && TryStat(entry.FullName, out FileStat seen) ? seen.Kind : kind;
    }
}
