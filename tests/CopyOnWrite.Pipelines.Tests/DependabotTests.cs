namespace CopyOnWrite.Pipelines.Tests;

/// <summary>Dependabot updates what may be updated.</summary>
[TestClass]
public sealed class DependabotTests
{
    private readonly YamlMappingNode[] _updates =
        [.. ((YamlSequenceNode)Pipelines.Read(".github/dependabot.yml")["updates"]).Cast<YamlMappingNode>()];

    [TestMethod]
    public void ItUpdatesPackagesActionsAndTheSdk() => CollectionAssert.AreEqual(
        new[] { "nuget", "github-actions", "dotnet-sdk" }, _updates.Select(update => $"{update["package-ecosystem"]}").ToArray());

    /// <summary>All but those of the tool, the build program and the tests have their version for a reason.</summary>
    [TestMethod]
    public void ItLeavesThePackagesAloneThatAreHeldAtAVersion()
    {
        string[] held = [.. XDocument.Load(Path.Combine(RepositoryRoot.Folder, "Directory.Packages.props")).Descendants("ItemGroup")
            .Where(group => !$"{group.Attribute("Label")?.Value}".StartsWith("Tool, build program", StringComparison.Ordinal))
            .Elements("PackageVersion").Select(package => package.Attribute("Include")!.Value)];
        Assert.IsNotEmpty(held);
        CollectionAssert.AreEquivalent(
            held, ((YamlSequenceNode)_updates[0]["ignore"]).Select(package => $"{package["dependency-name"]}").ToArray());
    }

    /// <summary>PipelineTests wants one commit of each action, in workflows and templates.</summary>
    [TestMethod]
    public void ItUpdatesActionsInWorkflowsAndTemplatesTogether()
    {
        YamlMappingNode actions = _updates[1];
        string[] folders = [.. ((YamlSequenceNode)actions["directories"]).Select(folder => $"{folder}")];
        CollectionAssert.AreEquivalent(new[] { "/", "/docs/guide/pipelines" }, folders);
        Assert.IsTrue(folders.All(folder => Directory.Exists(RepositoryRoot.Folder + folder)));
        Assert.HasCount(1, ((YamlMappingNode)actions["groups"]).Children);
    }
}
