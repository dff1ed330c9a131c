using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite;

/// <summary>
/// Temporary files for places where no lock proves that a file's maker lives. Each has a random name, so no other process makes, takes or
/// removes a file of that name. The name has the process's id and its system's identity as well: by these a later process of this system
/// knows what one left that was killed. What another machine or container left stays, as its processes may live.
/// </summary>
/// <param name="betweenListings">How long a folder is not listed again; null for five minutes.</param>
internal sealed class ProcessFiles(Platform platform, TimeSpan? betweenListings = null)
{
    private const string BootId = "/proc/sys/kernel/random/boot_id"; // random(4)
    private const string ProcessIds = "/proc/self/ns/pid"; // pid_namespaces(7)

    // A listing takes as long as the folder is large.
    private readonly double _ticksBetweenListings = (betweenListings ?? TimeSpan.FromMinutes(5)).TotalSeconds * Stopwatch.Frequency;

    private readonly HashSet<string> _listed = new();
    private long _listedSince = Stopwatch.GetTimestamp();
    private string? _systemId;
    private string? _tag;

    internal string NewName() => TemporaryFiles.NewName(_tag ??= $"-{OwnId().ToString(CultureInfo.InvariantCulture)}-{SystemId()}");

    /// <summary>A name in the folder, once what ended processes left there is removed. Null if that stays, as a new file would.</summary>
    internal string? NewNameIn(string folder)
    {
        bool isListed;
        lock (_listed)
        {
            if (Stopwatch.GetTimestamp() - _listedSince > _ticksBetweenListings)
            {
                _listed.Clear();
                _listedSince = Stopwatch.GetTimestamp();
            }

            isListed = !_listed.Add(folder);
        }

        return isListed || RemoveLeftovers(folder) ? NewName() : null;
    }

    /// <summary>Removes what ended processes of this user and system have left in the folder. False where some of it stays.</summary>
    private bool RemoveLeftovers(string folder)
    {
        // Files can be made in a folder that cannot be listed.
        var entries = new List<FolderEntry>();
        _ = platform.TryList(folder, entries, out _, TemporaryFiles.Beginning);
        var ours = new Lazy<uint?>(() => OwnerOfNewFile(folder));
        bool allGone = true;
        foreach (FolderEntry entry in entries)
        {
            string path = Path.Combine(folder, entry.Name);
            if (entry.Kind == EntryKind.File && IsOfEndedProcess(entry.Name) && BelongsToUser(path, ours))
            {
                TemporaryFiles.Delete(path);
                allGone &= !File.Exists(path);
            }
        }

        return allGone;
    }

    /// <summary>Compares the kernel's own numbers, as fakeroot shows others. True on systems that are not queried.</summary>
    private static bool BelongsToUser(string path, Lazy<uint?> ours) => !RuntimeInformation.IsOSPlatform(OSPlatform.Linux)
        || (OwnerOf(path) is { } owner && (owner == geteuid() || owner == ours.Value));

    private static uint? OwnerOf(string path) =>
        TryGetStatus(path, new byte[NativePath.MaximumLength], AT_SYMLINK_NOFOLLOW, out Statx status) ? status.Uid : null;

    /// <summary>Some mounts show all files as one user's: NFS with all_squash, SMB and exFAT with uid=, sshfs.</summary>
    private uint? OwnerOfNewFile(string folder)
    {
        string path = Path.Combine(folder, NewName());
        try
        {
            using var made = new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.None, 1, FileOptions.DeleteOnClose);
            return OwnerOf(path);
        }
        catch (Exception e) when (DotNetError.IsOfFiles(e))
        {
            return null;
        }
    }

    private bool IsOfEndedProcess(string name)
    {
        // "-1234-0123456789abcdef"
        string[] parts = TemporaryFiles.TagOf(name).Split('-');
        return parts.Length == 3
            && parts[2].Length > 0
            && parts[2] == SystemId()
            && int.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out int id)
            && HasEnded(id);
    }

    private static bool HasEnded(int process)
    {
        if (RuntimeInformation.IsOSPlatform(OSPlatform.Linux))
        {
            // For .NET any error but EPERM means that a process has ended; a sandbox may answer EACCES.
            return kill(process, 0) != 0 && Error == ESRCH;
        }

        try
        {
            using var running = Process.GetProcessById(process);
            return false;
        }
        catch (ArgumentException)
        {
            return true;
        }
    }

    internal static int OwnId()
    {
        using Process process = Process.GetCurrentProcess();
        return process.Id;
    }

    /// <summary>
    /// Within which a process's id says whether the process lives: on Linux a start of the kernel and a namespace of ids, as containers may
    /// have one name; elsewhere the machine. Empty where it is unknown.
    /// </summary>
    private string SystemId() =>
        _systemId ??= RuntimeInformation.IsOSPlatform(OSPlatform.Linux) ? LinuxId() : Hash(Environment.MachineName);

    private string LinuxId()
    {
        try
        {
            return platform.TryStat(ProcessIds, out FileStat ids) && ids.Identity != default
                ? Hash($"{File.ReadAllText(BootId)} {ids.Identity.Low}")
                : string.Empty;
        }
        catch (Exception e) when (DotNetError.IsOfFiles(e))
        {
            return string.Empty;
        }
    }

    private static string Hash(string text) =>
        NativePath.Hash(Encoding.UTF8.GetBytes(text + '\0')).ToString("x16", CultureInfo.InvariantCulture);
}
