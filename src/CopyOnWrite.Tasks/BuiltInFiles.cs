namespace CopyOnWrite.Tasks;

/// <summary>Hands files of a call to the built-in task, with the parameters of the call, and takes its results.</summary>
internal static class BuiltInFiles
{
    /// <param name="files">The files' numbers, in the call's order.</param>
    /// <param name="done">Indexed by file number; set for files that the built-in task copies.</param>
    internal static bool Copy(Copy task, in CopyPlan plan, List<int> files, bool[] done)
    {
        ITaskItem[] given = task.SourceFiles;
        bool intoFolder = task.DestinationFolder is not null;
        task.SourceFiles = Pick(plan.Sources, files);
        task.DestinationFiles = intoFolder ? null! : Pick(plan.Destinations, files);
        bool success = task.ExecuteBuiltIn();
        task.SourceFiles = given;

        ITaskItem[] destinations = task.DestinationFiles;
        if (intoFolder && destinations.Length == files.Count)
        {
            for (int i = 0; i < files.Count; i++)
            {
                plan.Destinations[files[i]] = destinations[i];
            }
        }

        // Successes keep their order among the destinations, so one pass finds them.
        ITaskItem[] copied = task.CopiedByBuiltIn ?? Array.Empty<ITaskItem>();
        for (int i = 0, next = 0; i < files.Count && next < copied.Length; i++)
        {
            if (ReferenceEquals(plan.Destinations[files[i]], copied[next]))
            {
                done[files[i]] = true;
                next++;
            }
        }

        return success;
    }

    private static ITaskItem[] Pick(ITaskItem[] items, List<int> which) => which.ConvertAll(i => items[i]).ToArray();
}
