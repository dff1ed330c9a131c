namespace CopyOnWrite.Tool.Tests;

/// <summary>The script of report/action.yml, run by bash.</summary>
[TestClass]
[OSCondition(ConditionMode.Exclude, OperatingSystems.Windows)]
public sealed class ReportActionTests : IDisposable
{
    private readonly VolumeUnderTest _folder = VolumeUnderTest.InTemporaryFolder();
    private readonly Dictionary<string, string> _variables;
    private readonly string _tool;

    public ReportActionTests()
    {
        // `dotnet-cow` is the tool of this build.
        _tool = Script("tools/dotnet-cow", $"exec '{ChildProcess.DotNetHost}' '{AppContext.BaseDirectory}/dotnet-cow.dll' \"$@\"");
        _variables = new()
        {
            ["RUNNER_TEMP"] = _folder.Folder, ["GITHUB_STEP_SUMMARY"] = _folder.PathOf("summary.md"), ["COW_LOGS"] = "a.binlog\n",
            ["COW_FAIL_ON"] = "none", ["COW_BASELINE"] = string.Empty, ["COW_VERSION"] = "0.1.0", ["COW_SOURCE"] = string.Empty,
        };
        PutBeforePath("tools");
    }

    public void Dispose() => _folder.Dispose();

    [TestMethod]
    public void TheWritersGoToTheSummaryAndToTheProjectsFilesAndFailTheJobIfThatIsAskedFor()
    {
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

    /// <summary>A gate must not let a job pass unchecked.</summary>
    [TestMethod]
    [DataRow("none", 0, "warning")]
    [DataRow("writers", 2, "error")]
    [DataRow("errors", 2, "error")]
    public void ALogThatIsMissingOrUnreadableFailsAJobWithFailOnAndIsElseAWarning(string failOn, int exitCode, string kind)
    {
        _variables["COW_FAIL_ON"] = failOn;
        _variables["COW_LOGS"] = "none.binlog\r\n\nnothing.binlog\n";
        Assert.StartsWith($"::{kind}::These logs do not exist: none.binlog nothing.binlog. Build with -bl:FILE", Run(exitCode));
        Assert.IsFalse(File.Exists(_variables["GITHUB_STEP_SUMMARY"]));
        _variables["COW_LOGS"] = string.Empty;
        Assert.StartsWith($"::{kind}::No log is named. ", Run(exitCode));
        _variables["COW_LOGS"] = "none\n::set-env name=X::y";
        Assert.DoesNotContain("\n::set-env", Run(exitCode));

        _variables["COW_LOGS"] = "a.binlog\n";
        File.WriteAllText(_folder.PathOf("a.binlog"), "no log");
        Assert.Contains($"::{kind}::The logs were not read", Run(exitCode));

        // The others are reported all the same.
        WriteLog("A");
        _variables["COW_LOGS"] = "a.binlog\nnone.binlog\n";
        Assert.Contains($"::{kind}::These logs do not exist: none.binlog. ", Run(exitCode));
        Assert.StartsWith("No file has two writers.", File.ReadAllText(_variables["GITHUB_STEP_SUMMARY"]));
    }

    /// <summary>The package's name is still free on public sources, so the action uses only the source that is named.</summary>
    [TestMethod]
    [DataRow("none", 0, "warning")]
    [DataRow("writers", 2, "error")]
    [DataRow("errors", 2, "error")]
    public void AToolThatCannotBeInstalledFailsAJobWithFailOnAndIsElseAWarning(string failOn, int exitCode, string kind)
    {
        string asked = _folder.PathOf("asked");
        Script("fakes/dotnet", $"echo \"$*\" >>'{asked}'; exit 1");
        PutBeforePath("fakes");
        _variables["COW_FAIL_ON"] = failOn;
        File.WriteAllText(_folder.PathOf("a.binlog"), "no log");

        Assert.StartsWith($"::{kind}::CopyOnWrite.Tool is not published yet. ", Run(exitCode));
        Assert.IsFalse(File.Exists(asked));

        _variables["COW_SOURCE"] = "/feed with a blank";
        Assert.StartsWith($"::{kind}::CopyOnWrite.Tool 0.1.0 was not installed from /feed with a blank", Run(exitCode));
        Assert.AreEqual($"tool install CopyOnWrite.Tool --tool-path {_folder.PathOf("cow-tool")} --version 0.1.0 --source "
            + "/feed with a blank\n", File.ReadAllText(asked));

        Script("fakes/dotnet", $"mkdir '{_folder.PathOf("cow-tool")}' && cp '{_tool}' '{_folder.PathOf("cow-tool")}'");
        Assert.Contains("a.binlog is not a complete binary log", Run(exitCode));
    }

    private void WriteLog(params string[] projects)
    {
        projects = projects.Length > 0 ? projects : ["A", "B"];
        foreach (string name in projects)
        {
            File.WriteAllText(_folder.PathOf(name + ".proj"),
                """<Project><Target Name="Build"><WriteLinesToFile File="out.txt" Lines="1" /></Target></Project>""");
        }

        string all = string.Join(';', projects.Select(name => name + ".proj"));
        File.WriteAllText(_folder.PathOf("all.proj"), $"""<Project><Target Name="Build"><MSBuild Projects="{all}" /></Target></Project>""");
        DotNet.Run(_folder.Folder, ["msbuild", "all.proj", "-nologo", "-bl:a.binlog"]).ThrowIfFailed();
    }

    private string Script(string name, string text)
    {
        string file = _folder.PathOf(name);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, $"#!/bin/sh\n{text}\n");
        File.SetUnixFileMode(file, (UnixFileMode)0x1ED);    // 0755
        return file;
    }

    private void PutBeforePath(string folder) =>
        _variables["PATH"] = $"{_folder.PathOf(folder)}:{Environment.GetEnvironmentVariable("PATH")}";

    private string Run(int exitCode)
    {
        (int ended, string output) = Command.Run(
            Tools.Require("bash"), [Path.Combine(RepositoryRoot.Folder, "report", "report.sh")], _variables, _folder.Folder);
        Assert.AreEqual(exitCode, ended, output);
        return output;
    }
}
