using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;

namespace CopyOnWrite.Artifacts;

/// <summary>
/// Stages items one after the other, each into all of its destinations, its files by several threads. So what an item stages can be the
/// source of the next, and of two files with one destination the later one stays. Neighbouring items that are single files go together.
/// </summary>
internal sealed class Stager(
    CloneCall call, StagingOptions options, StagingLog log, StagedFiles staged, CancellationToken cancellation)
{
    private const int MostComparedAtOnce = 500;

    private static readonly bool s_listingsSayAll = Path.DirectorySeparatorChar == '\\';

    private readonly FileCloner _cloner = call.Cloner;
    private readonly FileStager _files = new(call, options, log, staged, cancellation);

    // The call's destination folders, to find those that differ only in case.
    private readonly Dictionary<string, string> _folders = new(StringComparer.OrdinalIgnoreCase);

    private readonly SingleFiles _singleFiles = new();

    internal void Stage(IReadOnlyList<StagedItem> items)
    {
        foreach (StagedItem item in items)
        {
            if (cancellation.IsCancellationRequested)
            {
                return;
            }

            // An earlier, unfinished item may stage this one's source.
            if (_singleFiles.Make(item.Source))
            {
                StageSingleFiles();
            }

            bool found = _cloner.TryStat(item.Source, out FileSnapshot seen);
            if (!found && _singleFiles.Any)
            {
                StageSingleFiles();
                found = _cloner.TryStat(item.Source, out seen);
            }

            if (found && seen.Kind == EntryKind.Folder)
            {
                StageSingleFiles();
                StageFolder(item);
            }
            else if (found && seen.Kind == EntryKind.File)
            {
                StageFile(item, seen);
            }
            else if (found)
            {
                log.Error("COW1023", item.Item, $"'{item.Source}' is neither a file nor a folder.");
            }
            else if (options.DryRun && staged.IsBelowADestination(item.Source))
            {
                log.Normal(
                    $"CopyOnWrite: '{item.Source}' does not exist yet; a real run would stage from it what an earlier item stages to it.");
            }
            else if (item.VerifyExists)
            {
                log.Error(
                    "COW1023",
                    item.Item,
                    $"'{item.Source}' does not exist. {StagedItem.Verify}=\"false\" skips a missing source without an error.");
            }
        }

        StageSingleFiles();
    }

    private void StageFile(StagedItem item, in FileSnapshot seen)
    {
        if (item.Purge)
        {
            log.Error("COW1029", item.Item, $"{StagedItem.Mirror} applies to folders, and '{item.Source}' is a file.");
            return;
        }

        string name = Path.GetFileName(item.Source);
        bool isLink = SystemFiles.IsLink(item.Source);
        var entry = new FolderEntry(name, isLink ? EntryKind.Link : EntryKind.File, isLink ? -1 : seen.Length, seen.Modified);
        foreach (string destination in item.Destinations)
        {
            string to = Path.Combine(destination, name);
            if (_singleFiles.IsRepeated(item.Source, to))
            {
                continue;
            }

            if (_singleFiles.Conflict(item.Source, to, out bool collides))
            {
                StageSingleFiles();
            }

            var pair = new StagedFolder(_cloner, item, Path.GetDirectoryName(item.Source)!, destination);
            staged.DestinationFolders.Add(new KeyValuePair<string, StagedItem>(destination, item));
            _singleFiles.Add(new FileToStage(pair, entry, collides || CollidesIgnoringCase(pair)), item.Source, to);
        }
    }

    private void StageSingleFiles()
    {
        List<FileToStage> files = _singleFiles.Take();
        if (files.Count > 0)
        {
            _files.Stage(files);
        }
    }

    private void StageFolder(StagedItem item)
    {
        _singleFiles.ForgetRepetitions();
        bool comparesAtOnce = !options.RecordsAll && !options.LogsSkipped && !item.AlwaysCopy && item.Destinations.Length == 1;
        List<SourceFolder> folders = new SourceTree(
            item, call, log, comparesAtOnce ? (folder, worker) => DropUnchanged(item, folder, worker) : null, cancellation).Read();
        foreach (string destination in item.Destinations)
        {
            var files = new List<FileToStage>();
            foreach (SourceFolder folder in folders)
            {
                staged.Counts.Unchanged += folder.Unchanged;
                if (folder.Files.Count > 0)
                {
                    Add(folder, NewPair(item, folder.Path, Path.Combine(destination, folder.Relative)), files);
                }
            }

            staged.DestinationFolders.Add(new KeyValuePair<string, StagedItem>(destination, item));
            _files.Stage(files);
        }
    }

    /// <summary>
    /// The thread that has listed a small folder compares its files at once, so that their names need not
    /// be kept. Files of large folders are shared among the threads later.
    /// </summary>
    private void DropUnchanged(StagedItem item, SourceFolder folder, CloneWorker worker)
    {
        var names = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        if (folder.Files.Count > MostComparedAtOnce || !folder.Files.TrueForAll(entry => names.Add(entry.Name)))
        {
            return;
        }

        StagedFolder pair = NewPair(item, folder.Path, Path.Combine(item.Destinations[0], folder.Relative));
        bool collides = _folders.TryGetValue(pair.Destination, out string? other) && other != pair.Destination;
        folder.Unchanged = pair.IsNew || pair.IsOne || collides
            ? 0
            : folder.Files.RemoveAll(entry => _files.IsUpToDate(new FileToStage(pair, entry, false), worker));
    }

    private void Add(SourceFolder folder, StagedFolder pair, List<FileToStage> files)
    {
        bool folderCollides = CollidesIgnoringCase(pair);
        var names = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        if (folder.Files.TrueForAll(entry => names.Add(entry.Name)))
        {
            folder.Files.ForEach(entry => files.Add(new FileToStage(pair, entry, folderCollides)));
            return;
        }

        // Sorted, so that always the same file gets the name.
        folder.Files.Sort((a, b) => string.CompareOrdinal(a.Name, b.Name));
        names.Clear();
        folder.Files.ForEach(entry => files.Add(new FileToStage(pair, entry, !names.Add(entry.Name) || folderCollides)));
    }

    private bool CollidesIgnoringCase(StagedFolder pair)
    {
        if (_folders.TryGetValue(pair.Destination, out string? other))
        {
            return other != pair.Destination;
        }

        _folders.Add(pair.Destination, pair.Destination);
        return false;
    }

    private StagedFolder NewPair(StagedItem item, string source, string destination)
    {
        // Path.Combine ends with a separator where nothing follows.
        string folder = destination.Length > 1 ? destination.TrimEnd(Path.DirectorySeparatorChar) : destination;
        var pair = new StagedFolder(_cloner, item, source, folder);
        pair.IsNew = !_cloner.TryStat(folder, out _);
        if (!pair.IsNew && s_listingsSayAll)
        {
            pair.Listing = ListingOf(folder);
        }

        return pair;
    }

    private Dictionary<string, FolderEntry>? ListingOf(string folder)
    {
        var entries = new List<FolderEntry>();
        if (!_cloner.TryList(folder, entries, out _))
        {
            return null;
        }

        if (call.ReplacesFilesInUse && entries.Exists(entry => ReplacedFiles.IsOne(entry.Name)))
        {
            // No file there may be copied in this call.
            _cloner.DeleteReplacedFiles([folder + Path.DirectorySeparatorChar]);
        }

        var listing = new Dictionary<string, FolderEntry>(entries.Count, StringComparer.OrdinalIgnoreCase);
        foreach (FolderEntry entry in entries)
        {
            listing[entry.Name] = entry;
        }

        return listing;
    }
}
