namespace CopyOnWrite.Tool.Report;

/// <summary>How the instances of a project differ that wrote a file, and who passed the properties.</summary>
internal static class Writers
{
    /// <summary>What -o of `dotnet build` passes beside OutputPath (ForwardedOptions of the .NET SDK's command line).</summary>
    internal const string ByOption = "_CommandLineDefinedOutputPath";

    /// <param name="writes">Of the group's files in their order: the tasks that wrote the first of them are named.</param>
    internal static Writer Of(LoggedProject project, string[] differing, FileWrite[] writes, bool withCommand)
    {
        string[] having = Having(project, differing);
        return new Writer(
            project.File,
            having.ToDictionary(name => name, name => project.Properties[name]),
            [.. project.RequestedBy.Select(task => task.Project.File).Distinct()],
            PassersOf(project, having),
            [
                .. writes.Where(write => write.Path == writes[0].Path).Select(write => write.By).Distinct()
                    .Select(task => new WritingTask(task.Name, task.Target, task.IsOfUser, task.Start, task.End == DateTime.MaxValue ? null : task.End)),
            ],
            withCommand ? project.Build?.Command : null);
    }

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
                by.Add(new Passer("the command line", null));
            }
        }

        return [.. by.Distinct()];
    }

    internal static string[] Having(LoggedProject project, string[] differing) => [.. differing.Where(project.Properties.ContainsKey)];

    /// <summary>Of two solutions the path says all; another property of a solution is a list of all its projects.</summary>
    internal static string[] DifferingIn(LoggedProject[] projects)
    {
        string[] names =
        [
            .. projects.SelectMany(project => project.Properties.Keys).Distinct(StringComparer.OrdinalIgnoreCase)
                .Where(name => projects.Select(project => project.Properties.GetValueOrDefault(name)).Distinct().Skip(1).Any())
                .Order(StringComparer.OrdinalIgnoreCase),
        ];
        return !names.Contains(SharedFiles.SolutionPath) ? names
            : [.. names.Where(name => name == SharedFiles.SolutionPath || !name.Contains("Solution", StringComparison.OrdinalIgnoreCase))];
    }
}
