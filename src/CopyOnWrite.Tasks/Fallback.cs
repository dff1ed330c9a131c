namespace CopyOnWrite.Tasks;

/// <summary>
/// Finds the calls that the built-in task handles whole, with the reason: rare cases, and cases that might come out differently. (Calls
/// with an unsupported path: Copy.cs.) The built-in task also gets single files that the core does not handle, for a <see cref="Reason"/>:
/// duplicate destinations, links and other users' files as destinations, locks, missing sources, errors.
/// </summary>
internal static class Fallback
{
    internal static FallbackReason ReasonFor(Copy task, in Host host)
    {
        ITaskItem[]? folders = host.SourceFolders();

        // SourceFolders: MSBuild's matcher lists the files, in an order that the outputs show, and no target of the .NET SDK uses it.
        // Question: -question must copy nothing. UseHardlinks, UseSymboliclinks: the caller wants links. CopyWithoutDelete: the caller
        // wants writes in place, and a clone replaces. InOrder: this task copies last the files that it leaves to the built-in task.
        return TaskProcess.Instance.Platform is null ? FallbackReason.PreloadedLibrary
            : TaskProcess.Instance.MissingSystemCall is not null ? FallbackReason.SystemCallMissing
            : (task.SourceFiles is not { Length: > 0 } && folders is not { Length: > 0 }) || !IsValid(task, folders)
                ? FallbackReason.NothingToCopy
            : folders is { Length: > 0 } ? FallbackReason.SourceFolders
            : NewerMembers.FailIfNotIncremental(task) ? FallbackReason.Question
            : task.UseHardlinksIfPossible ? FallbackReason.UseHardlinks
            : NewerMembers.UseSymbolicLinks(task) ? FallbackReason.UseSymboliclinks
            : host.Variable("MSBuildUseSymboliclinksIfPossible") is not null ? FallbackReason.UseSymboliclinksByEnvironment
            : host.Variable("MSBUILDCOPYWITHOUTDELETE") == "1" ? FallbackReason.CopyWithoutDelete
            : task.SourceFiles!.Length > 1 && host.CopiesInOrder() ? FallbackReason.InOrder
            : FallbackReason.None;
    }

    /// <summary>Invalid parameters: the built-in task logs the error.</summary>
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
