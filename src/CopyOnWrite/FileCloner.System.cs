using System.Collections.Generic;
using System.Runtime.InteropServices;
using CopyOnWrite.Linux;
using CopyOnWrite.MacOS;
using CopyOnWrite.Windows;

namespace CopyOnWrite;

// The system's part of a cloner, for the library and the tasks.
public abstract partial class FileCloner
{
    /// <summary>
    /// The cloner for this system; null under a <see cref="PreloadedLibrary"/>. Linux and macOS have one of their own on the processors
    /// whose constants and structs are those of <see cref="LinuxNative"/> and <see cref="MacNative"/>.
    /// </summary>
    internal static FileCloner? ForThisSystem()
    {
        if (RuntimeInformation.IsOSPlatform(OSPlatform.Windows))
        {
            return new WindowsCloner(new Win32Calls(), new Refusals());
        }

        bool isLinux = RuntimeInformation.IsOSPlatform(OSPlatform.Linux);
        return isLinux && PreloadedLibrary.InterceptsFileCalls() ? null
            : isLinux && IsKnownProcessor ? new LinuxCloner(new Refusals())
            : ByDotNet();
    }

    /// <summary>A cloner that copies what this one clones, if it creates files itself.</summary>
    internal static FileCloner WithoutClones() =>
        RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? new WindowsCloner(new Win32Calls(), null)
        : IsUsableLinux && IsKnownProcessor ? new LinuxCloner(null)
        : ByDotNet();

    /// <summary>The helper threads that all calls of this process share.</summary>
    internal HelperSlots Helpers { get; } = new();

    /// <summary>What folders do not let their files do, by a hash of the folder's path and a number of the system's own.</summary>
    internal Refusals RefusingFolders { get; } = new();

    /// <summary>Clones or copies one file as <see cref="CloneWorker.Copy"/> does.</summary>
    /// <param name="cache">From <see cref="NewCache"/> of this object; null for no cache.</param>
    internal CloneOutcome Copy(string source, string destination, CloneCache? cache = null, bool flushesSources = false)
    {
        using CloneWorker worker = NewWorker(new CloneCall(this, cache, FlushesSources: flushesSources));
        return worker.Copy(source, destination);
    }

    /// <summary>Makes a worker for the files of a call that one thread copies.</summary>
    internal abstract CloneWorker NewWorker(CloneCall cloneCall);

    /// <summary>What the path leads to, links followed. False when there is nothing, or it cannot be read.</summary>
    internal abstract bool TryStat(string path, out FileSnapshot seen);

    /// <summary>Adds what is in the folder, in no order. When false, <paramref name="why"/> is the system's sentence.</summary>
    internal virtual bool TryList(string folder, ICollection<FolderEntry> entries, out string? why) =>
        SystemListing.TryList(folder, entries, out why);

    /// <summary>Compares the system's numbers, which on btrfs differ between subvolumes. False when either cannot be read.</summary>
    internal bool AreOnOneVolume(string path, string other) =>
        TryStat(path, out FileSnapshot here) && TryStat(other, out FileSnapshot there) && here.Identity.IsOnVolumeOf(there.Identity);

    /// <summary>
    /// Deletes from the destinations' folders the <see cref="ReplacedFiles"/> that no program uses any more.
    /// </summary>
    internal virtual void DeleteReplacedFiles(IReadOnlyList<string> destinations)
    {
    }

    /// <summary>
    /// Whether several threads create files faster than one on this existing file's volume while the disk keeps up.
    /// </summary>
    internal virtual bool CreatesFilesInParallel(string destination) => true;

    private static SystemCloner ByDotNet() =>
        RuntimeInformation.IsOSPlatform(OSPlatform.OSX) && IsKnownProcessor ? new MacCloner() : new SystemCloner();

    private static bool IsUsableLinux =>
        RuntimeInformation.IsOSPlatform(OSPlatform.Linux) && !PreloadedLibrary.InterceptsFileCalls();

    private static bool IsKnownProcessor => RuntimeInformation.ProcessArchitecture is Architecture.X64 or Architecture.Arm64;
}
