using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using CopyOnWrite.Linux;
using CopyOnWrite.MacOS;
using CopyOnWrite.Windows;

namespace CopyOnWrite;

/// <summary>
/// How files are cloned or copied on one operating system, and what a process has learnt of its volumes: one is enough for a process. Safe for concurrent use. Paths
/// are absolute. Many files are copied by a <see cref="CloneWorker"/> of a <see cref="CloneCall"/>, which keeps what they have in common.
/// </summary>
public abstract class FileCloner
{
    /// <summary>
    /// Null where there is none: processors on which the system's constants and structs differ from the ones in <see cref="LinuxNative"/> and
    /// <see cref="MacNative"/>. Windows has the same on all of its processors.
    /// </summary>
    public static FileCloner? ForThisSystem()
    {
        if (RuntimeInformation.IsOSPlatform(OSPlatform.Windows))
        {
            return new WindowsCloner(new Win32Calls(), new VolumePairs());
        }

        return !IsKnownProcessor ? null
            : RuntimeInformation.IsOSPlatform(OSPlatform.Linux) ? new LinuxCloner(new VolumePairs())
            : RuntimeInformation.IsOSPlatform(OSPlatform.OSX) ? new MacCloner(new MacCalls(), new VolumePairs())
            : null;
    }

    /// <summary>One that copies what the other clones, as far as it makes files itself.</summary>
    public static FileCloner WithoutClones() =>
        RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? new WindowsCloner(new Win32Calls(), null)
        : RuntimeInformation.IsOSPlatform(OSPlatform.Linux) && IsKnownProcessor ? new LinuxCloner(null)
        : new SystemCloner();

    /// <summary>The helper threads of this process, which its calls share.</summary>
    internal HelperSlots Helpers { get; } = new();

    /// <summary>One file, as <see cref="CloneWorker.Copy"/> has it.</summary>
    /// <param name="cache">One that <see cref="NewCache"/> of this object gave; null to do without.</param>
    /// <param name="policy">Null for <see cref="ClonePolicy.Default"/>.</param>
    public CloneOutcome Copy(string source, string destination, CloneCache? cache = null, ClonePolicy? policy = null)
    {
        using CloneWorker worker = NewWorker(new CloneCall(this, policy, cache));
        return worker.Copy(source, destination);
    }

    /// <inheritdoc cref="CloneWorker.IsUnchanged(string, string)"/>
    public bool IsUnchanged(string source, string destination)
    {
        using CloneWorker worker = NewWorker(new CloneCall(this));
        return worker.IsUnchanged(source, destination);
    }

    /// <summary>For the files of a call that one thread copies.</summary>
    public abstract CloneWorker NewWorker(CloneCall cloneCall);

    /// <summary>What the path leads to, links followed. False when there is nothing, or it cannot be read.</summary>
    public abstract bool TryStat(string path, out FileSnapshot seen);

    /// <summary>Adds what is in the folder, in no order. When false, <paramref name="why"/> is the system's sentence.</summary>
    public virtual bool TryList(string folder, ICollection<FolderEntry> entries, out string? why) => SystemListing.TryList(folder, entries, out why);

    /// <summary>By the system's numbers, which on btrfs differ for subvolumes of one volume. False when either cannot be read.</summary>
    public bool AreOnOneVolume(string path, string other) =>
        TryStat(path, out FileSnapshot here) && TryStat(other, out FileSnapshot there) && here.Identity.IsOnVolumeOf(there.Identity);

    /// <summary>Whether several threads create more files than one on the volume of this existing file, where no disk is waited for.</summary>
    public virtual bool CreatesFilesInParallel(string destination) => true;

    /// <summary>The cross-volume cache for the files of one call; null where there is none for this system.</summary>
    /// <param name="findFolder">The folder, absolute; null for none. Called once, when the first file needs it.</param>
    public virtual CloneCache? NewCache(Func<string?> findFolder) => null;

    /// <summary>Keeps the cache in this folder within its bounds (CachePruning). Never throws.</summary>
    public virtual void PruneCache(string folder, long maximumBytes, TimeSpan maximumAge)
    {
    }

    private static bool IsKnownProcessor => RuntimeInformation.ProcessArchitecture is Architecture.X64 or Architecture.Arm64;
}
