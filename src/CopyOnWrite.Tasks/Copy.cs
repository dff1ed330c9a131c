using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Threading;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>
/// MSBuild's Copy task, which clones where it can. Every parameter, message and code is the host's own, by inheritance. The fast path
/// takes the files that it is sure of; everything else is done by the built-in task (<see cref="LeftToBuiltIn"/>).
/// </summary>
#pragma warning disable CS0436 // Our own attribute of that name, on purpose: hosts before 18.3 have none.
[MSBuildMultiThreadableTask]
#pragma warning restore CS0436
public partial class Copy : Microsoft.Build.Tasks.Copy, ICancelableTask
{
    // Makes no system call: a type initializer that fails would fail every Copy of every project.
    private static readonly ICopyStrategy? s_strategy = CopyStrategy.ForThisSystem();

    // Set when the system lacks a call that the strategy needs (an old libc); from then on this process has the built-in task.
    private static volatile string? s_strategyFailure;

    private const int EnoughToTimeTheSecond = 4;

    // 100 µs, more than a settled clone or a small copy takes (docs/benchmarks): a disk is waited for, or much is copied.
    private static readonly long s_slowFile = Stopwatch.Frequency / 10_000;

    private static bool s_warm;

    private readonly CallCounts _counts = new();
    private PartialFiles? _partialFiles;
    private Settings _settings = Settings.Default;
    private CallCache? _cache;
    private volatile bool _cancelled;

    public new void Cancel()
    {
        lock (_cancelling)
        {
            _cancelled = true;
            Monitor.PulseAll(_cancelling);
        }

        base.Cancel();
    }

    public override bool Execute()
    {
        var host = new Host(this);
        FallbackReason why = s_strategy is null ? FallbackReason.NoCloneStrategy : s_strategyFailure is not null ? FallbackReason.SystemCallMissing : LeftToBuiltIn.Because(this, host);
        if (why != FallbackReason.None)
        {
            return ExecuteBuiltIn(why);
        }

        string projectFolder = host.ProjectFolder();
        if (!TryPlan(projectFolder, out Plan plan))
        {
            return ExecuteBuiltIn(FallbackReason.UnsupportedPath);
        }

        bool inOrder = host.CopiesInOrder();
        Duplicates? duplicates = Duplicates.Find(
            plan.Destinations, plan.DestinationPaths, PathNames.Comparer, host.ComparesAbsolutePaths ? projectFolder : null);
        if (inOrder && duplicates is not null)
        {
            return ExecuteBuiltIn(FallbackReason.DuplicateDestinationsInOrder);
        }

        try
        {
            _settings = Settings.Of(BuildEngine4, projectFolder);
            OpenRecord(projectFolder, plan.Count);
            _cache = new CallCache(s_strategy!, _settings, Log, projectFolder, givesWay: !inOrder && duplicates is null);
            return CopyFiles(plan, duplicates, inOrder);
        }
        finally
        {
            _cache?.Close();
        }
    }

    /// <summary>False when a path is not understood: the built-in says which, and copies what it can.</summary>
    private bool TryPlan(string projectFolder, out Plan plan)
    {
        try
        {
            return Plan.TryMake(SourceFiles, DestinationFiles ?? DestinationItems.InFolder(DestinationFolder, SourceFiles), projectFolder, out plan);
        }
        catch (Exception e) when (e is ArgumentException or NotSupportedException or PathTooLongException)
        {
            // .NET Framework's Path methods throw for | " < >, control characters and * (ArgumentException), for a second colon (NotSupportedException)
            // and for what is too long: "Exceptions" of Path.Combine and Path.GetFullPath in its documentation. .NET's take all of them but NUL.
            plan = default;
            return false;
        }
    }

    private bool CopyFiles(in Plan plan, Duplicates? duplicates, bool inOrder)
    {
        var done = new bool[plan.Count];
        var left = new List<int>();
        var waiting = new List<int>();
        bool success = true;
        FileResult[]? results = inOrder || duplicates is not null ? null : CopyInAnyOrder(plan);
        for (int i = 0; i < plan.Count && (results is not null || !_cancelled); i++)
        {
            FileResult result = results is not null ? results[i]
                : duplicates?.IsLeft(i) == true ? FileResult.Left
                : duplicates?.IsInSeveralCases(i) == true ? LeaveForItsCase(i)
                : IsRepeated(plan, duplicates, i) ? FileResult.Done
                : CopyFile(plan, i);
            done[i] = IsDone(result);
            success &= result != FileResult.Failed;
            if (_cancelled)
            {
                continue;
            }

            if (IsToBeTriedAgain(result) && MayWaitFor(plan, i, result))
            {
                if (!inOrder && duplicates is null)
                {
                    waiting.Add(i);
                    continue;
                }

                if (result == FileResult.NoRoom)
                {
                    var now = new List<int>();
                    success &= WaitFor(plan, new List<int> { i }, now, done);
                    if (now.Count == 0)
                    {
                        continue;
                    }
                }
            }

            if (done[i] || result == FileResult.Failed)
            {
                continue;
            }

            if (IsToBeTriedAgain(result))
            {
                Count(i, FileOutcome.NotHandled(result == FileResult.Locked ? Reason.Locked : Reason.VolumeFull));
            }

            if (duplicates?.IsSpelledDifferently(i) == true)
            {
                success &= ExecuteBuiltIn(plan, new List<int> { i }, done);
                continue;
            }

            duplicates?.Leave(i);
            left.Add(i);
            if (inOrder)
            {
                // The built-in works through the rest, so that files and messages keep their order.
                for (int rest = i + 1; rest < plan.Count; rest++)
                {
                    left.Add(rest);
                    _counts.LeftInOrder++;
                }

                break;
            }
        }

        success &= waiting.Count == 0 || WaitFor(plan, waiting, left, done);
        WroteAtLeastOneFile |= _counts.AnyWritten;
        if (_record is not null)
        {
            SayWhatWasDone(_record, plan);
        }

        success &= left.Count == 0 || _cancelled || ExecuteBuiltIn(plan, left, done);

        var copied = new List<ITaskItem>(plan.Count);
        for (int i = 0; i < plan.Count; i++)
        {
            if (done[i])
            {
                copied.Add(plan.Destinations[i]);
            }
        }

        SetOutputs(copied.ToArray(), WroteAtLeastOneFile);
        DestinationFiles = plan.Destinations;
        return success && !_cancelled;
    }

    private FileResult[] CopyInAnyOrder(Plan plan)
    {
        var results = new FileResult[plan.Count];

        // The first alone: it asks the volume, which is asked once and not by every worker, and makes the folder. How long the second takes says
        // what helpers are worth; in a call of a few it is the first, but for the first of a process, which is compiled meanwhile.
        long began = Stopwatch.GetTimestamp();
        results[0] = CopyUnlessCancelled(plan, 0);
        int next = 1;
        if (results.Length >= EnoughToTimeTheSecond)
        {
            began = Stopwatch.GetTimestamp();
            results[1] = CopyUnlessCancelled(plan, 1);
            next = 2;
        }

        bool slow = s_warm && Stopwatch.GetTimestamp() - began > s_slowFile;
        s_warm = true;
        if (!slow && results.Length > 1 && _counts.AnyWritten && !s_strategy!.MakesFilesAtOnce(plan.DestinationPaths[0]))
        {
            next = CopyAlone(plan, results, next);
            slow = true;
        }

        if (next < results.Length)
        {
            Share(plan, results, next, slow);
        }

        if (_cache?.Entries is { } cache)
        {
            // The process that was copying them had the time of the rest of the call.
            cache.GivesWay = false;
        }

        for (int i = 0; i < results.Length && !_cancelled; i++)
        {
            // Without room: the temporary files of the call's other workers had taken it, and are gone.
            if (results[i] is FileResult.Deferred or FileResult.NoRoom)
            {
                results[i] = CopyFile(plan, i);
            }
        }

        return results;
    }

    /// <summary>Until a file takes long: helpers then wait for disks at the same time. The file that is next.</summary>
    private int CopyAlone(in Plan plan, FileResult[] results, int first)
    {
        using FolderMemory folders = s_strategy!.NewFolderMemory();
        long began = Stopwatch.GetTimestamp();
        for (int i = first; i < results.Length; i++)
        {
            results[i] = CopyUnlessCancelled(plan, i, folders);
            long now = Stopwatch.GetTimestamp();
            if (now - began > s_slowFile)
            {
                return i + 1;
            }

            began = now;
        }

        return results.Length;
    }

    // On its own, so that a call without helpers makes no closure.
    private void Share(Plan plan, FileResult[] results, int first, bool slow) =>
        Workers.Run(plan.Count - first, slow, s_strategy!, (i, folders) => results[first + i] = CopyUnlessCancelled(plan, first + i, folders));

    private FileResult CopyUnlessCancelled(in Plan plan, int i, FolderMemory? folders = null) =>
        _cancelled ? FileResult.Left : CopyFile(plan, i, folders);

    /// <summary>Also counts what is unchanged, so it is to be asked once for a file, by the calling thread.</summary>
    private bool IsDone(FileResult result)
    {
        _counts.Unchanged += result == FileResult.Unchanged ? 1 : 0;
        return result is FileResult.Done or FileResult.Unchanged;
    }

    private FileResult LeaveForItsCase(int i)
    {
        Count(i, FileOutcome.NotHandled(Reason.DestinationInSeveralCases));
        return FileResult.Left;
    }

    /// <summary>The source that was copied to this destination just before: an output, and nothing to do.</summary>
    private static bool IsRepeated(in Plan plan, Duplicates? duplicates, int i)
    {
        if (duplicates?.IsRepeated(plan.Sources, i) != true)
        {
            return false;
        }

        plan.Sources[i].CopyMetadataTo(plan.Destinations[i]);
        return true;
    }
}
