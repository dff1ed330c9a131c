using System;
using System.IO;
using System.Threading;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>One file of a call, on the fast path.</summary>
public partial class Copy
{
    // A source that another project is replacing is missing for a moment (dotnet/msbuild#13599), which is a long one when that project's
    // process has to wait for a processor, and again a moment later when it is replaced over and over: many pauses, from 1 to 10 ms, half a
    // second in all, shared by the files of a call. A source that is really missing is to fail soon, as with the built-in, so a process that
    // has waited in vain a few times waits no more.
    private const int PausesForMissingSources = 80;
    private const int PausesOfOneLength = 8;
    private const int VainWaitsBeforeGivingUp = 4;

    private static int s_vainWaits;

    private int _pausesForMissingSources;

    // What the workers of a call do one at a time.
    private readonly object _oneAtATime = new();

    private enum FileResult
    {
        None,
        Done,

        /// <summary>Done, and nothing to do.</summary>
        Unchanged,
        Failed,

        /// <summary>Somebody writes the source: to be tried again.</summary>
        Locked,

        /// <summary>No room, not even in the place of the old file, which is kept: to be tried again.</summary>
        NoRoom,

        /// <summary>Another process is just copying the source into the cache: to be cloned at the end of the call.</summary>
        Deferred,

        /// <summary>The built-in's to copy, or to report.</summary>
        Left,
    }

    private FileResult CopyFile(in Plan plan, int i, FolderMemory? folders = null)
    {
        ITaskItem source = plan.Sources[i];
        ITaskItem destination = plan.Destinations[i];
        string from = plan.SourcePaths[i];
        string to = plan.DestinationPaths[i];
        if (PathNames.EndsInSeparator(to))
        {
            // The built-in makes the folder that such a path names, tries to copy onto it, and finds a folder when it tries again.
            Count(i, FileOutcome.NotHandled(Reason.DestinationIsNotAPlainFile));
            return FileResult.Left;
        }

        FileOutcome outcome;
        try
        {
            if (SkipUnchangedFiles && s_strategy!.IsUnchanged(from, to, folders))
            {
                Log.LogMessageFromResources(
                    MessageImportance.Low, "Copy.DidNotCopyBecauseOfFileMatch", source.ItemSpec, destination.ItemSpec, nameof(SkipUnchangedFiles), "true");
                source.CopyMetadataTo(destination);
                return FileResult.Unchanged;
            }

            // A file onto itself is a success, and nothing is said or looked at; but a link is looked at where unchanged files are.
            bool isItself = PathNames.Comparer.Equals(from, to);
            if (isItself && !SkipUnchangedFiles)
            {
                source.CopyMetadataTo(destination);
                return FileResult.Done;
            }

            outcome = isItself ? FileOutcome.NotHandled(Reason.DestinationIsNotAPlainFile) : CopyWithHelp(source, destination, from, to);
        }
        catch (Exception e) when (e is EntryPointNotFoundException or DllNotFoundException)
        {
            s_strategyFailure = e.Message;
            outcome = FileOutcome.NotHandled(Reason.OtherError);
        }

        // What is waited for is counted when it has come to something.
        switch (outcome.Reason)
        {
            case Reason.Locked:
                return FileResult.Locked;
            case Reason.BeingCached:
                return FileResult.Deferred;
            case Reason.VolumeFullEvenInPlace:
                _noRoom = outcome.ErrorNumber;
                return FileResult.NoRoom;
        }

        Count(i, outcome);
        if (outcome.Kind != OutcomeKind.NotHandled)
        {
            // Logged once the file is there; what the built-in gets, it logs itself.
            Log.LogMessageFromResources(MessageImportance.Normal, "Copy.FileComment", from, to);
            source.CopyMetadataTo(destination);
            if (outcome.Reason == Reason.TooManyReferencesOfOthers)
            {
                SayThatReferencesMayHaveLeaked(from, to);
            }

            return FileResult.Done;
        }

        switch (outcome.Reason)
        {
            case Reason.DestinationHasOtherNames:
                Log.LogErrorWithCodeFromResources("Copy.Error", source.ItemSpec, destination.ItemSpec, ReasonText.Of(outcome.Reason));
                return FileResult.Failed;
            case Reason.VolumeFull or Reason.InputOutputError:
                WatchPartialFile(from, to, i);
                return FileResult.Left;
            default:
                return FileResult.Left;
        }
    }

    /// <summary>Copies, and once what stands in the way and may be removed is removed, copies again.</summary>
    private FileOutcome CopyWithHelp(ITaskItem source, ITaskItem destination, string from, string to)
    {
        bool folderMade = false;
        bool madeWritable = false;
        bool madeRoom = false;
        bool waited = false;
        while (true)
        {
            FileOutcome outcome = s_strategy!.Copy(from, to, _cache?.Entries, _settings.Policy);
            switch (outcome.Reason)
            {
                case Reason.SourceMissing when TryPauseForMissingSource():
                    waited = true;
                    break;
                case Reason.DestinationFolderMissing when !folderMade && TryMakeFolderAndSaySo(destination, to):
                    folderMade = true;
                    break;
                case Reason.DestinationIsReadOnly when !madeWritable && TryMakeWritable(destination, to):
                    madeWritable = true;
                    break;
                case Reason.VolumeFull or Reason.VolumeFullEvenInPlace when !madeRoom && _cache?.Empty() == true:
                    madeRoom = true;
                    break;
                default:
                    if (waited)
                    {
                        NoteWait(inVain: outcome.Reason == Reason.SourceMissing);
                    }

                    return outcome;
            }
        }
    }

    private bool TryPauseForMissingSource()
    {
        if (Retries == 0 || _cancelled || Volatile.Read(ref s_vainWaits) >= VainWaitsBeforeGivingUp)
        {
            return false;
        }

        int pause = Interlocked.Increment(ref _pausesForMissingSources) - 1;
        if (pause >= PausesForMissingSources)
        {
            return false;
        }

        Thread.Sleep(1 + (pause / PausesOfOneLength));
        return true;
    }

    private static void NoteWait(bool inVain)
    {
        if (inVain)
        {
            Interlocked.Increment(ref s_vainWaits);
        }
        else
        {
            Volatile.Write(ref s_vainWaits, 0);
        }
    }

    private bool TryMakeFolderAndSaySo(ITaskItem destination, string to)
    {
        try
        {
            string folder = Path.GetDirectoryName(to)!;
            lock (_oneAtATime)
            {
                // Another worker may have made it, and said so.
                if (!Directory.Exists(folder))
                {
                    Directory.CreateDirectory(folder);
                    Log.LogMessageFromResources(MessageImportance.Normal, "Copy.CreatesDirectory", Path.GetDirectoryName(destination.ItemSpec));
                }
            }

            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException or ArgumentException)
        {
            return false; // The built-in meets the same error and has the words for it.
        }
    }

    private bool TryMakeWritable(ITaskItem destination, string to)
    {
        if (!OverwriteReadOnlyFiles && new Host(this).Variable("MSBUILDALWAYSOVERWRITEREADONLYFILES") is null)
        {
            return false;
        }

        try
        {
            if ((File.GetAttributes(to) & FileAttributes.ReadOnly) == 0)
            {
                return false;
            }

            // On the file itself, as the built-in does it, so that other names of the file become writable too.
            Log.LogMessageFromResources(MessageImportance.Low, "Copy.RemovingReadOnlyAttribute", destination.ItemSpec);
            File.SetAttributes(to, FileAttributes.Normal);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
