using Microsoft.Build.Framework;

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

    private bool IsAfter(LoggedProject other) => Outer is { } outer
        && other.RequestedBy.Any(task => task.Project == outer && RequestedBy.All(later => task.End <= later.Start));
}

public sealed class LoggedTask(LoggedProject project, string target, string name, DateTime start)
{
    public LoggedProject Project => project;

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

/// <summary>The files that the tasks of a log wrote, as far as their messages and parameters name them.</summary>
internal sealed class LoggedFiles
{
    private const string FileWrites = nameof(FileWrites);

    // Of tasks that write them whenever they run.
    private static readonly HashSet<string> s_outputs = new(StringComparer.OrdinalIgnoreCase)
    {
        "OutputAssembly", "OutputRefAssembly", "DepsFilePath", "RuntimeConfigPath", "AppHostDestinationPath",
    };

    // What these add to FileWrites they have found and not written.
    private static readonly HashSet<string> s_finders = new(StringComparer.OrdinalIgnoreCase)
    {
        "Copy", "CopyRefAssembly", "FindUnderPath", "ReadLinesFromFile", "RemoveDuplicates",
    };

    private const string Unchanged = "Did not copy from file";

    private static readonly string[] s_copying = [LoggedCall.Copying, "Creating hard link to copy", "Creating symbolic link to copy", Unchanged];

    private readonly Dictionary<int, LoggedProject> _byInstance = [];
    private readonly Dictionary<(int Node, int Context), LoggedProject> _projects = [];
    private readonly Dictionary<(int Node, int Context, int Target), string> _targets = [];
    private readonly Dictionary<(int Node, int Context, int Task), LoggedTask> _tasks = [];

    internal List<FileWrite> Written { get; } = [];

    internal void Take(BuildEventArgs raised)
    {
        if (raised.BuildEventContext is not { } context)
        {
            return;
        }

        (int, int, int) key = (context.NodeId, context.ProjectContextId, context.TaskId);
        switch (raised)
        {
            case ProjectStartedEventArgs { ProjectFile.Length: > 0 } started:
                _projects[(context.NodeId, context.ProjectContextId)] = Find(started);
                break;
            case TargetStartedEventArgs started:
                _targets[(context.NodeId, context.ProjectContextId, context.TargetId)] = started.TargetName ?? string.Empty;
                break;
            case TaskStartedEventArgs started when _projects.TryGetValue((context.NodeId, context.ProjectContextId), out LoggedProject? project):
                _tasks[key] = new LoggedTask(project, TargetOf(context), NameOf(started), started.Timestamp);
                break;
            case TaskFinishedEventArgs finished when _tasks.TryGetValue(key, out LoggedTask? task):
                task.End = finished.Timestamp;
                break;
            case TaskParameterEventArgs { Items: { } items } named when _tasks.TryGetValue(key, out LoggedTask? task) && IsOutput(task, named):
                Written.AddRange(items.OfType<ITaskItem>().Select(item => new FileWrite(PathOf(task, item.ItemSpec), task)));
                break;
            case TaskParameterEventArgs:
                break; // Its message would be all of its items.
            case BuildMessageEventArgs message when _tasks.TryGetValue(key, out LoggedTask? task)
                && task.Name is "Copy" or "WriteLinesToFile" && message.Message is { } text:
                Take(task, text);
                break;
        }
    }

    internal string TargetOf(BuildEventContext context) =>
        _targets.GetValueOrDefault((context.NodeId, context.ProjectContextId, context.TargetId), string.Empty);

    private static bool IsOutput(LoggedTask task, TaskParameterEventArgs named) => named.Kind switch
    {
        TaskParameterMessageKind.TaskInput => s_outputs.Contains(named.ItemType)
            || (task.Name == "WriteLinesToFile" && named.ItemType == "File"),
        TaskParameterMessageKind.TaskOutput => named.ItemType == FileWrites && !s_finders.Contains(task.Name),
        _ => false,
    };

    private void Take(LoggedTask task, string text)
    {
        if (task.Name == "Copy" && Array.Exists(s_copying, begin => text.StartsWith(begin, StringComparison.Ordinal))
            && text.Split('"') is [_, var from, _, var to, ..])
        {
            Written.Add(new FileWrite(PathOf(task, to), task, PathOf(task, from), text.StartsWith(Unchanged, StringComparison.Ordinal)));
        }
        else if (task.Name == "WriteLinesToFile" && text.Split('"') is [_, var skipped, ..])
        {
            // The only message with a path says that the file has these lines already.
            string path = PathOf(task, skipped);
            if (Written.FindLastIndex(write => write.By == task && write.Path == path) is >= 0 and var index)
            {
                Written.RemoveAt(index);
            }
        }
    }

    private LoggedProject Find(ProjectStartedEventArgs started)
    {
        // The id stands for the file and its global properties, in all nodes of a build.
        int instance = started.BuildEventContext!.ProjectInstanceId;
        if (!_byInstance.TryGetValue(instance, out LoggedProject? project))
        {
            IDictionary<string, string> properties = started.GlobalProperties ?? new Dictionary<string, string>();
            project = new LoggedProject(
                started.ProjectFile!, new Dictionary<string, string>(properties, StringComparer.OrdinalIgnoreCase), []);
            _byInstance.Add(instance, project);
        }

        if (started.ParentProjectBuildEventContext is { } parent
            && _projects.TryGetValue((parent.NodeId, parent.ProjectContextId), out LoggedProject? by) && by != project)
        {
            project.RequestedBy.Add(_tasks.GetValueOrDefault((parent.NodeId, parent.ProjectContextId, parent.TaskId))
                ?? new LoggedTask(by, string.Empty, string.Empty, started.Timestamp));
        }

        return project;
    }

    // A project may name a task with its namespace.
    private static string NameOf(TaskStartedEventArgs started) => (started.TaskName ?? string.Empty).Split('.')[^1];

    private static string PathOf(LoggedTask task, string path) => LoggedPath.Absolute(path, task.Project.File);
}
