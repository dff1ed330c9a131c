namespace CopyOnWrite.Tool.Report;

/// <summary>Who gave a project its global properties.</summary>
internal static class PropertyPassing
{
    private const string CommandLine = "the command line";

    /// <summary>Of those that asked for the project, each that was not given the properties itself, directly or through others.</summary>
    internal static IReadOnlyList<Passer> PassersOf(LoggedProject project, string[] names)
    {
        var by = new List<Passer>();
        var seen = new HashSet<LoggedProject> { project };
        for (Queue<LoggedProject> having = new(names.Length > 0 ? seen : []); having.TryDequeue(out LoggedProject? one);)
        {
            foreach (LoggedTask task in one.RequestedBy)
            {
                if (!Array.TrueForAll(names, name => task.Project.Properties.GetValueOrDefault(name) == project.Properties[name]))
                {
                    by.Add(new Passer(task.Project.File, task.IsOfUser ? task.Target : null));
                }
                else if (seen.Add(task.Project))
                {
                    having.Enqueue(task.Project);
                }
            }

            if (one.RequestedBy.Count == 0)
            {
                by.Add(new Passer(CommandLine, null));
            }
        }

        return [.. by.Distinct()];
    }
}
