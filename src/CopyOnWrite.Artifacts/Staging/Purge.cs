using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace CopyOnWrite.Artifacts;

/// <summary>
/// Removes from the destinations of items with Purge what no item of the call has staged. Not when anything has failed: what is missing
/// then may be what could not be read. Links are removed and not followed.
/// </summary>
internal sealed class Purge
{
    private readonly FileCloner _cloner;
    private readonly StagedFiles _staged;
    private readonly StagingOptions _options;
    private readonly StagingLog _log;
    private readonly string? _manifest;
    private readonly IReadOnlyList<StagedItem> _items;
    private readonly HashSet<FileIdentity> _sourceFolders = new();
    private readonly HashSet<string> _sourcePaths = new(StringComparer.Ordinal);
    private readonly KeptEntries _kept;
    private readonly Repositories _repositories;
    private int _removed;

    internal Purge(
        FileCloner cloner,
        StagedFiles staged,
        IReadOnlyList<StagedItem> items,
        StagingOptions options,
        StagingLog log,
        string? manifest)
    {
        _cloner = cloner;
        _staged = staged;
        _options = options;
        _log = log;
        _manifest = manifest;
        _items = items;
        _kept = new KeptEntries(cloner);
        _repositories = new Repositories(cloner);
    }

    internal void Execute()
    {
        KeyValuePair<string, StagedItem>[] folders = _staged.DestinationFolders.Where(folder => folder.Value.Purge).ToArray();
        if (folders.Length == 0)
        {
            return;
        }

        if (_log.HasErrors)
        {
            _log.Normal("CopyOnWrite: nothing is removed from the destinations because not everything was staged.");
            return;
        }

        foreach (string path in _manifest is null ? _staged.All.Keys : _staged.All.Keys.Append(_manifest))
        {
            // What a dry run has not made is not there. Any other folder of a staged file is, so what cannot be looked at is there as well.
            if (!_kept.TryAdd(path) && !_options.DryRun && path != _manifest)
            {
                _log.Error("COW1030", $"A folder above '{path}' cannot be accessed, so nothing is removed from the destinations.");
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
                _log.Normal(
                    $"CopyOnWrite: {(_options.DryRun ? "would remove" : "removed")} {_removed} files and folders of '{folder.Key}' that "
                    + "no item stages there.");
            }
        }
    }

    /// <summary>Whatever destination it lies in: the next build stages it again.</summary>
    private void KeepSources()
    {
        foreach (StagedItem item in _items)
        {
            // One that is not there need not be kept.
            _ = _kept.TryAdd(item.Source);
            _sourcePaths.Add(item.Source);
            if (_cloner.TryStat(item.Source, out FileSnapshot source) && source.Kind == EntryKind.Folder)
            {
                _sourceFolders.Add(source.Identity);
            }
        }
    }

    private void RemoveFrom(string folder, StagedItem item)
    {
        var entries = new List<FolderEntry>();
        if (!_cloner.TryList(folder, entries, out string? why))
        {
            // Where nothing was staged there may be no such folder.
            if (Directory.Exists(folder))
            {
                _log.Error("COW1030", item.Item, $"'{folder}' cannot be read, so nothing is removed from it: {why}.");
            }

            return;
        }

        foreach (FolderEntry entry in entries.OrderBy(e => e.Name, StringComparer.Ordinal))
        {
            string path = Path.Combine(folder, entry.Name);
            bool isFolder = entry.Kind == EntryKind.Folder;
            if (isFolder && (!item.IsRecursive || entry.Name == DefaultCacheFolder.Name))
            {
                continue;
            }

            if (!_kept.Has(folder, entry.Name))
            {
                Remove(path, isFolder, item);
            }
            else if (isFolder && _cloner.TryStat(path, out FileSnapshot seen))
            {
                if (!_sourceFolders.Contains(seen.Identity) && !_sourcePaths.Contains(path))
                {
                    RemoveFrom(path, item);
                }
            }
            else if (isFolder)
            {
                _log.Error("COW1030", item.Item, $"'{path}' cannot be accessed, so nothing is removed from it.");
            }
        }
    }

    private void Remove(string path, bool isFolder, StagedItem item)
    {
        // Its destination is above a repository.
        string? git = Repositories.IsGit(Path.GetFileName(path)) ? path : isFolder ? _repositories.FindBelow(path) : null;
        if (git is not null)
        {
            _log.Error("COW1029", item.Item, $"{StagedItem.Mirror} would remove '{git}' of a git repository. '{path}' is not removed.");
            return;
        }

        try
        {
            if (!_options.DryRun && isFolder)
            {
                Directory.Delete(path, recursive: true);
            }
            else if (!_options.DryRun)
            {
                if (!SystemFiles.IsLink(path))
                {
                    SystemFiles.MakeWritable(path);
                }

                DeleteFileOrLink(path);
            }

            _removed++;
            _log.Normal(_options.DryRun ? $"Would remove '{path}'." : $"Removed '{path}'.");
        }
        catch (Exception e) when (SystemFiles.IsOfSystem(e))
        {
            _log.Error("COW1030", item.Item, $"'{path}' cannot be removed: {e.Message}");
        }
    }

    private static void DeleteFileOrLink(string path)
    {
        // On Windows a link to a folder is a folder to those who remove it.
        if (Path.DirectorySeparatorChar == '\\' && (File.GetAttributes(path) & FileAttributes.Directory) != 0)
        {
            Directory.Delete(path);
        }
        else
        {
            File.Delete(path);
        }
    }
}
