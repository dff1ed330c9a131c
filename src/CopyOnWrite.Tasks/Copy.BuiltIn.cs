using System;
using System.Collections.Generic;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>Handing work to the built-in task, and taking its results back.</summary>
public partial class Copy
{
    private bool ExecuteBuiltIn(FallbackReason why)
    {
        if (why != FallbackReason.NothingToCopy)
        {
            SayWhoDoesIt(why);
        }

        bool success = base.Execute();
        SetOutputs(base.CopiedFiles, NewerMembers.WroteAtLeastOneFile(this));
        return success;
    }

    /// <summary>The built-in task does the files of the call that are left, with the parameters of the call.</summary>
    private bool ExecuteBuiltIn(in Plan plan, List<int> left, bool[] done)
    {
        ITaskItem[] given = SourceFiles;
        bool intoFolder = DestinationFolder is not null;
        SourceFiles = Pick(plan.Sources, left);
        DestinationFiles = intoFolder ? null! : Pick(plan.Destinations, left);
        bool success = base.Execute();
        SourceFiles = given;

        ITaskItem[] destinations = DestinationFiles;
        if (intoFolder && destinations.Length == left.Count)
        {
            for (int i = 0; i < left.Count; i++)
            {
                plan.Destinations[left[i]] = destinations[i];
            }
        }

        // As the call gave it: another file of the call may be handed over yet.
        DestinationFiles = intoFolder ? null! : plan.Destinations;

        // Successes stand in their own order among the destinations, so one walk tells which they are.
        ITaskItem[] copied = base.CopiedFiles ?? Array.Empty<ITaskItem>();
        for (int i = 0, next = 0; i < left.Count && next < copied.Length; i++)
        {
            if (ReferenceEquals(plan.Destinations[left[i]], copied[next]))
            {
                done[left[i]] = true;
                next++;
            }
        }

        _partialFiles?.Remove(done);
        WroteAtLeastOneFile |= NewerMembers.WroteAtLeastOneFile(this);
        return success;
    }

    private void WatchPartialFile(string source, string destination, int index)
    {
        lock (_oneAtATime)
        {
            (_partialFiles ??= new PartialFiles()).Watch(source, destination, index);
        }
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
