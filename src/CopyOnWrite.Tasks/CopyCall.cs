using System;
using System.Collections.Generic;
using System.Diagnostics;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>
/// One call: its files are copied in any order by several threads, or in turn where order counts; the built-in task gets what is left.
/// </summary>
internal sealed class CopyCall : IFileBatch, IDisposable
{
    private readonly Copy _task;
    private readonly CopyPlan _plan;
    private readonly Duplicates? _duplicates;
    private readonly bool _inOrder;
    private readonly CallCache _cache;
    private readonly CloneCall _cloneCall;
    private readonly FileCopier _copier;
    private readonly WaitingFiles _waiting;
    private readonly BuiltInFiles _builtIn;
    private readonly FileResult[] _results;
    private readonly bool[] _done;
    private bool _success = true;

    internal CopyCall(Copy task, in CopyPlan plan, string projectFolder, Duplicates? duplicates, bool inOrder)
    {
        _task = task;
        _plan = plan;
        _duplicates = duplicates;
        _inOrder = inOrder;
        _results = new FileResult[plan.Count];
        _done = new bool[plan.Count];
        Settings = Settings.Of(task.BuildEngine4, projectFolder);
        Record = CallReport.IsWanted(task.Log, Settings) ? new CallRecord(projectFolder, plan.Count, Stopwatch.GetTimestamp()) : null;
        FileCloner cloner = TaskProcess.Instance.Cloner!;
        _cache = new CallCache(cloner, Settings, task, projectFolder);
        _cloneCall = new CloneCall(cloner, Settings.Policy, _cache.Entries);
        _builtIn = new BuiltInFiles(task, plan, _done);
        _copier = new FileCopier(task, this, _cache, _builtIn);
        _waiting = new WaitingFiles(task, plan, _copier, _cloneCall);
    }

    public int Count => _plan.Count;

    public bool IsCancelled => _task.Cancellation.IsRequested;

    internal ref readonly CopyPlan Plan => ref _plan;

    internal Settings Settings { get; }

    internal CallCounts Counts { get; } = new();

    internal CallRecord? Record { get; }

    public string DestinationOf(int file) => _plan.DestinationPaths[file];

    public bool Do(int file, CloneWorker worker)
    {
        _results[file] = _copier.Copy(file, worker);
        return _results[file] == FileResult.Copied;
    }

    public void Dispose() => _cache.Close();

    internal bool Run()
    {
        var waiting = new List<int>();
        var left = new List<int>();
        if (_inOrder || _duplicates is not null)
        {
            CopyInTurn(left);
        }
        else
        {
            CopyInAnyOrder(waiting, left);
        }

        _success &= waiting.Count == 0 || _waiting.CopyWhenFree(waiting, left, Take);
        bool wrote = Counts.AnyWritten;
        if (Record is not null)
        {
            CallReport.Log(
                _task.BuildEngine,
                _task.Log,
                Settings,
                Counts.ToString(),
                Record.ToJson(_plan.SourcePaths, _plan.DestinationPaths, Counts));
        }

        _success &= left.Count == 0 || IsCancelled || _builtIn.Copy(left);
        _task.SetOutputs(CopiedItems(), wrote || _builtIn.WroteAtLeastOneFile);
        _task.DestinationFiles = _plan.Destinations;
        return _success && !IsCancelled;
    }

    private void CopyInAnyOrder(List<int> waiting, List<int> left)
    {
        using (CloneWorker worker = _cloneCall.Cloner.NewWorker(_cloneCall))
        {
            FileBatch.Run(_cloneCall, this, worker);
        }

        for (int i = 0; i < Count && !IsCancelled; i++)
        {
            // Without space: the temporary files of the call's other workers had taken it, and are gone.
            if (_results[i] == FileResult.NoSpace)
            {
                _results[i] = CopyAlone(i);
            }
        }

        for (int i = 0; i < Count; i++)
        {
            Take(i, _results[i]);
            if (IsSettled(_results[i]))
            {
                continue;
            }

            if (_waiting.MayWaitFor(i, _results[i]))
            {
                waiting.Add(i);
            }
            else
            {
                _copier.CountLeft(i, _results[i]);
                left.Add(i);
            }
        }
    }

    /// <summary>One after the other, as order is promised or several sources have one destination.</summary>
    private void CopyInTurn(List<int> left)
    {
        for (int i = 0; i < Count && !IsCancelled; i++)
        {
            FileResult result = CopyNext(i);
            if (IsSettled(result))
            {
                continue;
            }

            _copier.CountLeft(i, result);
            if (_duplicates?.IsSpelledDifferently(i) == true)
            {
                _success &= _builtIn.Copy(new List<int> { i });
                continue;
            }

            _duplicates?.Leave(i);
            left.Add(i);
            if (_inOrder)
            {
                // The built-in works through the rest, so that files and messages keep their order.
                for (int rest = i + 1; rest < Count; rest++)
                {
                    left.Add(rest);
                    Counts.LeftInOrder++;
                }

                return;
            }
        }
    }

    private FileResult CopyNext(int i)
    {
        FileResult result = _duplicates?.IsLeft(i) == true ? FileResult.Left
            : _duplicates?.IsInSeveralCases(i) == true ? _copier.Leave(i, Reason.DestinationsDifferInCase)
            : _duplicates?.IsRepeated(_plan.Sources, i) == true ? _copier.Repeat(i)
            : CopyAlone(i);
        Take(i, result);
        if (result != FileResult.NoSpace || IsCancelled || !_waiting.MayWaitFor(i, result))
        {
            return result;
        }

        // Waited for at once, so that the next file with this destination comes after it.
        var leftNow = new List<int>();
        _success &= _waiting.CopyWhenFree(new List<int> { i }, leftNow, Take);
        return leftNow.Count > 0 ? FileResult.Left : _done[i] ? FileResult.Copied : FileResult.Failed;
    }

    /// <summary>
    /// With a worker of its own: between two files the built-in task may run, or a wait, and folders be exchanged meanwhile.
    /// </summary>
    private FileResult CopyAlone(int file)
    {
        using CloneWorker worker = _cloneCall.Cloner.NewWorker(_cloneCall);
        return _copier.Copy(file, worker);
    }

    /// <summary>Neither to be waited for nor to be handed to the built-in task.</summary>
    private bool IsSettled(FileResult result) => IsCancelled || result is FileResult.Copied or FileResult.Unchanged or FileResult.Failed;

    private void Take(int file, FileResult result)
    {
        Counts.Unchanged += result == FileResult.Unchanged ? 1 : 0;
        _done[file] = result is FileResult.Copied or FileResult.Unchanged;
        _success &= result != FileResult.Failed;
    }

    private ITaskItem[] CopiedItems()
    {
        var copied = new List<ITaskItem>(Count);
        for (int i = 0; i < Count; i++)
        {
            if (_done[i])
            {
                copied.Add(_plan.Destinations[i]);
            }
        }

        return copied.ToArray();
    }
}
