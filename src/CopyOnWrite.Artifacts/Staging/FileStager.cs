using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.IO;
using CopyOnWrite.Tasks;

namespace CopyOnWrite.Artifacts;

/// <summary>Stages one file. Used by several threads at the same time.</summary>
internal sealed class FileStager
{
    // MAX_PATH: longer ones are for .NET to spell to Windows.
    private const int LongForWindows = 260;

    private static readonly bool s_onWindows = Path.DirectorySeparatorChar == '\\';

    private readonly FileCloner _strategy;
    private readonly Attempts _attempts;
    private readonly bool _dryRun;

    internal FileStager(FileCloner strategy, CallCache cache, bool dryRun)
    {
        _strategy = strategy;
        _attempts = new Attempts(cache);
        _dryRun = dryRun;
    }

    internal StagedResult Stage(in FileToStage file, CloneWorker worker)
    {
        if (file.CollidesIgnoringCase && IsTakenByTwin(file.To))
        {
            return StagedResult.Of(StagedResult.State.NameTaken);
        }

        if (file.Folders.IsOne || IsUpToDate(file, worker))
        {
            return StagedResult.Of(StagedResult.State.Unchanged);
        }

        string from = file.From;
        string to = file.To;
        return _dryRun ? StagedResult.Of(StagedResult.State.Would)
            : file.Folders.Item.OnlyNewer && !File.Exists(to) ? CopyBehindPlaceholder(from, to, worker)
            : Copy(from, to, file.Entry.Kind, worker);
    }

    internal bool IsUpToDate(in FileToStage file, CloneWorker worker)
    {
        FolderPair pair = file.Folders;
        if (pair.IsNew || pair.Item.AlwaysCopy)
        {
            return false;
        }

        if (pair.Listing is { } listing)
        {
            if (!listing.TryGetValue(file.Entry.Name, out FolderEntry there))
            {
                return false;
            }

            if (file.Entry.Length >= 0 && there.Length >= 0)
            {
                return IsUpToDate(pair.Item, file.Entry.Length, file.Entry.Modified, there.Length, there.Modified);
            }
        }

        // What a link leads to is staged, so that is what counts.
        return pair.Item.OnlyNewer || file.Entry.Kind == EntryKind.Link ? IsUpToDate(pair.Item, file.From, file.To)
            : worker.IsUnchanged(pair.Source, pair.Destination, file.Entry.Name);
    }

    private bool IsUpToDate(StagedItem item, string from, string to) =>
        !DestinationFixes.IsLink(to)
        && _strategy.TryStat(from, out FileSnapshot source)
        && _strategy.TryStat(to, out FileSnapshot destination)
        && destination.Kind == EntryKind.File
        && IsUpToDate(item, source.Length, source.Modified, destination.Length, destination.Modified);

    private static bool IsUpToDate(StagedItem item, long length, DateTime modified, long lengthThere, DateTime modifiedThere) =>
        (length == lengthThere && modified == modifiedThere) || (item.OnlyNewer && modified < modifiedThere);

    private StagedResult Copy(string from, string to, EntryKind kind, CloneWorker worker)
    {
        CloneOutcome outcome = s_onWindows && (from.Length >= LongForWindows || to.Length >= LongForWindows)
            ? CloneOutcome.NotHandled(Reason.OtherError)
            : _attempts.Copy(worker, from, to, file: 0);
        return outcome.Kind != OutcomeKind.NotHandled ? StagedResult.Of(outcome) : outcome.Reason switch
        {
            Reason.DestinationFolderMissing when DestinationFixes.MakeFolderOf(to) is { } failure => ResultOf(failure),
            Reason.SourceMissing when kind == EntryKind.Link => StagedResult.Failed("it is a link whose target does not exist"),
            Reason.Locked or Reason.SourceMissing => StagedResult.Later(WordsOf(outcome)),
            Reason.SourceIsNotAFile or Reason.VolumeFull or Reason.VolumeFullEvenInPlace or Reason.InputOutputError or Reason.DestinationHasHardLinks =>
                StagedResult.Failed(WordsOf(outcome)),
            Reason.DestinationIsNotARegularFile when Directory.Exists(to) => StagedResult.Failed("a folder with that name exists"),
            _ => CopyBySystem(from, to, outcome),
        };
    }

    /// <summary>
    /// What OnlyNewer stages has to be whole at once: a file that a killed build left half-written would always be newer than its source.
    /// So the first has the name for a moment of an empty file that is older than any, and the core replaces files in one step.
    /// </summary>
    private StagedResult CopyBehindPlaceholder(string from, string to, CloneWorker worker)
    {
        bool placed = DestinationFixes.MakeFolderOf(to) is null && DestinationFixes.TryPlaceOldFile(_strategy, to);
        StagedResult result = Copy(from, to, EntryKind.File, worker);
        if (placed && result.What != StagedResult.State.Done)
        {
            _ = DestinationFixes.TryDelete(to);
        }

        return result;
    }

    private static StagedResult CopyBySystem(string from, string to, in CloneOutcome refused)
    {
        Exception? failure = SystemFileCopy.Copy(from, to, out long bytes);
        return failure is null ? StagedResult.Of(CloneOutcome.Copied(Reason.OtherError, bytes, refused.ErrorNumber)) : ResultOf(failure);
    }

    private static StagedResult ResultOf(Exception failure) =>
        failure switch
        {
            // A retry does not help against denied access; for other errors, another process may have the file open.
            IOException and not (FileNotFoundException or DirectoryNotFoundException or PathTooLongException) => StagedResult.Later(
                failure.Message),
            _ => StagedResult.Failed(failure.Message),
        };

    /// <summary>Whether the volume finds a file by this name, and lists none of exactly this name.</summary>
    private bool IsTakenByTwin(string to)
    {
        for (string? path = to; path is not null && _strategy.TryStat(path, out _); path = Path.GetDirectoryName(path))
        {
            var entries = new List<FolderEntry>();
            string name = Path.GetFileName(path);
            if (name.Length > 0
                && _strategy.TryList(Path.GetDirectoryName(path)!, entries, out _)
                && !entries.Exists(entry => entry.Name == name))
            {
                return true;
            }
        }

        return false;
    }

    private static string WordsOf(in CloneOutcome outcome) =>
        outcome.ErrorNumber == 0
            ? ReasonText.Of(outcome.Reason)
            : $"{ReasonText.Of(outcome.Reason)} ({new Win32Exception(outcome.ErrorNumber).Message})";

    private sealed class Attempts : CopyAttempts
    {
        private readonly CallCache _cache;

        internal Attempts(CallCache cache) => _cache = cache;

        protected override bool TryMakeFolder(string destination, int file) => DestinationFixes.MakeFolderOf(destination) is null;

        protected override bool TryMakeWritable(string destination, int file) => DestinationFixes.TryMakeWritable(destination);

        protected override bool TryRemoveLink(string destination) =>
            DestinationFixes.IsLink(destination) && DestinationFixes.TryDelete(destination);

        protected override bool TryMakeSpace() => _cache.Empty();
    }
}
