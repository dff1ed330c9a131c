namespace CopyOnWrite.Tests.Windows;

/// <summary>A volume of the model: a folder of the real file system, and the clusters that its files share.</summary>
internal sealed class ModelVolume(string root, ulong serial)
{
    /// <summary>ERROR_BLOCK_TOO_MANY_REFERENCES comes beyond (README of microsoft/CopyOnWrite).</summary>
    internal const int MostReferences = 8176;

    /// <summary>
    /// The error of FileRenameInfoEx on a volume without that flag, as on ReFS of Windows Server 2019 and 2022
    /// (git-for-windows/git#5427 and #5515, microsoft/STL#407); elsewhere 87, and 1 on Windows 10 1607 (rust-lang/rust#138133).
    /// </summary>
    internal const int ErrorWithoutPosix = Win32Native.ERROR_NOT_SUPPORTED;

    private readonly Dictionary<long, int> _references = [];
    private long _lastCluster;

    internal string Root => root;

    internal ulong Serial => serial;

    internal uint ClusterSize { get; set; } = 4096;

    internal uint Flags { get; set; } =
        Win32Native.FILE_SUPPORTS_BLOCK_REFCOUNTING | Win32Native.FILE_NAMED_STREAMS | Win32Native.FILE_SUPPORTS_EXTENDED_ATTRIBUTES
            | Win32Native.FILE_SUPPORTS_POSIX_UNLINK_RENAME;

    internal string FileSystem { get; set; } = "ReFS";

    internal bool HasPosixUnlinkAndRename => (Flags & Win32Native.FILE_SUPPORTS_POSIX_UNLINK_RENAME) != 0;

    /// <summary>A share of another machine.</summary>
    internal bool IsRemote { get; set; }

    internal bool Clones => (Flags & Win32Native.FILE_SUPPORTS_BLOCK_REFCOUNTING) != 0;

    /// <summary>Whether the system's own copy shares no blocks here, though its version clones: behind a filter, or in an image.</summary>
    internal bool SystemCopyOnlyCopies { get; set; }

    /// <summary>The setting of a new file, from its folder: 0 for none, 2 for CRC64 ([MS-FSCC] 2.3.20).</summary>
    internal ushort IntegrityOfNewFiles { get; set; }

    internal int ReferencesOf(long cluster) => _references[cluster];

    internal void SetReferences(long cluster, int count) => _references[cluster] = count;

    internal long Allocate()
    {
        _references[++_lastCluster] = 1;
        return _lastCluster;
    }

    internal void AddReference(long cluster) => _references[cluster]++;

    internal void Release(long cluster)
    {
        if (cluster != ModelFile.Hole && --_references[cluster] == 0)
        {
            _references.Remove(cluster);
        }
    }
}
