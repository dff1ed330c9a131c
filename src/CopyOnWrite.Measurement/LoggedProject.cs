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

    /// <summary>Whether it asked for the other, or for one that did: each waits for what it asks for.</summary>
    public bool WaitsFor(LoggedProject other)
    {
        var above = new HashSet<LoggedProject> { other };
        for (Queue<LoggedProject> next = new(above); next.TryDequeue(out LoggedProject? one);)
        {
            foreach (LoggedProject requesting in one.RequestedBy.Select(task => task.Project).Where(above.Add))
            {
                next.Enqueue(requesting);
            }
        }

        return other != this && above.Contains(this);
    }

    private bool IsAfter(LoggedProject other) => Outer is { } outer
        && other.RequestedBy.Any(task => task.Project == outer && RequestedBy.All(later => task.End <= later.Start));
}

/// <param name="file">The project or the imported file that has the task.</param>
public sealed class LoggedTask(LoggedProject project, string target, string name, DateTime start, string file = "")
{
    public LoggedProject Project => project;

    public string File => file;

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
