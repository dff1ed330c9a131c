namespace CopyOnWrite.Measurement;

/// <summary>A project with its global properties, which a build evaluates once and calls a project instance.</summary>
/// <param name="RequestedBy">The tasks that asked for it; none for what the command line names.</param>
public sealed record LoggedProject(string File, IReadOnlyDictionary<string, string> Properties, HashSet<LoggedTask> RequestedBy)
{
    // The instance of the same file that asked for this one, if no other did.
    private LoggedProject? Outer =>
        RequestedBy.Select(task => task.Project).Distinct().ToArray() is [var only] && only.File == File ? only : null;

    /// <summary>Not with one that waits for it, nor with one that its outer instance asked for before, as a pack after its build.</summary>
    public bool MayOverlap(LoggedProject other) => Outer != other && other.Outer != this && !IsAfter(other) && !other.IsAfter(this);

    /// <summary>Whether one is built after the other in any order of the build.</summary>
    public bool IsOrderedWith(LoggedProject other)
    {
        HashSet<LoggedProject> aboveThis = Waiting();
        HashSet<LoggedProject> aboveOther = other.Waiting();
        return aboveThis.Contains(other) || aboveOther.Contains(this) || Follows(aboveOther, []) || other.Follows(aboveThis, []);
    }

    // It and each that asked for it, or for one that did: they wait for it.
    private HashSet<LoggedProject> Waiting()
    {
        var above = new HashSet<LoggedProject> { this };
        for (Queue<LoggedProject> next = new(above); next.TryDequeue(out LoggedProject? one);)
        {
            foreach (LoggedProject requesting in one.RequestedBy.Select(task => task.Project).Where(above.Add))
            {
                next.Enqueue(requesting);
            }
        }

        return above;
    }

    // Each that asked for it had waited for one of those before, as a project that references another and then publishes it.
    private bool Follows(HashSet<LoggedProject> waiting, Dictionary<LoggedProject, bool> known)
    {
        if (!known.TryGetValue(this, out bool follows))
        {
            known.Add(this, false); // Also where requests form a circle.
            known[this] = follows = RequestedBy.Count > 0 && RequestedBy.All(later => waiting.SelectMany(one => one.RequestedBy)
                .Any(task => task.Project == later.Project && task.End <= later.Start) || later.Project.Follows(waiting, known));
        }

        return follows;
    }

    private bool IsAfter(LoggedProject other) => Outer is { } outer
        && other.RequestedBy.Any(task => task.Project == outer && RequestedBy.All(later => task.End <= later.Start));
}

/// <param name="file">The project or the imported file that has the task.</param>
public sealed class LoggedTask(LoggedProject project, string target, string name, DateTime start, string file = "")
{
    public LoggedProject Project => project;

    /// <summary>Whether the target is the user's, and not one of MSBuild, the .NET SDK, NuGet or a solution.</summary>
    public bool IsOfUser => file.Length > 0 && !file.EndsWith(".metaproj", StringComparison.OrdinalIgnoreCase)
        && LoggedPath.FileName(file) is var name && !name.StartsWith("Microsoft.", StringComparison.Ordinal)
        && !name.StartsWith("NuGet.", StringComparison.Ordinal);

    public string Target => target;
    public string Name => name;
    public DateTime Start => start;

    /// <summary>As late as possible until the task has finished.</summary>
    public DateTime End { get; set; } = DateTime.MaxValue;

    public bool Overlaps(LoggedTask other) => Start < other.End && other.Start < End;
}

/// <param name="Path">Absolute; as the log has it, not as the file system knows it.</param>
/// <param name="Source">The file that a Copy wrote it from.</param>
/// <param name="IsUnchanged">A Copy found it there already, as its source is.</param>
public sealed record FileWrite(string Path, LoggedTask By, string? Source = null, bool IsUnchanged = false);

/// <summary>A build that an Exec of this build ran.</summary>
public sealed record NestedBuild(string Project, string Target, string Command);
