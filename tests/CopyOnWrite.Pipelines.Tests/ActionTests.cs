namespace CopyOnWrite.Pipelines.Tests;

/// <summary>action.yml and report/action.yml are GitHub's composite actions. Tool.Tests runs its scripts, and the template's.</summary>
[TestClass]
public sealed class ActionTests
{
    [TestMethod]
    [DataRow("action.yml")]
    [DataRow("report/action.yml")]
    public void ItDeclaresWhatItUsesAndUsesWhatItDeclares(string file)
    {
        YamlMappingNode action = Pipelines.Read(file);
        Assert.AreEqual("composite", $"{action["runs"]["using"]}");
        string[] declared = [.. Keys(action["inputs"])];
        string[] used = [.. Expressions(action["runs"]).Select(expression => Regex.Match(expression, @"inputs\.([\w-]+)"))
            .Where(match => match.Success).Select(match => match.Groups[1].Value).Distinct()];
        CollectionAssert.AreEquivalent(declared, used);
        foreach (string input in declared)
        {
            Assert.IsNotEmpty($"{action["inputs"][input]["description"]}");
            Assert.IsTrue(((YamlMappingNode)action["inputs"][input]).Children.ContainsKey("default"), input);
        }
    }

    [TestMethod]
    [DataRow("action.yml", 2)]
    [DataRow("report/action.yml", 1)]
    public void EachStepHasAShellAndRunsAScriptThatIsThereWithTheVariablesThatItReads(string file, int count)
    {
        YamlMappingNode[] steps = [.. Steps(Pipelines.Read(file)["runs"]["steps"])];
        Assert.HasCount(count, steps);
        foreach (YamlMappingNode step in steps)
        {
            Assert.AreEqual("bash", $"{step["shell"]}");
            string path = Regex.Match($"{step["run"]}", "(?<=GITHUB_ACTION_PATH/)[a-z/]+\\.sh").Value;
            string script = File.ReadAllText(Path.Combine(RepositoryRoot.Folder, Path.GetDirectoryName(file)!, path));
            string[] read = [.. Regex.Matches(script, @"COW_[A-Z_]+").Select(match => match.Value).Distinct()];
            string[] given = [.. Keys(step["env"])];
            CollectionAssert.AreEquivalent(given, read, path);

            // Right in containers, too, where github.action_path is not (actions/runner issue 2185).
            Assert.Contains("\"$GITHUB_ACTION_PATH/", $"{step["run"]}");

            // An expression in a script would be run by the shell, whatever it is.
            Assert.DoesNotContain("${{", $"{step["run"]}");
        }
    }

    [TestMethod]
    public void TheWorkflowUsesItWithInputsThatItHas()
    {
        string[] declared = [.. Keys(Pipelines.Read("action.yml")["inputs"])];
        YamlMappingNode job = (YamlMappingNode)Pipelines.Read("docs/guide/pipelines/volume-github.yml")["jobs"]["linux"];
        YamlMappingNode[] uses = [.. Steps(job["steps"])
            .Where(step => step.Children.TryGetValue("uses", out YamlNode? action)
                && $"{action}" == $"{Published.Repository}@{Published.Reference}")];
        Assert.HasCount(2, uses);
        foreach (string input in uses.SelectMany(step => Keys(step["with"])))
        {
            CollectionAssert.Contains(declared, input);
        }
    }

    [TestMethod]
    public void TheTemplateForAzureIsAListOfStepsWithItsParameters()
    {
        string path = Path.Combine(RepositoryRoot.Folder, "docs", "guide", "pipelines", "volume-azure.yml");
        YamlMappingNode template = Pipelines.Read(path);
        string[] declared = [.. Steps(template["parameters"]).Select(parameter => $"{parameter["name"]}")];
        string[] used = [.. Regex.Matches(File.ReadAllText(path), @"\$\{\{ parameters\.(\w+) \}\}")
            .Select(match => match.Groups[1].Value)];
        CollectionAssert.AreEquivalent(declared, used);
        Assert.HasCount(2, Steps(template["steps"]).Where(step => step.Children.ContainsKey("bash")));
    }

    private static IEnumerable<string> Expressions(YamlNode node) => node switch
    {
        YamlMappingNode map => map.SelectMany(pair => Expressions(pair.Value)),
        YamlSequenceNode list => list.SelectMany(Expressions),
        _ => [$"{node}"],
    };

    private static IEnumerable<string> Keys(YamlNode map) => ((YamlMappingNode)map).Children.Keys.Select(key => $"{key}");

    private static IEnumerable<YamlMappingNode> Steps(YamlNode list) => ((YamlSequenceNode)list).OfType<YamlMappingNode>();
}
