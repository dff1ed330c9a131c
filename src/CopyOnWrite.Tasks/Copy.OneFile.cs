using System;
using System.IO;
using System.Threading;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>One file of a call, on the fast path.</summary>
public partial class Copy
{
    // A source that another project is replacing is missing for a moment (dotnet/msbuild#13599). Shared by the files of a call, so that
    // a call full of missing files is not slowed by each of them.
    private const int PauseForMissingSourceMilliseconds = 10;
    private int _pausesForMissingSources = 10;

    private enum FileResult
    {
        Done,
        Failed,

        /// <summary>Somebody writes the source: to be tried again.</summary>
        Locked,

        /// <summary>The built-in's to copy, or to report.</summary>
        Left,
    }

    private FileResult CopyFile(in Plan plan, int i)
    {
        ITaskItem source = plan.Sources[i];
        ITaskItem destination = plan.Destinations[i];
        string from = plan.SourcePaths[i];
        string to = plan.DestinationPaths[i];
        FileOutcome outcome;
        try
        {
            if (SkipUnchangedFiles && s_strategy!.IsUnchanged(from, to))
            {
                Log.LogMessageFromResources(
                    MessageImportance.Low, "Copy.DidNotCopyBecauseOfFileMatch", source.ItemSpec, destination.ItemSpec, nameof(SkipUnchangedFiles), "true");
                _counts.Unchanged++;
                source.CopyMetadataTo(destination);
                return FileResult.Done;
            }

            // A file onto itself is a success, and nothing is said or looked at; but a link is looked at where unchanged files are.
            if (from == to && !SkipUnchangedFiles)
            {
                source.CopyMetadataTo(destination);
                return FileResult.Done;
            }

            outcome = from == to ? FileOutcome.NotHandled(Reason.DestinationIsNotAPlainFile) : CopyWithHelp(source, destination, from, to);
        }
        catch (Exception e) when (e is EntryPointNotFoundException or DllNotFoundException)
        {
            s_strategyFailure = $"this system lacks a call that cloning needs: {e.Message}";
            outcome = FileOutcome.NotHandled(Reason.OtherError);
        }

        // What is waited for is counted when it has come to something.
        if (outcome.Reason == Reason.Locked)
        {
            return FileResult.Locked;
        }

        _counts.Add(outcome);
        if (outcome.Kind != OutcomeKind.NotHandled)
        {
            // Logged once the file is there; what the built-in gets, it logs itself.
            Log.LogMessageFromResources(MessageImportance.Normal, "Copy.FileComment", from, to);
            source.CopyMetadataTo(destination);
            return FileResult.Done;
        }

        switch (outcome.Reason)
        {
            case Reason.DestinationHasOtherNames:
                Log.LogErrorWithCodeFromResources("Copy.Error", source.ItemSpec, destination.ItemSpec, ReasonText.Of(outcome.Reason));
                return FileResult.Failed;
            case Reason.VolumeFull or Reason.InputOutputError:
                (_partialFiles ??= new PartialFiles()).Watch(from, to, i);
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
        while (true)
        {
            FileOutcome outcome = s_strategy!.Copy(from, to);
            switch (outcome.Reason)
            {
                case Reason.SourceMissing when Retries > 0 && !_cancelled && _pausesForMissingSources-- > 0:
                    Thread.Sleep(PauseForMissingSourceMilliseconds);
                    break;
                case Reason.DestinationFolderMissing when !folderMade && TryMakeFolderAndSaySo(destination, to):
                    folderMade = true;
                    break;
                case Reason.DestinationIsReadOnly when !madeWritable && TryMakeWritable(destination, to):
                    madeWritable = true;
                    break;
                default:
                    return outcome;
            }
        }
    }

    private bool TryMakeFolderAndSaySo(ITaskItem destination, string to)
    {
        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(to)!);
            Log.LogMessageFromResources(MessageImportance.Normal, "Copy.CreatesDirectory", Path.GetDirectoryName(destination.ItemSpec));
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
