using System.Xml;
using Microsoft.Build.Construction;
using Microsoft.Build.Evaluation;
using Microsoft.Build.Execution;

namespace CopyOnWrite.Parity;

/// <summary>The assemblies that hold the two tasks.</summary>
/// <param name="ClonesRecent">
/// Whether ours clones what a scenario has written a moment before, as CopyOnWriteFlushSources=true has it.
/// </param>
/// <param name="Multithreaded">Whether the engine may run projects on several threads, as -mt lets it.</param>
internal sealed record TaskAssemblies(string BuiltIn, string Ours, bool ClonesRecent, bool Multithreaded);

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

    private ProjectInstance Load(Scenario scenario, World world, bool withOurs, ProjectCollection projects)
    {
        using XmlReader reader = new XDocument(ProjectOf(scenario, withOurs)).CreateReader();
        ProjectRootElement xml = ProjectRootElement.Create(reader, projects, preserveFormatting: true);
        xml.FullPath = Path.Combine(world.Root, "scenario.proj");
        return new Project(xml, null, null, projects).CreateProjectInstance();
    }

    private (Observation Observation, IReadOnlyList<string> OwnLines) Build(Scenario scenario, World world, bool withOurs)
    {
        using var projects = new ProjectCollection();
        ProjectInstance project = Load(scenario, world, withOurs, projects);
        var recorder = new Recorder();
        BuildParameters parameters = Parameters(scenario, projects, recorder);
        DateTime begun = DateTime.UtcNow;
        BuildResult result;
        using (var manager = new BuildManager("parity"))
        {
            result = manager.Build(
                parameters, new BuildRequestData(project, ["Scenario"], null, BuildRequestDataFlags.ProvideProjectStateAfterBuild));
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

    private BuildParameters Parameters(Scenario scenario, ProjectCollection projects, Recorder recorder) =>
        new(projects)
        {
            Loggers = [recorder],
            MaxNodeCount = 1,
            EnableNodeReuse = false,
            Question = scenario.Question,
            MultiThreaded = scenario.Multithreaded || assemblies.Multithreaded,
        };

    private static List<string> Items(ProjectInstance project, string type) =>
        [.. project.GetItems(type)
            .Select(item =>
                $"{item.EvaluatedInclude} "
                    + $"[{string.Join(", ", item.Metadata.Select(m => $"{m.Name}={m.EvaluatedValue}").Order(StringComparer.Ordinal))}]")];

    private XElement ProjectOf(Scenario scenario, bool withOurs)
    {
        var copy = new XElement(
            "Copy",
            Attribute("SourceFiles", scenario.SourceFiles is null ? null : "@(S)"),
            Attribute("SourceFolders", scenario.SourceFolders is null ? null : "@(F)"),
            Attribute("DestinationFiles", scenario.DestinationFiles is null ? null : "@(D)"),
            Attribute("DestinationFolder", scenario.DestinationFolder),
            scenario.Attributes.Select(attribute => new XAttribute(attribute.Key, attribute.Value)),
            Output("CopiedFiles", "ItemName", "Copied"),
            Output("DestinationFiles", "ItemName", "Destination"),
            Output("WroteAtLeastOneFile", "PropertyName", "Wrote"));
        var project = new XElement(
            "Project",
            UsingTask("Copy", withOurs ? assemblies.Ours : assemblies.BuiltIn),
            new XElement(
                "ItemGroup", Items("S", scenario.SourceFiles), Items("F", scenario.SourceFolders), Items("D", scenario.DestinationFiles)),
            new XElement("Target", new XAttribute("Name", "Scenario"), copy));
        if (assemblies.ClonesRecent)
        {
            // Also beside the built-in, so that both have the same lines.
            project.AddFirst(UsingTask("CopyOnWriteSettings", assemblies.Ours));
            copy.AddBeforeSelf(new XElement(
                "CopyOnWriteSettings", new XAttribute("ProjectFile", "$(MSBuildProjectFullPath)"), new XAttribute("FlushSources", "true")));
        }

        return project;
    }

    private static XElement UsingTask(string name, string assembly) =>
        new("UsingTask", new XAttribute("TaskName", name), new XAttribute("AssemblyFile", assembly));

    private static XElement Output(string parameter, string kind, string name) =>
        new("Output", new XAttribute("TaskParameter", parameter), new XAttribute(kind, name));

    private static IEnumerable<XElement> Items(string type, IReadOnlyList<Item>? items) =>
        (items ?? []).Select(item => new XElement(
            type,
            new XAttribute("Include", item.Include),
            item.Metadata.Select(metadata => metadata.Split('=', 2)).Select(pair => new XElement(pair[0], pair[1]))));

    private static XAttribute? Attribute(string name, string? value) => value is null ? null : new XAttribute(name, value);
}
