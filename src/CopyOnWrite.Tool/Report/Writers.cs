namespace CopyOnWrite.Tool.Report;

/// <summary>Says how the instances of a project that wrote a file differ, and who passed the properties.</summary>
internal static class Writers
{
    /// <summary>The property that -o of `dotnet build` passes beside OutputPath (ForwardedOptions of the .NET SDK).</summary>
    internal const string ByOption = "_CommandLineDefinedOutputPath";

    /// <param name="writes">The writes of the group's files, in the files' order. Names the tasks that wrote the first file.</param>
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
                    .Select(by => new WritingTask(by.Name, by.Target, by.IsOfUser, by.Start, by.End == DateTime.MaxValue ? null : by.End)),
            ],
            withCommand ? project.Build?.Command : null);
    }

    /// <summary>Finds who passed the properties, also through others: each requesting project that did not have them itself.</summary>
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

    /// <summary>Gives the properties that differ. Of a solution's properties only the path: another one lists all its projects.</summary>
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
