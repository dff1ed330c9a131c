using System.Text.RegularExpressions;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Measurement;

/// <summary>The files that the tasks of a log wrote, as far as their messages and parameters name them.</summary>
internal sealed partial class LoggedFiles(LoggedBuild build)
{
    private const string FileWrites = nameof(FileWrites);
    private const string WriteLines = "WriteLinesToFile";
    private const string Compile = "CoreCompile";

    // The parameters of tasks that write these files whenever they run.
    private static readonly HashSet<string> s_outputs = new(
        ["OutputAssembly", "OutputRefAssembly", "DepsFilePath", "RuntimeConfigPath", "AppHostDestinationPath"],
        StringComparer.OrdinalIgnoreCase);

    // Tasks that add files to FileWrites which they have found, not written.
    private static readonly HashSet<string> s_finders = new(
        ["Copy", "CopyRefAssembly", "FindUnderPath", "ReadLinesFromFile", "RemoveDuplicates", "ResolveAssemblyReference"],
        StringComparer.OrdinalIgnoreCase);

    // Kinds of a pdb that is a file.
    private static readonly string[] s_pdbs = ["portable", "full", "pdbonly"];

    private readonly Dictionary<int, Evaluated> _evaluated = [];
    private readonly Dictionary<int, LoggedProject> _byInstance = [];
    private readonly Dictionary<(int Node, int Context), LoggedProject> _projects = [];
    private readonly Dictionary<(int Node, int Context, int Target), string> _targets = [];
    private readonly Dictionary<(int Node, int Context, int Task), LoggedTask> _tasks = [];
    private readonly Dictionary<(int Node, int Context, int Target), string[]> _reasons = [];
    private readonly Dictionary<LoggedTask, FileWrite> _lines = [];

    internal List<FileWrite> Written { get; } = [];

    internal List<NestedBuild> NestedBuilds { get; } = [];

    internal List<LoggedCompilation> Compilations { get; } = [];

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
            case ProjectEvaluationFinishedEventArgs { Properties: { } properties, ProjectFile: { } file }:
                _evaluated[context.EvaluationId] = Evaluated.Of(properties, file);
                break;
            case ProjectStartedEventArgs { ProjectFile.Length: > 0 } started:
                _projects[(context.NodeId, context.ProjectContextId)] = Find(started);
                break;
            case TargetStartedEventArgs started:
                _targets[(context.NodeId, context.ProjectContextId, context.TargetId)] = started.TargetName ?? string.Empty;
                break;
            case TaskStartedEventArgs started when ProjectOf(context) is { } project:
                string target = _targets.GetValueOrDefault((context.NodeId, context.ProjectContextId, context.TargetId), string.Empty);
                _tasks[key] = new LoggedTask(project, target, NameOf(started), TimeOf(started), started.TaskFile ?? string.Empty);
                TakeCompiler(_tasks[key], (context.NodeId, context.ProjectContextId, context.TargetId));
                break;
            case TaskFinishedEventArgs finished when _tasks.TryGetValue(key, out LoggedTask? task):
                task.End = TimeOf(finished);
                Written.AddRange(_lines.Remove(task, out FileWrite? lines) ? [lines] : []);
                break;
            case TaskParameterEventArgs { Items: { Count: > 0 } items, Kind: TaskParameterMessageKind.TaskInput, ItemType: "File" }
                when _tasks.TryGetValue(key, out LoggedTask? task) && task.Name == WriteLines:
                _lines[task] = new FileWrite(PathOf(task, ((ITaskItem)items[0]!).ItemSpec), task);
                break;
            case TaskParameterEventArgs { Items: { } items } one when _tasks.TryGetValue(key, out LoggedTask? task) && IsOutput(task, one):
                Written.AddRange(items.OfType<ITaskItem>().Select(item => new FileWrite(PathOf(task, item.ItemSpec), task)));
                break;
            case TaskParameterEventArgs:
                break; // Its message would be all of its items.
            case BuildMessageEventArgs { Message: { } reason } when context.TaskId == BuildEventContext.InvalidTaskId
                && _targets.GetValueOrDefault((context.NodeId, context.ProjectContextId, context.TargetId)) == Compile:
                TakeReason((context.NodeId, context.ProjectContextId, context.TargetId), reason);
                break;
            case TaskCommandLineEventArgs { CommandLine: { } command } when _tasks.TryGetValue(key, out LoggedTask? task):
                TakeCommand(task, command);
                break;
            case BuildMessageEventArgs message when _tasks.TryGetValue(key, out LoggedTask? task)
                && string.IsNullOrEmpty(message.Code) && task.Name is "Copy" or WriteLines && message.Message is { } text:
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
        TaskParameterMessageKind.TaskInput => s_outputs.Contains(named.ItemType),
        TaskParameterMessageKind.TaskOutput => named.ItemType == FileWrites && !s_finders.Contains(task.Name),
        _ => false,
    };

    private void Take(LoggedTask task, string text)
    {
        if (task.Name == "Copy" && CopyMessage.Parse(text) is var (from, to, isUnchanged))
        {
            Written.Add(new FileWrite(PathOf(task, to), task, PathOf(task, from), isUnchanged));
        }
        else if (task.Name == WriteLines && text.Split('"') is [_, var skipped, ..] && _lines.TryGetValue(task, out FileWrite? lines)
            && lines.Path == PathOf(task, skipped))
        {
            // The only message with a path says that the file has these lines already.
            _lines.Remove(task);
        }
    }

    /// <summary>
    /// TargetUpToDateChecker logs that the target is built, and then an input that is newer than an output, or a missing file.
    /// (Strings.resx of MSBuild: BuildTargetCompletely and BuildTargetCompletelyInputNewer, in all languages with the names in quotes.)
    /// </summary>
    private void TakeReason((int, int, int) target, string text)
    {
        if (CopyMessage.Quoted(text) is { Length: 1 or 2 } names && names[0] != Compile)
        {
            _reasons.TryAdd(target, names);
        }
    }

    private void TakeCompiler(LoggedTask task, (int, int, int) target)
    {
        if (IsCompiler(task) && task.Target == Compile)
        {
            string[] names = _reasons.GetValueOrDefault(target, []);
            Compilations.Add(new LoggedCompilation(task, [.. names.Select(name => PathOf(task, name))]));
        }
    }

    private static bool IsCompiler(LoggedTask task) => task.Name is "Csc" or "Vbc" or "Fsc";

    private void TakeCommand(LoggedTask task, string command)
    {
        if (task.Name == "Exec" && IsBuild(command))
        {
            NestedBuilds.Add(new NestedBuild(task, command));
        }
        else if (IsCompiler(task))
        {
            // The pdb has the assembly's name if the command names none.
            ILookup<string, string> named = CompilerOutputs().Matches(command)
                .ToLookup(found => found.Groups["switch"].Value, found => found.Groups["file"].Value);
            bool hasPdb = !named.Contains("pdb") && s_pdbs.Any(kind => command.Contains($"debug:{kind}", StringComparison.Ordinal));
            Written.AddRange(named
                .SelectMany(files => files.Key != "out" ? files : hasPdb ? files.Select(file => Path.ChangeExtension(file, ".pdb")) : [])
                .Select(file => new FileWrite(PathOf(task, file), task)));
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
                started.ProjectFile!, new Dictionary<string, string>(properties, StringComparer.OrdinalIgnoreCase), [])
            {
                Build = build, Evaluated = _evaluated.GetValueOrDefault(started.BuildEventContext.EvaluationId),
            };
            _byInstance.Add(instance, project);
        }

        if (started.ParentProjectBuildEventContext is { } parent
            && _projects.TryGetValue((parent.NodeId, parent.ProjectContextId), out LoggedProject? by) && by != project)
        {
            project.RequestedBy.Add(_tasks.GetValueOrDefault((parent.NodeId, parent.ProjectContextId, parent.TaskId))
                ?? new LoggedTask(by, string.Empty, string.Empty, TimeOf(started)));
        }

        return project;
    }

    // The times of two builds' logs are compared.
    private static DateTime TimeOf(BuildEventArgs raised) => raised.Timestamp.ToUniversalTime();

    // A project may name a task with its namespace. A damaged log may lack the name.
    private static string NameOf(TaskStartedEventArgs started) => (started.TaskName ?? string.Empty).Split('.')[^1];

    private static string PathOf(LoggedTask task, string path) => LoggedPath.Absolute(path, task.Project.File);

    /// <summary>A command that builds, where a shell expects a command: at the beginning of a line, or after another command.</summary>
    [GeneratedRegex(
        """(?im)(?:^|[&|;(]|\s-c\s+["']|\s/c\s+"?)\s*(?:(?:call|exec|sudo|env|time|\w+=\S*)\s+)*(?:"[^"\r\n]*[\\/]|[^\s"'&|;()]*[\\/]|")?"""
        + """(?:dotnet(?:\.exe)?"?\s+(?:build|msbuild|pack|publish|run|test|watch)\b|msbuild(?:\.exe)?\b)(?![^&|;\r\n]*--no-build)""")]
    private static partial Regex BuildCommand();

    /// <summary>Finds the files that a compiler writes. A path with a blank or a comma is between quotes.</summary>
    [GeneratedRegex("""\s[/-]-?(?<switch>out|pdb|doc|errorlog):(?:"(?<file>[^",]+)|(?<file>[^\s",]+))""")]
    private static partial Regex CompilerOutputs();
}
