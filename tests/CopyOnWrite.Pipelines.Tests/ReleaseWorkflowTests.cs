namespace CopyOnWrite.Pipelines.Tests;

/// <summary>release.yml signs and pushes in jobs that run no code of this repository.</summary>
[TestClass]
public sealed class ReleaseWorkflowTests
{
    private readonly YamlMappingNode _release = Pipelines.Read(".github/workflows/release.yml");

    [TestMethod]
    [DataRow("pack", "contents: read")]
    [DataRow("attest", "attestations: write, id-token: write")]
    [DataRow("push", "id-token: write")]
    public void AJobHasThePermissionsThatItsActionsNeed(string job, string permissions)
    {
        var node = (YamlMappingNode)_release["jobs"][job];
        var granted = (YamlMappingNode)(node.Children.TryGetValue("permissions", out YamlNode? own) ? own : _release["permissions"]);
        Assert.AreEqual(permissions, string.Join(", ", granted.Select(one => $"{one.Key}: {one.Value}").Order()));
    }

    /// <summary>What the job of the tests runs (packages, tools, the tests) could otherwise ask for the identity of the workflow.</summary>
    [TestMethod]
    [DataRow("attest")]
    [DataRow("push")]
    public void AJobWithTheIdentityOfTheWorkflowChecksOutNothing(string job)
    {
        string[] used = [.. ((YamlSequenceNode)_release["jobs"][job]["steps"]).Cast<YamlMappingNode>()
            .Where(step => step.Children.ContainsKey("uses"))
            .Select(step => $"{step["uses"]}".Split('@')[0])];
        Assert.IsNotEmpty(used);
        CollectionAssert.IsSubsetOf(used, new[] { "actions/attest", "actions/download-artifact", "NuGet/login" });
    }

    [TestMethod]
    public void NothingIsPushedBeforeItIsTestedAndAttested()
    {
        string[] before = [.. ((YamlSequenceNode)_release["jobs"]["push"]["needs"]).Select(job => $"{job}")];
        CollectionAssert.AreEquivalent(new[] { "pack", "attest" }, before);
    }
}
