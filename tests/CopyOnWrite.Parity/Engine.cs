using System.Security;
using System.Xml;
using Microsoft.Build.Construction;
using Microsoft.Build.Evaluation;
using Microsoft.Build.Execution;

namespace CopyOnWrite.Parity;

/// <summary>The assemblies that hold the two tasks.</summary>
/// <param name="ClonesRecent">
/// Whether ours clones what a scenario has written a moment before, as CopyOnWriteFlushSources=true has it.
/// </param>
internal sealed record TaskAssemblies(string BuiltIn, string Ours, bool ClonesRecent);

/// <summary>Runs a scenario with one task or the other, in this process, through MSBuild's own engine.</summary>
internal sealed class Engine(string root, TaskAssemblies assemblies)
{
    /// <summary>The folder of every scenario's project.</summary>
    internal string Root => root;

    internal (Observation Observation, IReadOnlyList<string> OwnLines) Run(Scenario scenario, bool withOurs)
    {
        using var world = new World(root, scenario);
        foreach ((string name, string value) in scenario.Variables)
        {
            Environment.SetEnvironmentVariable(name, value);
        }

        string before = Directory.GetCurrentDirectory();
        try
        {
            return Build(scenario, world, withOurs);
        }
        finally
        {
            foreach (string name in scenario.Variables.Keys)
            {
                Environment.SetEnvironmentVariable(name, null);
            }

            Directory.SetCurrentDirectory(before);
        }
    }

    /// <param name="mark">Called with "begin" and "end" around the build alone.</param>
    internal void RunBetween(Scenario scenario, bool withOurs, Action<string> mark)
    {
        using var world = new World(root, scenario);
        _ = Build(scenario, world, withOurs, mark);
    }

    /// <summary>Cancels the build when the first warning comes, and says how long it went on after that.</summary>
    internal TimeSpan TimeToCancel(Scenario scenario, bool withOurs)
    {
        using var world = new World(root, scenario);
        using var manager = new BuildManager("parity");
        var clock = new Stopwatch();
        var recorder = new Recorder
        {
            OnWarning = () =>
            {
                clock.Start();
                _ = Task.Run(manager.CancelAllSubmissions);
            },
        };
        using var projects = new ProjectCollection();
        ProjectInstance project = Load(scenario, world, withOurs, projects);

        // Synchronous: the clock runs before the task begins to wait.
        var parameters = new BuildParameters(projects)
        {
            Loggers = [recorder],
            UseSynchronousLogging = true,
            MaxNodeCount = 1,
            EnableNodeReuse = false,
        };
        manager.Build(parameters, new BuildRequestData(project, ["Scenario"]));
        return clock.Elapsed;
    }

    private ProjectInstance Load(Scenario scenario, World world, bool withOurs, ProjectCollection projects)
    {
        using var reader = XmlReader.Create(new StringReader(ProjectText(scenario, withOurs)));
        ProjectRootElement xml = ProjectRootElement.Create(reader, projects, preserveFormatting: true);
        xml.FullPath = Path.Combine(world.Root, "scenario.proj");
        return new Project(xml, null, null, projects).CreateProjectInstance();
    }

    private (Observation Observation, IReadOnlyList<string> OwnLines) Build(
        Scenario scenario, World world, bool withOurs, Action<string>? mark = null)
    {
        using var projects = new ProjectCollection();
        ProjectInstance project = Load(scenario, world, withOurs, projects);
        var recorder = new Recorder();
        var parameters = new BuildParameters(projects)
        {
            Loggers = [recorder],
            UseSynchronousLogging = true,
            MaxNodeCount = 1,
            EnableNodeReuse = false,
            Question = scenario.Question,
            MultiThreaded = scenario.Multithreaded,
        };

        DateTime begun = DateTime.UtcNow;
        BuildResult result;
        using (var manager = new BuildManager("parity"))
        {
            mark?.Invoke("begin");
            result = manager.Build(
                parameters, new BuildRequestData(project, ["Scenario"], null, BuildRequestDataFlags.ProvideProjectStateAfterBuild));
            mark?.Invoke("end");
        }

        ProjectInstance after = result.ProjectStateAfterBuild ?? project;
        var observation = new Observation(
            $"{result.OverallResult}, task {after.GetPropertyValue("MSBuildLastTaskResult")}, {result.Exception?.GetType().Name}",
            world.Describe(begun),
            recorder.Events,
            Items(after, "Copied"),
            Items(after, "Destination"),
            after.GetPropertyValue("Wrote"));
        return (observation, recorder.OwnLines);
    }

    private static List<string> Items(ProjectInstance project, string type) =>
        [.. project.GetItems(type)
            .Select(item =>
                $"{item.EvaluatedInclude} "
                    + $"[{string.Join(", ", item.Metadata.Select(m => $"{m.Name}={m.EvaluatedValue}").Order(StringComparer.Ordinal))}]")];

    private string ProjectText(Scenario scenario, bool withOurs)
    {
        string taskAssembly = withOurs ? assemblies.Ours : assemblies.BuiltIn;
        var text = new StringBuilder()
            .AppendLine("<Project>")
            .Append("<UsingTask TaskName=\"Copy\" AssemblyFile=\"").Append(Escape(taskAssembly)).AppendLine("\" />")
            .AppendLine("<ItemGroup>");
        foreach ((string type, IReadOnlyList<Item>? items) in new[]
        {
            ("S", scenario.SourceFiles),
            ("F", scenario.SourceFolders),
            ("D", scenario.DestinationFiles),
        })
        {
            foreach (Item item in items ?? [])
            {
                string metadata = string.Concat(item.Metadata.Select(m => m.Split('=', 2)).Select(m => $"<{m[0]}>{Escape(m[1])}</{m[0]}>"));
                text.AppendLine(string.Create(
                    CultureInfo.InvariantCulture, $"<{type} Include=\"{Escape(item.Include)}\">{metadata}</{type}>"));
            }
        }

        text.AppendLine("</ItemGroup>");
        if (assemblies.ClonesRecent)
        {
            // Also beside the built-in, so that both have the same lines.
            text.Append("<UsingTask TaskName=\"CopyOnWriteSettings\" AssemblyFile=\"").Append(Escape(assemblies.Ours)).AppendLine("\" />");
        }

        text.AppendLine("<Target Name=\"Scenario\">");
        if (assemblies.ClonesRecent)
        {
            text.AppendLine("<CopyOnWriteSettings ProjectFile=\"$(MSBuildProjectFullPath)\" FlushSources=\"true\" />");
        }

        text.Append("<Copy");
        Append(text, "SourceFiles", scenario.SourceFiles is null ? null : "@(S)");
        Append(text, "SourceFolders", scenario.SourceFolders is null ? null : "@(F)");
        Append(text, "DestinationFiles", scenario.DestinationFiles is null ? null : "@(D)");
        Append(text, "DestinationFolder", scenario.DestinationFolder);
        foreach ((string name, string value) in scenario.Attributes)
        {
            Append(text, name, value);
        }

        return text.AppendLine(">")
            .AppendLine("<Output TaskParameter=\"CopiedFiles\" ItemName=\"Copied\" />")
            .AppendLine("<Output TaskParameter=\"DestinationFiles\" ItemName=\"Destination\" />")
            .AppendLine("<Output TaskParameter=\"WroteAtLeastOneFile\" PropertyName=\"Wrote\" />")
            .AppendLine("</Copy>").AppendLine("</Target>").AppendLine("</Project>").ToString();
    }

    private static void Append(StringBuilder text, string name, string? value)
    {
        if (value is not null)
        {
            text.Append(' ').Append(name).Append("=\"").Append(Escape(value)).Append('"');
        }
    }

    private static string Escape(string text) => SecurityElement.Escape(text)!;
}
