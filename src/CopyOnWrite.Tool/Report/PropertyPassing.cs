namespace CopyOnWrite.Tool.Report;

/// <summary>Who gave a project its global properties.</summary>
internal static class PropertyPassing
{
    private const string CommandLine = "the command line";

    // Targets of these ask for references, restore, or build a solution's projects.
    private static readonly string[] s_filesOfMSBuild = ["Microsoft.", "NuGet."];

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
                    by.Add(new Passer(task.Project.File, IsOfUser(task) ? task.Target : null));
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

    private static bool IsOfUser(LoggedTask task) => task.File.Length > 0
        && !task.File.EndsWith(".metaproj", StringComparison.OrdinalIgnoreCase)
        && !Array.Exists(s_filesOfMSBuild, LoggedPath.FileName(task.File).StartsWith);
}
