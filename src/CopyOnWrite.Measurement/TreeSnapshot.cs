using System;
using System.Collections.Generic;
using System.IO;
using System.Security.Cryptography;

namespace CopyOnWrite.Measurement;

/// <summary>A folder's content down to mode and mtime: two builds' outputs are the same when there are no differences.</summary>
public sealed class TreeSnapshot
{
    private readonly SortedDictionary<string, TreeEntry> _entries = new(StringComparer.Ordinal);

    private TreeSnapshot(long begun) => Begun = begun;

    /// <summary>By relative path.</summary>
    public IReadOnlyDictionary<string, TreeEntry> Entries => _entries;

    /// <summary>When the tree's root was made, in nanoseconds since 1970; 0 when the file system does not keep it.</summary>
    internal long Begun { get; }

    /// <param name="include">
    /// Of a relative path, whether it belongs to the snapshot. A folder that is left out is still looked into.
    /// </param>
    public static TreeSnapshot Take(string root, Func<string, bool>? include = null)
    {
        var snapshot = new TreeSnapshot(FileStatus.OfTarget(root).Born);
        snapshot.AddFolder(new DirectoryInfo(root), string.Empty, include ?? (_ => true));
        return snapshot;
    }

    /// <summary>A line for each difference, "path: what here != there"; none when the trees are the same.</summary>
    public IReadOnlyList<string> Differences(TreeSnapshot other, MtimeComparison mtimes) => TreeComparison.Run(this, other, mtimes);

    private void AddFolder(DirectoryInfo folder, string prefix, Func<string, bool> include)
    {
        foreach (FileSystemInfo info in folder.EnumerateFileSystemInfos())
        {
            string path = prefix + info.Name;
            if (include(path))
            {
                _entries.Add(path, Describe(info, path));
            }

            if (info is DirectoryInfo inner && info.LinkTarget is null)
            {
                AddFolder(inner, path + "/", include);
            }
        }
    }

    private static TreeEntry Describe(FileSystemInfo info, string path)
    {
        FileStatus status = FileStatus.Of(info.FullName);
        TreeEntryKind kind = info.LinkTarget is not null ? TreeEntryKind.SymbolicLink
            : info is DirectoryInfo ? TreeEntryKind.Folder
            : TreeEntryKind.File;

        // A folder's length is how its file system keeps names, and a link's is that of its target's path.
        bool isFile = kind == TreeEntryKind.File;
        return new TreeEntry(
            path,
            kind,
            isFile ? status.Length : 0,
            isFile ? Hash(info.FullName) : string.Empty,
            info.LinkTarget,
            status.Mode,
            status.Modified)
        {
            HasSetMtime = status.Modified != status.Changed,
        };
    }

    private static string Hash(string path)
    {
        // Without a lock, like LinuxInterop.OpenToMeasure: a build server may still hold the file.
        using var content = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        return Convert.ToHexStringLower(SHA256.HashData(content));
    }
}
