extern alias StructuredLogger;

using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using Microsoft.Build.Framework;
using Microsoft.Build.Logging.StructuredLogger;

// The reader's event type has the same name as MSBuild's.
using IExtendedBuildEventArgs = StructuredLogger::Microsoft.Build.Framework.IExtendedBuildEventArgs;

namespace CopyOnWrite.Measurement;

/// <summary>Replays a log's events. The logger's tree of nodes takes gigabytes for a large build, and moves messages for display.</summary>
internal sealed partial class BuildLogReader
{
    // The place of each open call in the list.
    private readonly Dictionary<LoggedTask, int> _open = [];
    private readonly List<LoggedCall> _calls = [];
    private readonly List<BuildDiagnostic> _warnings = [];
    private readonly List<BuildDiagnostic> _errors = [];
    private readonly List<BuildDiagnostic> _codedMessages = [];
    private readonly string _path;
    private readonly LoggedBuild _build;
    private readonly LoggedFiles _files;
    private BuildLog _log;
    private bool _isWhole;

    // Property reassignments are stored without their text, which is formatted with strings that only this call sets; they are static.
    static BuildLogReader() => Strings.Initialize();

    private BuildLogReader(string path)
    {
        _path = path;
        _build = new() { Command = Path.GetFileName(path) };
        _files = new(_build);
        _log = new(_calls, _warnings, _errors, _codedMessages)
        {
            Written = _files.Written,
            NestedBuilds = _files.NestedBuilds,
            Compilations = _files.Compilations,
            Projects = _files.Projects,
            Builds = [_build],
        };
    }

    // Not inlined: its types are looked up when it is compiled, which has to be after the .NET SDK is registered.
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static BuildLog Read(string path)
    {
        var log = new BuildLogReader(path);
        Exception? failure = null;
        var events = new BinLogReader();
        events.AnyEventRaised += (_, raised) => log.Take(raised);
        events.OnException += exception => failure ??= exception;
        try
        {
            events.Replay(path);
        }
        catch (Exception e) when (CauseOf(e) is EndOfStreamException or NotSupportedException or InvalidDataException)
        {
            failure ??= CauseOf(e);
        }

        // The reader does not tell the end of a truncated file from the log's end.
        failure ??= log._isWhole ? null : new EndOfStreamException("The end of the build is missing.");
        return failure is null ? log._log
            : throw new InvalidDataException($"{path} cannot be read as a binary log: {failure.Message}", failure);
    }

    // The reader raises events in a task, which wraps exceptions, such as that of an invalid record (CopyRecord.Parse).
    private static Exception CauseOf(Exception e) => e is AggregateException ? e.GetBaseException() : e;

    private void Take(BuildEventArgs raised)
    {
        _files.Take(raised);
        switch (raised)
        {
            case BuildStartedEventArgs started:
                _build.Start = started.Timestamp.ToUniversalTime();
                _log = _log with { Started = _build.Start };
                break;
            case TaskStartedEventArgs started when _files.TaskOf(raised) is { } task
                && (IsNamed(task, "Copy") || IsOurStaging(task, AssemblyOf(started))):
                _open[task] = _calls.Count;
                _calls.Add(new(task.Project.File, task.Target, TimeSpan.Zero, AssemblyOf(started), false, new List<string>())
                {
                    IsStaging = !IsNamed(task, "Copy"),
                });
                break;
            case TaskFinishedEventArgs ended when _files.TaskOf(raised) is { } task && _open.Remove(task, out int call):
                _calls[call] = _calls[call] with { Duration = ended.Timestamp.ToUniversalTime() - task.Start, Succeeded = ended.Succeeded };
                break;
            case TaskParameterEventArgs:
                break; // A message by type only.
            case BuildMessageEventArgs message when Find(message) is { } call && message.Message is { } text:
                // With its code, a retry does not count as a copy: both name two files.
                ((List<string>)_calls[call].Messages).Add(message.Code is ['M', 'S', 'B', ..] known ? $"{known}: {text}" : text);
                if (message is IExtendedBuildEventArgs { ExtendedType: CopyRecord.EventType, ExtendedData: { } json })
                {
                    _calls[call] = _calls[call] with { Record = CopyRecord.Parse(json) };
                }

                if (message.Code is { Length: > 0 } code)
                {
                    _codedMessages.Add(Diagnostic(message, code, text, message.ProjectFile));
                }

                break;
            case BuildMessageEventArgs { Message: { } text, BuildEventContext: null or { ProjectContextId: < 0 } }
                when _log.Started is not null && CommandLine().Match(text) is { Success: true } command:
                _build.Command = $"{Path.GetFileName(_path)}: msbuild {Shortened(command.Groups["arguments"].Value)}";
                break;
            case BuildMessageEventArgs { Message: { } off } when off.StartsWith("CopyOnWrite: turned off by ", StringComparison.Ordinal):
                _log = _log with { IsTurnedOff = true };
                break;
            case BuildFinishedEventArgs finished:
                _build.End = finished.Timestamp.ToUniversalTime();
                TimeSpan? duration = _build.End - _log.Started;
                _log = _log with { Succeeded = finished.Succeeded, Duration = duration is { Ticks: >= 0 } ? duration : null };
                _isWhole = true;
                break;
            case BuildWarningEventArgs warning:
                _warnings.Add(Diagnostic(warning, warning.Code, warning.Message, warning.ProjectFile));
                break;
            case BuildErrorEventArgs error:
                _errors.Add(Diagnostic(error, error.Code, error.Message, error.ProjectFile));
                break;
        }
    }

    // Without what says how to log, and what `dotnet` adds to each command. Properties can be long, so they come last.
    private static string Shortened(string arguments) => string.Join(' ', arguments.Split(' ')
        .Where(one => one.Length > 0 && !OfLogging().IsMatch(one)).OrderBy(one => one.Contains(':') && one.Contains('=')));

    private BuildDiagnostic Diagnostic(BuildEventArgs raised, string? code, string? text, string? project) => new(
        code ?? string.Empty, text ?? string.Empty, project ?? string.Empty, raised.Timestamp.ToUniversalTime(),
        raised.BuildEventContext is { } context ? _files.ProjectOf(context) : null);

    private int? Find(BuildEventArgs raised) => _files.TaskOf(raised) is { } task && _open.TryGetValue(task, out int call) ? call : null;

    private static bool IsNamed(LoggedTask task, string name) => task.Name.Equals(name, StringComparison.OrdinalIgnoreCase);

    // Another package has a task of that name, whose messages are not read here.
    private static bool IsOurStaging(LoggedTask task, string assembly) =>
        (IsNamed(task, "Robocopy") || IsNamed(task, "CopyOnWriteStaging"))
        && assembly.EndsWith("CopyOnWrite.Artifacts.Tasks.dll", StringComparison.Ordinal);

    // The package's type hides the property that MSBuild's type has since.
    private static string AssemblyOf(TaskStartedEventArgs task) => (task as TaskStartedEventArgs2)?.TaskAssemblyLocation ?? string.Empty;

    /// <summary>"Command line arguments = "/sdk/MSBuild.dll -restore a.sln"", in the build's language.</summary>
    [GeneratedRegex("""^[^"=]*=\s*"(?:[^"]*[\\/])?MSBuild(?:\.dll|\.exe)?"?\s+(?<arguments>.+)"\s*$""",
        RegexOptions.IgnoreCase | RegexOptions.Singleline)]
    private static partial Regex CommandLine();

    [GeneratedRegex(
        "^(?:--?|/)(?:maxcpucount|m|nologo|tlp|terminallogger|verbosity|v|bl|binarylogger|distributedlogger|dl|restoreproperty|rp|"
        + "nodereuse|nr|consoleloggerparameters|clp|logger|l|property:NuGetInteractive=.*)(?::|$)", RegexOptions.IgnoreCase)]
    private static partial Regex OfLogging();
}
