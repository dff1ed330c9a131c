using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>
/// The calls that the built-in task gets whole, each with its reason: what is rare, or not sure to come out the same. Beside these, calls
/// with a path that is not understood. Single files that the core does not handle go there too; their reasons are the core's
/// (<see cref="Reason"/>): destinations that are named twice, links and other users' files as destinations, locks, missing sources, errors.
/// </summary>
internal static class Fallback
{
    internal static FallbackReason ReasonFor(Copy task, in Host host)
    {
        TaskProcess process = TaskProcess.Instance;
        if (process.Cloner is null || process.MissingSystemCall is not null)
        {
            return process.Cloner is null ? FallbackReason.NoCloneStrategy : FallbackReason.SystemCallMissing;
        }

        ITaskItem[]? folders = host.SourceFolders();
        if (task.SourceFiles is not { Length: > 0 } && folders is not { Length: > 0 })
        {
            return FallbackReason.NothingToCopy;
        }

        if (!IsValid(task, folders))
        {
            return FallbackReason.NothingToCopy;
        }

        // SourceFolders: its files come from MSBuild's own matcher, in an order that is seen in the outputs, and no target of the .NET SDK
        // uses it. -question: nothing is to be copied. Links: no copy is asked for. Without delete: writing in place is asked for, which
        // a clone is not. In order: a file that were left to the built-in would come after the others.
        return folders is { Length: > 0 } ? FallbackReason.SourceFolders
            : NewerMembers.FailIfNotIncremental(task) ? FallbackReason.Question
            : task.UseHardlinksIfPossible ? FallbackReason.UseHardlinks
            : NewerMembers.UseSymbolicLinks(task) ? FallbackReason.UseSymboliclinks
            : host.Variable("MSBuildUseSymboliclinksIfPossible") is not null ? FallbackReason.UseSymboliclinksByEnvironment
            : host.Variable("MSBUILDCOPYWITHOUTDELETE") == "1" ? FallbackReason.CopyWithoutDelete
            : task.SourceFiles!.Length > 1 && host.CopiesInOrder() ? FallbackReason.InOrder
            : FallbackReason.None;
    }

    /// <summary>The parameters' own rules: where one is broken, the built-in says which.</summary>
    private static bool IsValid(Copy task, ITaskItem[]? folders)
    {
        ITaskItem[]? destinations = task.DestinationFiles;
        return task.Retries >= 0
            && task.RetryDelayMilliseconds >= 0
            && (destinations is null) != (task.DestinationFolder is null)
            && (destinations is null || folders is null)
            && (destinations is null || task.SourceFiles is null || destinations.Length == task.SourceFiles.Length)
            && (!NewerMembers.ErrorIfLinkFails(task) || task.UseHardlinksIfPossible || NewerMembers.UseSymbolicLinks(task));
    }
}
