using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace CopyOnWrite.Artifacts;

/// <summary>
/// Removes what no item of the call has staged from the destinations of items with Purge. Not after a failure: what is missing
/// then may be what could not be read. Links are removed and not followed.
/// </summary>
internal sealed class Purge(
    FileCloner cloner, StagedFiles staged, IReadOnlyList<StagedItem> items, StagingOptions options, StagingLog log, string? manifest)
{
    private readonly HashSet<FileIdentity> _sourceFolders = new();
    private readonly HashSet<string> _sourcePaths = new(StringComparer.Ordinal);
    private readonly KeptEntries _kept = new(cloner);
    private readonly Repositories _repositories = new(cloner);
    private int _removed;

    internal void Execute()
    {
        KeyValuePair<string, StagedItem>[] folders = staged.DestinationFolders.Where(folder => folder.Value.Purge).ToArray();
        if (folders.Length == 0)
        {
            return;
        }

        if (log.HasErrors)
        {
            log.Normal("CopyOnWrite: nothing is removed from the destinations because not everything was staged.");
            return;
        }

        foreach (string path in manifest is null ? staged.All.Keys : staged.All.Keys.Append(manifest))
        {
            // A dry run does not make folders. Otherwise a staged file's folder exists, even one that cannot be read.
            if (!_kept.TryAdd(path) && !options.DryRun && path != manifest)
            {
                log.Error("COW1030", $"A folder above '{path}' cannot be accessed, so nothing is removed from the destinations.");
                return;
            }
        }

        KeepSources();
        foreach (KeyValuePair<string, StagedItem> folder in folders)
        {
            _removed = 0;
            RemoveFrom(folder.Key, folder.Value);
            if (_removed > 0)
            {
                log.Normal(
                    $"CopyOnWrite: {(options.DryRun ? "would remove" : "removed")} {_removed} files and folders of '{folder.Key}' that "
                    + "no item stages there.");
            }
        }
    }

    /// <summary>It may be removed from any destination: the next build stages it again.</summary>
    private void KeepSources()
    {
        foreach (StagedItem item in items)
        {
            // A missing one need not be kept.
            _ = _kept.TryAdd(item.Source);
            _sourcePaths.Add(item.Source);
            if (cloner.TryStat(item.Source, out FileSnapshot source) && source.Kind == EntryKind.Folder)
            {
                _sourceFolders.Add(source.Identity);
            }
        }
    }

    private void RemoveFrom(string folder, StagedItem item)
    {
        var entries = new List<FolderEntry>();
        if (!cloner.TryList(folder, entries, out string? why))
        {
            // The folder may be missing where nothing was staged.
            if (Directory.Exists(folder))
            {
                log.Error("COW1030", item.Item, $"'{folder}' cannot be read, so nothing is removed from it: {why}.");
            }

            return;
        }

        foreach (FolderEntry entry in entries.OrderBy(e => e.Name, StringComparer.Ordinal))
        {
            string path = Path.Combine(folder, entry.Name);
            bool isFolder = entry.Kind == EntryKind.Folder;
            if (isFolder ? !item.IsRecursive || entry.Name == CacheFiles.DefaultFolder : ReplacedFiles.IsOne(entry.Name))
            {
                continue;
            }

            if (!_kept.Has(folder, entry.Name))
            {
                Remove(path, isFolder, item);
            }
            else if (isFolder && cloner.TryStat(path, out FileSnapshot seen))
            {
                if (!_sourceFolders.Contains(seen.Identity) && !_sourcePaths.Contains(path))
                {
                    RemoveFrom(path, item);
                }
            }
            else if (isFolder)
            {
                log.Error("COW1030", item.Item, $"'{path}' cannot be accessed, so nothing is removed from it.");
            }
        }
    }

    private void Remove(string path, bool isFolder, StagedItem item)
    {
        // Its destination is above a repository.
        string? git = Repositories.IsGit(Path.GetFileName(path)) ? path : isFolder ? _repositories.FindBelow(path) : null;
        if (git is not null)
        {
            log.Error("COW1029", item.Item, $"{StagedItem.Mirror} would remove '{git}' of a git repository. '{path}' is not removed.");
            return;
        }

        try
        {
            if (!options.DryRun)
            {
                Delete(path, isFolder);
            }

            _removed++;
            log.Normal(options.DryRun ? $"Would remove '{path}'." : $"Removed '{path}'.");
        }
        catch (Exception e) when (SystemFiles.IsOfSystem(e))
        {
            log.Error("COW1030", item.Item, $"'{path}' cannot be removed: {e.Message}");
        }
    }

    private static void Delete(string path, bool isFolder)
    {
        if (Path.DirectorySeparatorChar == '\\')
        {
            bool isLikeAFolder = (File.GetAttributes(path) & FileAttributes.Directory) != 0; // So is a link to one.
            DeleteReadOnly(isLikeAFolder ? new DirectoryInfo(path) : new FileInfo(path));
        }
        else if (isFolder)
        {
            Directory.Delete(path, recursive: true);
        }
        else
        {
            if (!SystemFiles.IsLink(path))
            {
                _ = FileCopier.MakeWritable(path);
            }

            File.Delete(path);
        }
    }

    /// <summary>Windows deletes nothing that is read-only (page "DeleteFileW"). Links and junctions are deleted and not entered.</summary>
    internal static void DeleteReadOnly(FileSystemInfo entry)
    {
        if (entry is DirectoryInfo folder && (entry.Attributes & FileAttributes.ReparsePoint) == 0)
        {
            Array.ForEach(folder.GetFileSystemInfos(), DeleteReadOnly);
        }

        if ((entry.Attributes & FileAttributes.ReadOnly) != 0)
        {
            entry.Attributes &= ~FileAttributes.ReadOnly;
        }

        entry.Delete();
    }
}
