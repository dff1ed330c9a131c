using System.Text.RegularExpressions;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Measurement;

/// <summary>The files that the tasks of a log wrote, as far as their messages and parameters name them.</summary>
internal sealed partial class LoggedFiles
{
    private const string FileWrites = nameof(FileWrites);

    // Of tasks that write them whenever they run.
    private static readonly HashSet<string> s_outputs = new(
        ["OutputAssembly", "OutputRefAssembly", "DepsFilePath", "RuntimeConfigPath", "AppHostDestinationPath"],
        StringComparer.OrdinalIgnoreCase);

    // What these add to FileWrites they have found and not written.
    private static readonly HashSet<string> s_finders = new(
        ["Copy", "CopyRefAssembly", "FindUnderPath", "ReadLinesFromFile", "RemoveDuplicates", "ResolveAssemblyReference"],
        StringComparer.OrdinalIgnoreCase);

    // Kinds of a pdb that is a file.
    private static readonly string[] s_pdbs = ["portable", "full", "pdbonly"];

    private readonly Dictionary<int, LoggedProject> _byInstance = [];
    private readonly Dictionary<(int Node, int Context), LoggedProject> _projects = [];
    private readonly Dictionary<(int Node, int Context, int Target), string> _targets = [];
    private readonly Dictionary<(int Node, int Context, int Task), LoggedTask> _tasks = [];

    internal List<FileWrite> Written { get; } = [];

    internal List<NestedBuild> NestedBuilds { get; } = [];

    internal IReadOnlyCollection<LoggedProject> Projects => _byInstance.Values;

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
            case TaskStartedEventArgs started when ProjectOf(context) is { } project:
                string target = _targets.GetValueOrDefault((context.NodeId, context.ProjectContextId, context.TargetId), string.Empty);
                _tasks[key] = new LoggedTask(project, target, NameOf(started), started.Timestamp, started.TaskFile ?? string.Empty);
                break;
            case TaskFinishedEventArgs finished when _tasks.TryGetValue(key, out LoggedTask? task):
                task.End = finished.Timestamp;
                break;
            case TaskParameterEventArgs { Items: { } items } named when _tasks.TryGetValue(key, out LoggedTask? task) && IsOutput(task, named):
                Written.AddRange(items.OfType<ITaskItem>().Select(item => new FileWrite(PathOf(task, item.ItemSpec), task)));
                break;
            case TaskParameterEventArgs:
                break; // Its message would be all of its items.
            case TaskCommandLineEventArgs { CommandLine: { } command } when _tasks.TryGetValue(key, out LoggedTask? task):
                TakeCommand(task, command);
                break;
            case BuildMessageEventArgs message when _tasks.TryGetValue(key, out LoggedTask? task)
                && string.IsNullOrEmpty(message.Code) && task.Name is "Copy" or "WriteLinesToFile" && message.Message is { } text:
                Take(task, text);
                break;
        }
    }

    internal static bool IsBuild(string command) => BuildCommand().IsMatch(command);

    internal LoggedProject? ProjectOf(BuildEventContext context) => _projects.GetValueOrDefault((context.NodeId, context.ProjectContextId));

    internal LoggedTask? TaskOf(BuildEventArgs raised) => raised.BuildEventContext is { } context
        ? _tasks.GetValueOrDefault((context.NodeId, context.ProjectContextId, context.TaskId)) : null;

    private static bool IsOutput(LoggedTask task, TaskParameterEventArgs named) => named.Kind switch
    {
        TaskParameterMessageKind.TaskInput => s_outputs.Contains(named.ItemType)
            || (task.Name == "WriteLinesToFile" && named.ItemType == "File"),
        TaskParameterMessageKind.TaskOutput => named.ItemType == FileWrites && !s_finders.Contains(task.Name),
        _ => false,
    };

    private void Take(LoggedTask task, string text)
    {
        if (task.Name == "Copy" && CopyMessage.Parse(text) is var (from, to, isUnchanged))
        {
            Written.Add(new FileWrite(PathOf(task, to), task, PathOf(task, from), isUnchanged));
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

    private void TakeCommand(LoggedTask task, string command)
    {
        if (task.Name == "Exec" && IsBuild(command))
        {
            NestedBuilds.Add(new NestedBuild(task.Project.File, task.Target, command));
        }
        else if (task.Name is "Csc" or "Vbc" or "Fsc")
        {
            // The pdb has the assembly's name if the command names none.
            ILookup<string, string> named = CompilerOutputs().Matches(command)
                .ToLookup(found => found.Groups["switch"].Value, found => found.Groups["file"].Value);
            bool hasPdb = !named.Contains("pdb") && s_pdbs.Any(kind => command.Contains($"debug:{kind}", StringComparison.Ordinal));
            Written.AddRange(named.SelectMany(files => files.Key != "out" ? files
                : hasPdb ? files.Select(file => Path.ChangeExtension(file, ".pdb")) : []).Select(file => new FileWrite(PathOf(task, file), task)));
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

    // A project may name a task with its namespace. A damaged log may lack the name.
    private static string NameOf(TaskStartedEventArgs started) => (started.TaskName ?? string.Empty).Split('.')[^1];

    private static string PathOf(LoggedTask task, string path) => LoggedPath.Absolute(path, task.Project.File);

    /// <summary>A command that builds, at the begin of a line or of a command in it.</summary>
    [GeneratedRegex("""(?im)(?:^|[&|;("'/\\])\s*(?:dotnet(?:\.exe)?"?\s+(?:build|msbuild|pack|publish|run|test|watch)\b|msbuild(?:\.exe)?\b)""")]
    private static partial Regex BuildCommand();

    /// <summary>What a compiler writes. A path with a blank or a comma is between quotes.</summary>
    [GeneratedRegex("""\s[/-]-?(?<switch>out|pdb|doc|errorlog):(?:"(?<file>[^",]+)|(?<file>[^\s",]+))""")]
    private static partial Regex CompilerOutputs();
}
