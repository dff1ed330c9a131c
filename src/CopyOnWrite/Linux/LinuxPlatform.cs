using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>The facts that a process knows about this system's volumes, and the buffers that its workers share in turn.</summary>
/// <param name="pairs">What is known of the volumes; null never clones: only copies.</param>
internal sealed class LinuxPlatform(Refusals? pairs) : Platform
{
    // Not a ConcurrentBag: its types and ThreadLocal's take 2 ms of a process's first call to load (`./build.sh bench first`).
    private readonly List<LinuxScratch> _idle = [];

    private uint _user = uint.MaxValue;

    internal Refusals? Pairs => pairs;
    internal FileSystemTypes FileSystems { get; } = new();
    internal LinuxCacheSystem? Cache => field ??= pairs is null ? null : new LinuxCacheSystem(this, pairs);
    internal override ICacheSystem? CacheSystem => Cache;

    /// <summary>The process's user, who owns the files made here.</summary>
    internal uint User => _user == uint.MaxValue ? _user = geteuid() : _user;

    internal LockedTempFile LockedFiles => field ??= new LockedTempFile(User);

    internal override CloneWorker NewWorker(CloneCall cloneCall) => new LinuxWorker(this, cloneCall);

#if NET
    internal override TreeMaker NewTreeMaker(PrivateTree tree, TreeTally tally) => new LinuxTreeMaker(this, tree, tally);
#endif

    internal override bool TryStat(string path, out FileStat seen)
    {
        LinuxScratch scratch = TakeScratch();
        bool found = TryGetStatus(path, scratch.Source, 0, out Statx status);
        seen = found ? FileSystems.StatOf(status, scratch.Source) : default;
        Return(scratch);
        return found;
    }

    internal override bool TryList(string folder, ICollection<FolderEntry> entries, out string? why, string beginning = "") =>
        FolderListing.TryList(folder, entries, out why, beginning);

    internal LinuxScratch TakeScratch()
    {
        lock (_idle)
        {
            int last = _idle.Count - 1;
            if (last < 0)
            {
                return new LinuxScratch();
            }

            LinuxScratch scratch = _idle[last];
            _idle.RemoveAt(last);
            return scratch;
        }
    }

    internal void Return(LinuxScratch scratch)
    {
        lock (_idle)
        {
            _idle.Add(scratch);
        }
    }
}
