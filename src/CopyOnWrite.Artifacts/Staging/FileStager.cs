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

    private readonly ICopyStrategy _strategy;
    private readonly CallCache _cache;
    private readonly ClonePolicy _policy;
    private readonly bool _dryRun;

    internal FileStager(ICopyStrategy strategy, CallCache cache, ClonePolicy policy, bool dryRun)
    {
        _strategy = strategy;
        _cache = cache;
        _policy = policy;
        _dryRun = dryRun;
    }

    internal StagedResult Stage(in FileToStage file, FolderMemory? folders)
    {
        if (file.HasTwin && IsTakenByTwin(file.To))
        {
            return StagedResult.Of(StagedResult.State.NameTaken);
        }

        if (file.Folders.IsOne || IsUpToDate(file, folders))
        {
            return StagedResult.Of(StagedResult.State.Unchanged);
        }

        string from = file.From;
        string to = file.To;
        return _dryRun ? StagedResult.Of(StagedResult.State.Would)
            : file.Folders.Item.OnlyNewer && !File.Exists(to) ? CopyBehindPlaceholder(from, to)
            : Copy(from, to, file.Entry.Kind);
    }

    internal bool IsUpToDate(in FileToStage file, FolderMemory? folders)
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
            : folders is not null ? _strategy.IsUnchanged(pair.Source, pair.Destination, file.Entry.Name, folders)
            : _strategy.IsUnchanged(file.From, file.To);
    }

    private bool IsUpToDate(StagedItem item, string from, string to) =>
        !DestinationFixes.IsLink(to)
        && _strategy.TryLookAt(from, out SeenFile source)
        && _strategy.TryLookAt(to, out SeenFile destination)
        && destination.Kind == EntryKind.File
        && IsUpToDate(item, source.Length, source.Modified, destination.Length, destination.Modified);

    private static bool IsUpToDate(StagedItem item, long length, DateTime modified, long lengthThere, DateTime modifiedThere) =>
        (length == lengthThere && modified == modifiedThere) || (item.OnlyNewer && modified < modifiedThere);

    private StagedResult Copy(string from, string to, EntryKind kind)
    {
        bool folderMade = false;
        bool madeRoom = false;
        bool unlinked = false;
        bool madeWritable = false;
        while (true)
        {
            FileOutcome outcome = s_onWindows && (from.Length >= LongForWindows || to.Length >= LongForWindows)
                ? FileOutcome.NotHandled(Reason.OtherError)
                : _strategy.Copy(from, to, _cache.Entries, _policy);
            if (outcome.Kind != OutcomeKind.NotHandled)
            {
                return StagedResult.Of(outcome);
            }

            switch (outcome.Reason)
            {
                case Reason.DestinationFolderMissing when !folderMade:
                    if (DestinationFixes.MakeFolderOf(to) is { } failure)
                    {
                        return ResultOf(failure);
                    }

                    folderMade = true;
                    break;
                case Reason.DestinationIsNotAPlainFile when !unlinked && DestinationFixes.IsLink(to) && DestinationFixes.TryDelete(to):
                    unlinked = true;
                    break;
                case Reason.DestinationIsReadOnly when !madeWritable && DestinationFixes.TryMakeWritable(to):
                    madeWritable = true;
                    break;
                case Reason.VolumeFull or Reason.VolumeFullEvenInPlace when !madeRoom && _cache.Empty():
                    madeRoom = true;
                    break;
                case Reason.SourceMissing when kind == EntryKind.Link:
                    return StagedResult.Failed("it is a link that leads nowhere");
                case Reason.Locked or Reason.SourceMissing:
                    return StagedResult.Later(WordsOf(outcome));
                case Reason.SourceIsNotAFile or Reason.VolumeFull or Reason.VolumeFullEvenInPlace or Reason.InputOutputError or Reason.DestinationHasOtherNames:
                    return StagedResult.Failed(WordsOf(outcome));
                case Reason.DestinationIsNotAPlainFile when Directory.Exists(to):
                    return StagedResult.Failed("a folder has its name");
                default:
                    return CopyBySystem(from, to, outcome);
            }
        }
    }

    /// <summary>
    /// What OnlyNewer stages has to be whole at once: a file that a killed build left half-written would be newer than its source for ever. So the first
    /// has the name for a moment of an empty file that is older than any, and the core replaces files in one step.
    /// </summary>
    private StagedResult CopyBehindPlaceholder(string from, string to)
    {
        bool placed = DestinationFixes.MakeFolderOf(to) is null && DestinationFixes.TryPlaceOldFile(_strategy, to);
        StagedResult result = Copy(from, to, EntryKind.File);
        if (placed && result.What != StagedResult.State.Done)
        {
            _ = DestinationFixes.TryDelete(to);
        }

        return result;
    }

    private static StagedResult CopyBySystem(string from, string to, in FileOutcome refused)
    {
        Exception? failure = SystemFileCopy.Copy(from, to, out long bytes);
        return failure is null ? StagedResult.Of(FileOutcome.Copied(Reason.OtherError, bytes, refused.ErrorNumber)) : ResultOf(failure);
    }

    private static StagedResult ResultOf(Exception failure) =>
        failure switch
        {
            // What is denied stays denied, whoever asks again; other errors of the system may be somebody who has the file open.
            IOException and not (FileNotFoundException or DirectoryNotFoundException or PathTooLongException) => StagedResult.Later(failure.Message),
            _ => StagedResult.Failed(failure.Message),
        };

    /// <summary>Whether the volume finds a file by this name, and lists none of exactly this name.</summary>
    private bool IsTakenByTwin(string to)
    {
        for (string? path = to; path is not null && _strategy.TryLookAt(path, out _); path = Path.GetDirectoryName(path))
        {
            var entries = new List<FolderEntry>();
            string name = Path.GetFileName(path);
            if (name.Length > 0 && _strategy.TryList(Path.GetDirectoryName(path)!, entries, out _) && !entries.Exists(entry => entry.Name == name))
            {
                return true;
            }
        }

        return false;
    }

    private static string WordsOf(in FileOutcome outcome) =>
        outcome.ErrorNumber == 0 ? ReasonText.Of(outcome.Reason) : $"{ReasonText.Of(outcome.Reason)} ({new Win32Exception(outcome.ErrorNumber).Message})";
}
