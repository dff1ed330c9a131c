using CopyOnWrite.Linux;
using CopyOnWrite.MacOS;
using CopyOnWrite.Windows;

namespace CopyOnWrite;

/// <summary>A system's file calls, and what a process has learned by them, which its calls share. Safe for concurrent use.</summary>
internal abstract class Platform
{
    private CacheFiller? _cacheFiller;

    private protected Platform() => ProcessFiles = new ProcessFiles(this);

    /// <summary>
    /// The platform of this system; null under a <see cref="PreloadedLibrary"/>. Linux and macOS have one that makes its own calls on the
    /// processors whose constants and structs are those of <see cref="LinuxNative"/> and <see cref="MacNative"/>.
    /// </summary>
    internal static Platform? ForThisSystem() => IsIntercepted() ? null : New(new Refusals());

    /// <summary>A platform that copies what this one clones, if it creates files itself.</summary>
    internal static Platform WithoutClones() => IsIntercepted() ? new DotNetLinuxPlatform() : New(null);

    /// <summary>Gives the platform, or .NET alone where the system is too old and its C library lacks a call.</summary>
    internal static Platform OrDotNet(Platform platform)
    {
        try
        {
            _ = platform.TryStat(AppContext.BaseDirectory, out _);
            return platform;
        }
        catch (Exception e) when (e is EntryPointNotFoundException or DllNotFoundException)
        {
            return new DotNetPlatform();
        }
    }

    /// <summary>The most threads of a call beside its own; 0 where system calls are counted.</summary>
    internal int MostHelpers { get; set; } = Workers.MostHelpers;

    /// <summary>The calls that folders refuse for their files, by a hash of the folder's path and a number of the system's own.</summary>
    internal Refusals RefusingFolders { get; } = new();

    /// <summary>Temporary files where no lock proves whose they are.</summary>
    internal ProcessFiles ProcessFiles { get; }

    /// <summary>Null where there is no cross-volume cache: for systems that have none, and for a platform that only copies.</summary>
    internal virtual ICacheSystem? CacheSystem => null;

    /// <summary>The work that this process does for its caches after its calls.</summary>
    internal CacheFiller CacheFiller => _cacheFiller ?? LazyInitializer.EnsureInitialized(
        ref _cacheFiller, () => new CacheFiller(new EntryMaker(CacheSystem!).Add))!;

    /// <summary>Makes the cross-volume cache of one call, opened when a file needs it; null on a system without one.</summary>
    /// <inheritdoc cref="CloneCache(Platform, ICacheSystem, Func{IEnumerable{string}})" path="/param[@name='findPlaces']"/>
    internal CloneCache? NewCache(Func<IEnumerable<string>> findPlaces)
    {
        if (CacheSystem is not { } system)
        {
            return null;
        }

        CacheFiller.CallBegins();
        return new CloneCache(this, system, findPlaces);
    }

    /// <summary>Makes a worker for the files of a call that one thread copies.</summary>
    internal abstract CloneWorker NewWorker(CloneCall cloneCall);

#if NET
    /// <summary>Makes a tree's files, for one thread.</summary>
    internal virtual TreeMaker NewTreeMaker(PrivateTree tree, TreeTally tally) => new TreeMaker(this, tree, tally);
#endif

    /// <summary>Gets the facts about what the path leads to, links followed. False if there is nothing, or it cannot be read.</summary>
    internal abstract bool TryStat(string path, out FileStat seen);

    /// <summary>Adds what is in the folder, in no order. When false, <paramref name="why"/> is the system's sentence.</summary>
    /// <param name="beginning">Only names that begin so; the kinds of others are not asked for.</param>
    internal virtual bool TryList(string folder, ICollection<FolderEntry> entries, out string? why, string beginning = "")
    {
        why = null;
        try
        {
            foreach (FileSystemInfo entry in new DirectoryInfo(folder).EnumerateFileSystemInfos(beginning + "*"))
            {
                entries.Add(new FolderEntry(entry.Name, KindOf(entry)));
            }

            return true;
        }

        // .NET Framework's Path refuses names that Win32 takes behind \\?\ (ArgumentException, NotSupportedException).
        catch (Exception e) when (DotNetError.IsOfFiles(e))
        {
            why = e.Message;
            return false;
        }
    }

    /// <summary>Compares the system's numbers, which on btrfs differ between subvolumes. False when either is unknown, as 0 is.</summary>
    internal bool AreOnOneVolume(string path, string other) => TryStat(path, out FileStat here) && here.Identity.Volume != 0
        && TryStat(other, out FileStat there) && here.Identity.Volume == there.Identity.Volume;

    /// <summary>Gives a finished file its name, in one step, in place of another where the call overwrites.</summary>
    /// <exception cref="IOException">It was not renamed; the other file is as it was.</exception>
    /// <exception cref="UnauthorizedAccessException">It was not renamed; the other file is as it was.</exception>
    internal virtual void Rename(string made, string destination, bool overwrites)
    {
#if NET
        File.Move(made, destination, overwrites);
#else
        if (overwrites && File.Exists(destination))
        {
            File.Replace(made, destination, null, ignoreMetadataErrors: true); // rename(2) on Unix (FileSystem.Unix.cs).
        }
        else
        {
            File.Move(made, destination);
        }
#endif
    }

    /// <summary>Deletes from the destinations' folders the <see cref="ReplacedFiles"/> that no program uses any more.</summary>
    internal virtual void DeleteReplacedFiles(IReadOnlyList<string> destinations) { }

    // A file that is kept in the cloud, or deduplicated, is a reparse point as well; read as a link is, it shows as what it is.
    private protected virtual EntryKind KindOf(FileSystemInfo entry) =>
        (entry.Attributes & FileAttributes.ReparsePoint) != 0 ? EntryKind.Link
        : (entry.Attributes & FileAttributes.Directory) != 0 ? EntryKind.Folder
        : (entry.Attributes & FileAttributes.Device) != 0 ? EntryKind.Other
        : EntryKind.File;

    private static bool IsIntercepted() =>
        RuntimeInformation.IsOSPlatform(OSPlatform.Linux) && PreloadedLibrary.InterceptsFileCalls();

    private static Platform New(Refusals? pairs) =>
        RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? new WindowsPlatform(new Win32Calls(), pairs)
        : RuntimeInformation.IsOSPlatform(OSPlatform.Linux) ? IsKnownProcessor ? new LinuxPlatform(pairs) : new DotNetLinuxPlatform()
        : RuntimeInformation.IsOSPlatform(OSPlatform.OSX) && IsKnownProcessor ? new MacPlatform()
        : new DotNetPlatform();

    private static bool IsKnownProcessor => RuntimeInformation.ProcessArchitecture is Architecture.X64 or Architecture.Arm64;
}
