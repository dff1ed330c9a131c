namespace CopyOnWrite.Tool.Tests;

/// <summary>The script of report/action.yml, run by bash.</summary>
[TestClass]
[OSCondition(ConditionMode.Exclude, OperatingSystems.Windows)]
public sealed class ReportActionTests : IDisposable
{
    private readonly VolumeUnderTest _folder = VolumeUnderTest.InTemporaryFolder();
    private readonly Dictionary<string, string> _variables;

    public ReportActionTests()
    {
        // `dotnet-cow` is the tool of this build.
        string tools = Directory.CreateDirectory(_folder.PathOf("tools")).FullName;
        string tool = Path.Combine(tools, "dotnet-cow");
        File.WriteAllText(tool, $"#!/bin/sh\nexec dotnet '{Path.Combine(AppContext.BaseDirectory, "dotnet-cow.dll")}' \"$@\"\n");
        File.SetUnixFileMode(tool, (UnixFileMode)0x1ED);    // 0755
        _variables = new()
        {
            ["PATH"] = $"{tools}:{Environment.GetEnvironmentVariable("PATH")}", ["RUNNER_TEMP"] = _folder.PathOf("."),
            ["GITHUB_STEP_SUMMARY"] = _folder.PathOf("summary.md"), ["COW_LOGS"] = "a.binlog\nnone.binlog\n", ["COW_FAIL_ON"] = "none",
            ["COW_BASELINE"] = string.Empty, ["COW_VERSION"] = "0.1.0", ["COW_SOURCE"] = string.Empty,
        };
    }

    public void Dispose() => _folder.Dispose();

    [TestMethod]
    public void TheWritersGoToTheSummaryAndToTheProjectsFilesAndFailTheJobIfThatIsAskedFor()
    {
        Assert.StartsWith("::warning::There is none of the logs a.binlog", Run(0));
        Assert.IsFalse(File.Exists(_variables["GITHUB_STEP_SUMMARY"]));

        WriteLog();
        Assert.Contains("::warning file=A.proj,title=Two projects write out.txt::A.proj ", Run(0));
        Assert.StartsWith("Two projects write out.txt.", File.ReadAllText(_variables["GITHUB_STEP_SUMMARY"]));
        _variables["COW_FAIL_ON"] = "errors";
        Run(0);
        _variables["COW_FAIL_ON"] = "writers";
        Run(1);

        _variables["COW_BASELINE"] = _folder.PathOf("accepted.txt");
        Assert.Contains("accepted.txt does not exist. Write the file with --accept.", Run(2));
        File.WriteAllText(_variables["COW_BASELINE"], "outputFolder A.proj B.proj\n");
        Run(0);
    }

    [TestMethod]
    public void ALogThatCannotBeReadIsAWarning()
    {
        File.WriteAllText(_folder.PathOf("a.binlog"), "no log");
        Assert.Contains("::warning::The logs were not read", Run(0));
        _variables["COW_FAIL_ON"] = "writers";
        Run(2);
    }

    private void WriteLog()
    {
        foreach (string name in new[] { "A", "B" })
        {
            File.WriteAllText(
                _folder.PathOf(name + ".proj"), """<Project><Target Name="Build"><WriteLinesToFile File="out.txt" Lines="1" /></Target></Project>""");
        }

        File.WriteAllText(
            _folder.PathOf("all.proj"), """<Project><Target Name="Build"><MSBuild Projects="A.proj;B.proj" /></Target></Project>""");
        DotNet.Run(_folder.Folder, ["msbuild", "all.proj", "-nologo", "-bl:a.binlog"]).ThrowIfFailed();
    }

    private string Run(int exitCode)
    {
        (int ended, string output) = Command.Run(
            Tools.Require("bash"), [Path.Combine(RepositoryRoot.Folder, "report", "report.sh")], _variables, _folder.Folder);
        Assert.AreEqual(exitCode, ended, output);
        return output;
    }
}
