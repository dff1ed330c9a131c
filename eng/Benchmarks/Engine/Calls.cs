using System.Xml;
using Microsoft.Build.Construction;
using Microsoft.Build.Evaluation;
using Microsoft.Build.Execution;

namespace CopyOnWrite.Benchmarks.Engine;

/// <summary>Builds targets of one project that has the built-in Copy, ours from the package, and our staging.</summary>
internal sealed class Calls : IDisposable
{
    private const string Project = """
        <Project>
          <Import Project="$(Package)/build/CopyOnWrite.targets" />
          <Target Name="ours">
            <Copy SourceFiles="@(Source)" DestinationFiles="@(Destination)" SkipUnchangedFiles="$(Skip)" />
          </Target>
          <Target Name="builtin">
            <Microsoft.Build.Tasks.Copy SourceFiles="@(Source)" DestinationFiles="@(Destination)" SkipUnchangedFiles="$(Skip)" />
          </Target>
          <UsingTask TaskName="CopyOnWrite.Artifacts.Robocopy"
                     AssemblyFile="$([System.IO.Path]::GetDirectoryName('$(_CopyOnWriteTasksAssembly)'))/CopyOnWrite.Artifacts.Tasks.dll" />
          <Target Name="stage">
            <ItemGroup><Staged Include="@(Source)" DestinationFolder="@(Destination)" /></ItemGroup>
            <CopyOnWrite.Artifacts.Robocopy Sources="@(Staged)" />
          </Target>
          <Target Name="idle">
            <Message Text="low" Importance="low" />
          </Target>
        </Project>
        """;

    private static readonly Dictionary<string, string> s_assemblies = new()
    {
        ["ours"] = "CopyOnWrite.Sdk.Tasks",
        ["stage"] = "CopyOnWrite.Artifacts.Tasks",
        ["builtin"] = "Microsoft.Build.Tasks.Core",
    };

    private readonly BuildManager _manager = new("engine");
    private readonly ProjectCollection _projects = new();
    private readonly ProjectRootElement _project;
    private readonly string _package;

    internal Calls(string package)
    {
        _package = package;
        using var reader = XmlReader.Create(new StringReader(Project));
        _project = ProjectRootElement.Create(reader, _projects);
        _project.FullPath = Path.Combine(package, "calls.proj");
    }

    public void Dispose()
    {
        _manager.Dispose();
        _projects.Dispose();
    }

    /// <summary>Null when messages are logged as in a plain build, where a task logs none of low importance; otherwise the fault.</summary>
    internal string? Check()
    {
        var timer = new CallTimer();
        BuildResult result = Build(timer, "idle", [], "false");
        return result.OverallResult != BuildResultCode.Success ? $"no task runs: {timer.Output} {result.Exception?.Message}"
            : timer.HearsLow ? "messages of low importance are heard"
            : null;
    }

    /// <param name="pairs">A source, its destination, the next source and so on.</param>
    internal string Run(string task, string[] pairs, string skipUnchanged)
    {
        // A task must not collect the last one's garbage.
        GC.Collect();
        var timer = new CallTimer();
        BuildResult result = Build(timer, task, pairs, skipUnchanged);
        return result.OverallResult != BuildResultCode.Success
            ? $"error: {task}: {timer.Output.ReplaceLineEndings(" ")} {result.Exception?.Message}"
            : Path.GetFileNameWithoutExtension(timer.TaskAssembly) is { } assembly && assembly != s_assemblies[task]
                ? $"error: {task} came from {assembly}"
                : JsonSerializer.Serialize(new CallTime(timer.Task.TotalMicroseconds, timer.Target.TotalMicroseconds));
    }

    private BuildResult Build(CallTimer timer, string target, string[] pairs, string skipUnchanged)
    {
        var properties = new Dictionary<string, string>
        {
            ["Package"] = _package,
            ["Skip"] = skipUnchanged,
        };
        var project = new ProjectInstance(_project, properties, null, _projects);
        for (int i = 0; i < pairs.Length; i += 2)
        {
            project.AddItem("Source", pairs[i]);
            project.AddItem("Destination", pairs[i + 1]);
        }

        var parameters = new BuildParameters(_projects) { Loggers = [timer], MaxNodeCount = 1, EnableNodeReuse = false };
        return _manager.Build(parameters, new BuildRequestData(project, [target]));
    }
}
