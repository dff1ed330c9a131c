using System;
using System.Collections.Generic;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>Hands files of a call to the built-in task, with the parameters of the call, and takes its results.</summary>
internal sealed class BuiltInFiles
{
    private readonly object _oneAtATime = new();
    private readonly Copy _task;
    private readonly CopyPlan _plan;
    private readonly bool[] _done;
    private PartialFiles? _partialFiles;

    /// <param name="done">By the files' numbers; set for those that it copies.</param>
    internal BuiltInFiles(Copy task, in CopyPlan plan, bool[] done)
    {
        _task = task;
        _plan = plan;
        _done = done;
    }

    internal bool WroteAtLeastOneFile { get; private set; }

    /// <summary>
    /// To be called for a file whose copy failed as the volume is full or the device fails, before the built-in tries it.
    /// </summary>
    internal void WatchPartialFile(int file)
    {
        lock (_oneAtATime)
        {
            (_partialFiles ??= new PartialFiles()).Watch(_plan.SourcePaths[file], _plan.DestinationPaths[file], file);
        }
    }

    internal bool Copy(List<int> files)
    {
        ITaskItem[] given = _task.SourceFiles;
        bool intoFolder = _task.DestinationFolder is not null;
        _task.SourceFiles = Pick(_plan.Sources, files);
        _task.DestinationFiles = intoFolder ? null! : Pick(_plan.Destinations, files);
        bool success = _task.ExecuteBuiltIn();
        _task.SourceFiles = given;

        ITaskItem[] destinations = _task.DestinationFiles;
        if (intoFolder && destinations.Length == files.Count)
        {
            for (int i = 0; i < files.Count; i++)
            {
                _plan.Destinations[files[i]] = destinations[i];
            }
        }

        // As the call gave it: another file of the call may be handed over yet.
        _task.DestinationFiles = intoFolder ? null! : _plan.Destinations;

        // Successes stand in their own order among the destinations, so one walk tells which they are.
        ITaskItem[] copied = _task.CopiedByBuiltIn ?? Array.Empty<ITaskItem>();
        for (int i = 0, next = 0; i < files.Count && next < copied.Length; i++)
        {
            if (ReferenceEquals(_plan.Destinations[files[i]], copied[next]))
            {
                _done[files[i]] = true;
                next++;
            }
        }

        _partialFiles?.Remove(_done);
        WroteAtLeastOneFile |= NewerMembers.WroteAtLeastOneFile(_task);
        return success;
    }

    private static ITaskItem[] Pick(ITaskItem[] items, List<int> which)
    {
        var picked = new ITaskItem[which.Count];
        for (int i = 0; i < picked.Length; i++)
        {
            picked[i] = items[which[i]];
        }

        return picked;
    }
}
