namespace CopyOnWrite.Tests.Windows;

/// <summary>
/// A model of ReFS for the calls of the cloner: content and names are real files of a folder on Linux, so that every test sees them;
/// clusters with their references, sharing, attributes, integrity and streams are kept beside. A call that ReFS would refuse is refused,
/// with its error. Where the rules are from: [MS-FSA] and [MS-FSCC], the Win32 pages of the functions, and the page "Block cloning".
/// </summary>
internal sealed unsafe partial class RefsModel : Win32Calls
{
    private const int ERROR_INVALID_HANDLE = 6;
    private const long TicksOfEpoch = 116_444_736_000_000_000; // 1970 in 100 ns since 1601

    // The lazy writer writes an eighth of what it finds each second (page "File Caching"); nothing says when it is done.
    private const long KeptInMemory = TimeSpan.TicksPerMinute;

    private readonly List<ModelVolume> _volumes = [];
    private readonly Dictionary<string, ModelFile> _files = [];
    private readonly Dictionary<nint, Opened> _open = [];
    private nint _lastHandle = 0x100;

    internal RefsModel(string root, ulong serial = 0x1234_5678_9ABC_DEF0) => _ = AddVolume(root, serial);

    /// <summary>Windows 10 22H2, where nothing but an explicit clone clones.</summary>
    internal int Build { get; set; } = 19045;

    internal Injections Injections { get; } = new();

    internal ModelVolume Volume => _volumes[0];

    /// <summary>How far the clock is ahead, in 100 ns: what tests write is old and on the disk, until this is 0.</summary>
    internal long Ahead { get; set; } = TimeSpan.TicksPerHour;

    /// <summary>What is free on every volume, in bytes.</summary>
    internal ulong Free { get; set; } = 1UL << 40;

    public override long SystemTime() => DateTime.UtcNow.ToFileTimeUtc() + Ahead;

    /// <summary>The lazy writer has been by since whatever it was that was written.</summary>
    private bool IsAllSettled => Ahead >= KeptInMemory;

    /// <summary>Not documented; only Windows can answer it, so both answers are tried.</summary>
    internal bool PosixRenameReplacesMappedFiles { get; set; }

    /// <summary>The processes that have any mapped file loaded.</summary>
    internal int[] Users { get; set; } = [];

    public override int GetProcessesUsing(nint file, out int[] ids) => Ask(file, nameof(GetProcessesUsing), out ids, _ => Users);

    internal int OpenHandles => _open.Count;

    /// <summary>Mounted in this folder, as a drive or inside of another volume.</summary>
    internal ModelVolume AddVolume(string root, ulong serial)
    {
        var volume = new ModelVolume(root, serial);
        _volumes.Add(volume);
        return volume;
    }

    public override int BuildNumber() => Build;

    /// <summary>Of a call that asks for nothing that the lock guards but this.</summary>
    private int InjectedError(string call)
    {
        lock (_files)
        {
            return Injections.For(call, string.Empty);
        }
    }

    /// <summary>What the model has of the file, brought up to date. Links are followed.</summary>
    internal ModelFile FileAt(string path)
    {
        FileStatus status = FileStatus.OfTarget(path);
        if (!_files.TryGetValue(status.Identity, out ModelFile? file))
        {
            file = new ModelFile(VolumeOf(path), ulong.Parse(status.Identity.Split('/')[1], CultureInfo.InvariantCulture));
            _files[status.Identity] = file;
        }

        file.See(Directory.Exists(path) ? 0 : status.Length, status.Modified, status.Changed);
        return file;
    }

    /// <summary>Simulates a killed process: the system closes what it has open.</summary>
    internal void Kill()
    {
        foreach (nint handle in _open.Keys.ToArray())
        {
            CloseHandle(handle);
        }
    }

    /// <summary>Shared bytes, by clusters; the last one counts up to the file's end.</summary>
    internal long BytesInCommon(string path, string other)
    {
        ModelFile first = FileAt(path);
        ModelFile second = FileAt(other);
        long bytes = 0;
        for (int i = 0; i < Math.Min(first.Clusters.Count, second.Clusters.Count); i++)
        {
            bytes += first.Clusters[i] == second.Clusters[i] && first.Clusters[i] != ModelFile.Hole
                ? Math.Min(first.Volume.ClusterSize, first.Seen.Length - ((long)i * first.Volume.ClusterSize))
                : 0;
        }

        return bytes;
    }

    /// <summary>An open file.</summary>
    private sealed class Opened(string path, ModelFile file, uint access, uint share, FileStream? stream)
    {
        internal string Path { get; set; } = path;

        internal ModelFile File { get; } = file;

        /// <summary>That to the content includes that to the attributes (page "File Access Rights Constants").</summary>
        internal uint Access { get; } = access
            | ((access & GENERIC_READ) != 0 ? FILE_READ_ATTRIBUTES : 0)
            | ((access & GENERIC_WRITE) != 0 ? FILE_WRITE_ATTRIBUTES : 0);

        internal uint Share { get; } = share;

        /// <summary>Null where only names and attributes were asked for.</summary>
        internal FileStream? Stream { get; } = stream;

        /// <summary>FILE_FLAG_DELETE_ON_CLOSE.</summary>
        internal bool DeleteOnClose { get; init; }

        /// <summary>The link itself, opened with FILE_FLAG_OPEN_REPARSE_POINT.</summary>
        internal bool IsLink { get; init; }

        /// <summary>The name that it was opened by is gone, or another file's.</summary>
        internal bool IsUnlinked { get; set; }

        /// <summary>100 ns since 1601; then writes no longer set it.</summary>
        internal long? WriteTimeSet { get; set; }

        internal bool May(uint access) => (Access & access) == access;
    }
}
