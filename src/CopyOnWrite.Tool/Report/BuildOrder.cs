namespace CopyOnWrite.Tool.Report;

/// <summary>Tells which project instances can be built at the same time. Keeps answers: a log may have millions of pairs.</summary>
internal sealed class BuildOrder
{
    private readonly Dictionary<LoggedProject, HashSet<LoggedProject>> _waiting = [];
    private readonly Dictionary<LoggedProject, Requests> _requests = [];
    private readonly Dictionary<(LoggedProject, LoggedProject), bool> _ordered = [];

    /// <summary>The number of answers that were computed, and not only looked up.</summary>
    internal int Steps { get; private set; }

    /// <summary>Whether the two are of builds that ran one after the other.</summary>
    internal static bool AreApart(LoggedProject one, LoggedProject other) => one.Build != other.Build
        && one.Build is { } first && other.Build is { } second && !(first.Start < second.End && second.Start < first.End);

    /// <summary>Whether two may run at the same time: not an instance and its outer one, not a pack and the build before it.</summary>
    internal static bool MayOverlap(LoggedProject one, LoggedProject other) => one.Build != other.Build ? !AreApart(one, other)
        : IsOfRestore(one) == IsOfRestore(other) && one.Outer != other && other.Outer != one
            && !IsAfter(one, other) && !IsAfter(other, one);

    /// <summary>Whether one is always built after the other.</summary>
    internal bool IsOrdered(LoggedProject one, LoggedProject other)
    {
        if (one.Build != other.Build || IsOfRestore(one) != IsOfRestore(other))
        {
            return one.Build == other.Build || AreApart(one, other);
        }

        if (!_ordered.TryGetValue((one, other), out bool isOrdered))
        {
            Steps++;
            isOrdered = WaitingFor(one).Contains(other) || WaitingFor(other).Contains(one) || Follows(one, other) || Follows(other, one);
            _ordered[(one, other)] = _ordered[(other, one)] = isOrdered;
        }

        return isOrdered;
    }

    // `dotnet build` restores all projects before it builds one (MSBuild's -restore).
    private static bool IsOfRestore(LoggedProject project) => project.Properties.ContainsKey("MSBuildRestoreSessionId");

    // The project, and each that requested it, also through others: all of these wait for it.
    private HashSet<LoggedProject> WaitingFor(LoggedProject project)
    {
        if (!_waiting.TryGetValue(project, out HashSet<LoggedProject>? above))
        {
            _waiting.Add(project, above = [project]);
            for (Queue<LoggedProject> next = new(above); next.TryDequeue(out LoggedProject? one);)
            {
                foreach (LoggedProject requesting in one.RequestedBy.Select(task => task.Project).Where(above.Add))
                {
                    next.Enqueue(requesting);
                }
            }
        }

        return above;
    }

    // Whether all that requested the project had waited for the other before, as one that references a project and then publishes it.
    private bool Follows(LoggedProject project, LoggedProject other)
    {
        if (!_requests.TryGetValue(other, out Requests? before))
        {
            _requests.Add(other, before = new(WaitingFor(other)));
        }

        return Follows(project, before);
    }

    private bool Follows(LoggedProject project, Requests before)
    {
        if (!before.Known.TryGetValue(project, out bool follows))
        {
            Steps++;
            before.Known.Add(project, false); // Ends the search where requests form a circle.
            before.Known[project] = follows = project.RequestedBy.Count > 0 && project.RequestedBy.All(later =>
                (before.FirstEnd.TryGetValue(later.Project, out DateTime end) && end <= later.Start) || Follows(later.Project, before));
        }

        return follows;
    }

    private static bool IsAfter(LoggedProject one, LoggedProject other) => one.Outer is { } outer
        && other.RequestedBy.Any(task => task.Project == outer && one.RequestedBy.All(later => task.End <= later.Start));

    private sealed class Requests(IEnumerable<LoggedProject> waiting)
    {
        internal Dictionary<LoggedProject, DateTime> FirstEnd { get; } = waiting.SelectMany(one => one.RequestedBy)
            .GroupBy(task => task.Project).ToDictionary(same => same.Key, same => same.Min(task => task.End));

        internal Dictionary<LoggedProject, bool> Known { get; } = [];
    }
}
