using System.Reflection;

namespace CopyOnWrite.Tasks;

/// <summary>
/// What the task needs from the MSBuild that hosts it: the project's folder and its environment. In a multithreaded build both belong to
/// the project and not to the process, and come from Copy.TaskEnvironment (18.4); older hosts run one project at a time in a process,
/// whose folder and environment serve. TaskEnvironment and SourceFolders (17.10) are looked up by name, as in <see cref="NewerMembers"/>.
/// </summary>
internal readonly struct Host
{
    private static readonly MethodInfo? s_taskEnvironment = typeof(Microsoft.Build.Tasks.Copy).GetProperty("TaskEnvironment")?.GetMethod;
    private static readonly MethodInfo? s_sourceFolders = typeof(Microsoft.Build.Tasks.Copy).GetProperty("SourceFolders")?.GetMethod;
    private static readonly PropertyInfo? s_projectDirectory = s_taskEnvironment?.ReturnType.GetProperty("ProjectDirectory");
    private static readonly MethodInfo? s_getVariable = s_taskEnvironment?.ReturnType.GetMethod(
        "GetEnvironmentVariable", new[] { typeof(string) });

    private readonly Microsoft.Build.Tasks.Copy _task;
    private readonly object? _environment;
    private readonly Func<string, string?> _getVariable;

    internal Host(Microsoft.Build.Tasks.Copy task)
    {
        // Delegates where possible: for a second invocation by reflection .NET compiles a method, in each process.
        _task = task;
        _environment = s_projectDirectory is null || s_getVariable is null
            ? null
            : ((Func<object>)s_taskEnvironment!.CreateDelegate(typeof(Func<object>), task))();
        _getVariable = _environment is null
            ? Environment.GetEnvironmentVariable
            : (Func<string, string?>)s_getVariable!.CreateDelegate(typeof(Func<string, string?>), _environment);
    }

    internal string ProjectFolder() =>

        // AbsolutePath, a struct whose text is the path.
        _environment is null ? Directory.GetCurrentDirectory() : s_projectDirectory!.GetValue(_environment)!.ToString()!;

    internal string? Variable(string name) => _getVariable(name);

    /// <summary>
    /// Whether files are copied one after the other, as the built-in task does where the variable is 1 (so parsed in MSBuild's Traits.cs).
    /// Since 17.14 it ignores other numbers; dotnet/msbuild#13955, which makes them the number of threads, is not merged.
    /// </summary>
    internal bool CopiesInOrder() => int.TryParse(Variable("MSBUILDCOPYTASKPARALLELISM"), out int threads) && threads == 1;

    /// <summary>The folders to copy (17.10); null where none are passed, or the host lacks the parameter.</summary>
    internal ITaskItem[]? SourceFolders() =>
        s_sourceFolders is null ? null : ((Func<ITaskItem[]?>)s_sourceFolders.CreateDelegate(typeof(Func<ITaskItem[]?>), _task))();
}
