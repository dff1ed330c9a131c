using System;
using System.Collections.Generic;
using System.IO;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>
/// MSBuild's Copy task, which clones where it can. Every parameter, message and code is the host's own, by inheritance. The fast path
/// takes the files that it is sure of; everything else is done by the built-in task, whole (<see cref="LeftToBuiltIn"/>).
/// </summary>
#pragma warning disable CS0436 // Our own attribute of that name, on purpose: hosts before 18.3 have none.
[MSBuildMultiThreadableTask]
#pragma warning restore CS0436
public class Copy : Microsoft.Build.Tasks.Copy, ICancelableTask
{
    // Made when first used, and makes no system call: a type initializer that fails would fail every Copy of every project.
    private static readonly ICopyStrategy? s_strategy = CopyStrategy.ForThisSystem();

    // Set when the system lacks a call that the strategy needs (an old libc); from then on this process has the built-in task.
    private static volatile string? s_strategyFailure;

    private readonly CallCounts _counts = new();
    private PartialFiles? _partialFiles;
    private volatile bool _cancelled;

    // Both shadow the built-in's, whose setters are private. The engine reads the outputs of the class it was given.
    [Output]
    public new ITaskItem[]? CopiedFiles { get; private set; }

    [Output]
    public new bool WroteAtLeastOneFile { get; private set; }

    public new void Cancel()
    {
        _cancelled = true;
        base.Cancel();
    }

    public override bool Execute()
    {
        var host = new Host(this);
        string? why = s_strategy is null ? "this system has no clone strategy yet" : s_strategyFailure ?? LeftToBuiltIn.Because(this, host);
        if (why is not null)
        {
            return ExecuteBuiltIn(why);
        }

        ITaskItem[] sources = SourceFiles;
        string folder = host.ProjectFolder();
        ITaskItem[] destinations = DestinationFiles ?? DestinationItems.InFolder(DestinationFolder, sources);
        if (!TryMakeAbsolute(sources, folder, out string[] sourcePaths) || !TryMakeAbsolute(destinations, folder, out string[] destinationPaths))
        {
            return ExecuteBuiltIn("a path is not understood");
        }

        if (LeftToBuiltIn.HasDuplicates(destinationPaths))
        {
            return ExecuteBuiltIn("two files have one destination");
        }

        bool inOrder = host.Variable("MSBUILDCOPYTASKPARALLELISM") == "1";
        return CopyFiles(new Plan(sources, destinations, sourcePaths, destinationPaths), inOrder);
    }

    private bool CopyFiles(in Plan plan, bool inOrder)
    {
        int count = plan.Sources.Length;
        var done = new bool[count];
        List<int>? left = null;
        for (int i = 0; i < count && !_cancelled; i++)
        {
            done[i] = TryCopyFile(plan, i);
            if (!done[i])
            {
                left ??= new List<int>();
                left.Add(i);
                if (inOrder)
                {
                    // The built-in works through the rest, so that files and messages keep their order.
                    for (int rest = i + 1; rest < count; rest++)
                    {
                        left.Add(rest);
                        _counts.LeftInOrder++;
                    }

                    break;
                }
            }
        }

        WroteAtLeastOneFile = _counts.AnyWritten;
        Log.LogMessage(MessageImportance.Low, _counts.ToString());
        bool success = left is null || _cancelled || ExecuteBuiltIn(plan, left, done);

        var copied = new List<ITaskItem>(count);
        for (int i = 0; i < count; i++)
        {
            if (done[i])
            {
                copied.Add(plan.Destinations[i]);
            }
        }

        CopiedFiles = copied.ToArray();
        DestinationFiles = plan.Destinations;
        return success && !_cancelled;
    }

    /// <summary>False when the file is the built-in's to copy, or to report.</summary>
    private bool TryCopyFile(in Plan plan, int i)
    {
        ITaskItem source = plan.Sources[i];
        ITaskItem destination = plan.Destinations[i];
        string from = plan.SourcePaths[i];
        string to = plan.DestinationPaths[i];
        FileOutcome outcome;
        bool folderMade = false;
        try
        {
            if (SkipUnchangedFiles && s_strategy!.IsUnchanged(from, to))
            {
                Log.LogMessageFromResources(
                    MessageImportance.Low, "Copy.DidNotCopyBecauseOfFileMatch", source.ItemSpec, destination.ItemSpec, nameof(SkipUnchangedFiles), "true");
                _counts.Unchanged++;
                source.CopyMetadataTo(destination);
                return true;
            }

            outcome = from == to ? FileOutcome.NotHandled(Reason.SameFile) : s_strategy!.Copy(from, to);
            if (outcome.Reason == Reason.DestinationFolderMissing && TryMakeFolder(to))
            {
                folderMade = true;
                outcome = s_strategy!.Copy(from, to);
            }
        }
        catch (Exception e) when (e is EntryPointNotFoundException or DllNotFoundException)
        {
            s_strategyFailure = $"this system lacks a call that cloning needs: {e.Message}";
            outcome = FileOutcome.NotHandled(Reason.OtherError);
        }

        if (folderMade)
        {
            Log.LogMessageFromResources(MessageImportance.Normal, "Copy.CreatesDirectory", Path.GetDirectoryName(destination.ItemSpec));
        }

        _counts.Add(outcome);
        if (outcome.Kind == OutcomeKind.NotHandled)
        {
            if (outcome.Reason is Reason.VolumeFull or Reason.InputOutputError)
            {
                (_partialFiles ??= new PartialFiles()).Watch(to, i);
            }

            return false;
        }

        // Logged once the file is there; what the built-in gets, it logs itself.
        Log.LogMessageFromResources(MessageImportance.Normal, "Copy.FileComment", from, to);
        source.CopyMetadataTo(destination);
        return true;
    }

    private static bool TryMakeFolder(string file)
    {
        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException or ArgumentException)
        {
            return false; // The built-in meets the same error and has the words for it.
        }
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
        WroteAtLeastOneFile |= base.WroteAtLeastOneFile;
        return success;
    }

    private bool ExecuteBuiltIn(string why)
    {
        if (why.Length > 0)
        {
            Log.LogMessage(MessageImportance.Low, $"CopyOnWrite: left to the built-in task: {why}.");
        }

        bool success = base.Execute();
        CopiedFiles = base.CopiedFiles;
        WroteAtLeastOneFile = base.WroteAtLeastOneFile;
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

    private static bool TryMakeAbsolute(ITaskItem[] items, string folder, out string[] paths)
    {
        paths = new string[items.Length];
        for (int i = 0; i < items.Length; i++)
        {
            string path = items[i].ItemSpec;
            if (string.IsNullOrEmpty(path) || path.IndexOf('\0') >= 0)
            {
                return false;
            }

            paths[i] = Path.GetFullPath(Path.Combine(folder, path));
        }

        return true;
    }

    private readonly struct Plan
    {
        internal readonly ITaskItem[] Sources;
        internal readonly ITaskItem[] Destinations;
        internal readonly string[] SourcePaths;
        internal readonly string[] DestinationPaths;

        internal Plan(ITaskItem[] sources, ITaskItem[] destinations, string[] sourcePaths, string[] destinationPaths)
        {
            Sources = sources;
            Destinations = destinations;
            SourcePaths = sourcePaths;
            DestinationPaths = destinationPaths;
        }
    }
}
