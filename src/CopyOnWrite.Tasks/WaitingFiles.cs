using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.IO;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>
/// Waiting for a source that another process is writing, or for space on the volume, as the built-in does and with its words, but so that
/// cancelling the build ends the wait (dotnet/msbuild#9000), and with the old destination there until the new one is.
/// </summary>
internal sealed class WaitingFiles
{
    private readonly Copy _task;
    private readonly CopyPlan _plan;
    private readonly FileCopier _copier;
    private readonly CloneCall _call;

    internal WaitingFiles(Copy task, in CopyPlan plan, FileCopier copier, CloneCall call)
    {
        _call = call;
        _task = task;
        _plan = plan;
        _copier = copier;
    }

    /// <summary>Whether waiting is ours: the built-in does the rare kinds, with their own messages.</summary>
    internal bool MayWaitFor(int file, FileResult result)
    {
        if (result is not (FileResult.Locked or FileResult.NoSpace) || new Host(_task).Variable("MSBUILDALWAYSRETRY") is not null)
        {
            return false;
        }

        if (result == FileResult.NoSpace)
        {
            return true;
        }

        if (_task.Retries == 0 || WhyLocked(_plan.SourcePaths[file]) is null)
        {
            return false;
        }

        var destination = new FileInfo(_plan.DestinationPaths[file]);
        bool isThere = destination.Attributes != (FileAttributes)(-1);
        bool regularOrNone = !isThere
            || ((destination.Attributes & (FileAttributes.ReparsePoint | FileAttributes.Directory)) == 0 && !destination.IsReadOnly);
        return regularOrNone && (destination.Directory!.Exists || _copier.TryMakeFolderOf(file));
    }

    /// <summary>
    /// False when a file stays locked or fails otherwise, or the build is cancelled. Files that turn out to be the built-in's are added to
    /// those left.
    /// </summary>
    /// <param name="take">Gets what each attempt came to.</param>
    internal bool CopyWhenFree(List<int> waiting, List<int> left, Action<int, FileResult> take)
    {
        bool goesOn = Retries.Run(waiting, _task.Retries, _task.RetryDelayMilliseconds, _task.Cancellation, LogRetry, file =>
        {
            // One of its own: folders may have been exchanged while it was waited for.
            using CloneWorker worker = _call.Cloner.NewWorker(_call);
            FileResult result = _copier.Copy(file, worker);
            take(file, result);
            if (result == FileResult.Left)
            {
                left.Add(file);
            }

            return result is FileResult.Locked or FileResult.NoSpace;
        });
        if (!goesOn)
        {
            return waiting.Count == 0;
        }

        foreach (int file in waiting)
        {
            LogError(file);
        }

        return waiting.Count == 0;
    }

    private void LogRetry(int file, int round)
    {
        LogAttempt(file);
        _task.Log.LogWarningWithCodeFromResources(
            "Copy.Retrying", _plan.Sources[file].ItemSpec, _plan.Destinations[file].ItemSpec, round, _task.RetryDelayMilliseconds,
            WhyWaiting(file), string.Empty);
    }

    private void LogError(int file)
    {
        string source = _plan.Sources[file].ItemSpec;
        string destination = _plan.Destinations[file].ItemSpec;
        LogAttempt(file);
        if (_task.Retries > 0)
        {
            _task.Log.LogErrorWithCodeFromResources("Copy.ExceededRetries", source, destination, _task.Retries, string.Empty);
        }

        _task.Log.LogErrorWithCodeFromResources("Copy.Error", source, destination, WhyWaiting(file));
    }

    private void LogAttempt(int file) =>
        _task.Log.LogMessageFromResources(
            MessageImportance.Normal, "Copy.FileComment", _plan.SourcePaths[file], _plan.DestinationPaths[file]);

    private string WhyWaiting(int file) =>
        WhyLocked(_plan.SourcePaths[file])
            ?? (_copier.NoSpaceError != 0 && File.Exists(_plan.DestinationPaths[file])
                ? NoSpaceText(_plan.DestinationPaths[file])
                : string.Empty);

    /// <summary>
    /// As File.Copy has it: with the path on .NET for Windows (Win32Marshal.cs), without on .NET Framework and for other systems
    /// (Interop.IOErrors.cs).
    /// </summary>
    private string NoSpaceText(string destination)
    {
        string text = new Win32Exception(_copier.NoSpaceError).Message;
        return Path.DirectorySeparatorChar == '\\' && Environment.Version.Major > 4 ? $"{text} : '{destination}'" : text;
    }

    /// <summary>.NET's own sentence, by opening the file as File.Copy does; null when it can be opened.</summary>
    private static string? WhyLocked(string source)
    {
        try
        {
            using var opened = new FileStream(source, FileMode.Open, FileAccess.Read, FileShare.Read);
            return null;
        }
        catch (IOException e)
        {
            return e.Message;
        }
        catch (UnauthorizedAccessException e)
        {
            return e.Message;
        }
    }
}
