namespace CopyOnWrite.Tool.Tests;

/// <summary>The scripts of action.yml and of the template for Azure Pipelines, run by bash with real volumes.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class VolumePipelineTests
{
    private Dictionary<string, string> _variables = null!;

    private VolumePlace Place { get; } = new();

    [TestInitialize]
    public void Open()
    {
        // `dotnet cow` is the tool of this build; another command of dotnet is written down.
        Place.Fake("dotnet", $"""
            if [ "$1" = cow ]; then shift; exec "$real" '{Path.Combine(AppContext.BaseDirectory, "dotnet-cow.dll")}' "$@"; fi
            echo "$*" >> '{Scratch("dotnet.log")}'
            """);
        string workspace = Directory.CreateDirectory(Scratch("workspace")).FullName;
        _variables = new()
        {
            ["PATH"] = Place.Path, ["HOME"] = Place.PathOf("."), ["RUNNER_OS"] = "Linux", ["RUNNER_TEMP"] = Scratch(string.Empty),
            ["GITHUB_WORKSPACE"] = workspace, ["GITHUB_ENV"] = Scratch("env"), ["GITHUB_PATH"] = Scratch("path"),
            ["GITHUB_OUTPUT"] = Scratch("output"), ["GITHUB_STEP_SUMMARY"] = Scratch("summary"),
            ["COW_FOLDER"] = string.Empty, ["COW_SIZE"] = "512MiB", ["COW_FS"] = string.Empty, ["COW_PACKAGES"] = "true",
            ["COW_WORKSPACE"] = "false", ["COW_VERSION"] = string.Empty, ["COW_SOURCE"] = string.Empty,
        };
        Directory.CreateDirectory(Scratch(string.Empty));
    }

    [TestCleanup]
    public void Close() => Place.Dispose();

    [TestMethod]
    [DataRow("xfs", "512MiB")]
    [DataRow("btrfs", "")]
    public void TheActionCreatesAVolumeForThePackages(string fileSystem, string size)
    {
        (_variables["COW_FS"], _variables["COW_SIZE"]) = (fileSystem, size);
        Run("setup.sh", 0);
        Assert.AreEqual(fileSystem, Mount.Of(Place.Folder)!.FileSystem);
        Assert.Contains("nosuid,nodev", Mount.Of(Place.Folder)!.Options, "No program on it runs as root, and no file on it is a device.");
        Assert.AreEqual("600", Command.OutputOf("stat", "-c", "%a", Place.Folder + ".img").Trim());
        (bool clones, string why) = Volume.At(Place.Folder).TryClone();
        Assert.IsTrue(clones, why);
        Assert.AreEqual($"NUGET_PACKAGES={Place.Folder}/packages\n", File.ReadAllText(Scratch("env")));
        Assert.AreEqual($"folder={Place.Folder}\n", File.ReadAllText(Scratch("output")));
        Assert.IsTrue(Directory.Exists(Place.Folder + "/packages"));
        Assert.IsFalse(File.Exists(Scratch("dotnet.log")), "The tool is there, so none is installed.");

        // A machine that is kept between jobs, and one that was restarted.
        File.WriteAllText(Place.Folder + "/kept", "content");
        Assert.Contains("is a volume already", Run("setup.sh", 0));
        Command.OutputOf("umount", Place.Folder);
        Run("setup.sh", 0);
        Assert.AreEqual("content", File.ReadAllText(Place.Folder + "/kept"));
        Assert.HasCount(1, Place.Mounts());

        // A mount would hide a file that was written meanwhile.
        Command.OutputOf("umount", Place.Folder);
        File.WriteAllText(Place.Folder + "/mine", "mine");
        Assert.Contains("::error::" + Place.Folder + " is not empty", Run("setup.sh", 1));
    }

    [TestMethod]
    public void TheActionPutsAnEmptyWorkspaceOnTheVolume()
    {
        _variables["COW_WORKSPACE"] = "true";
        Run("setup.sh", 0);
        string workspace = _variables["GITHUB_WORKSPACE"];
        File.WriteAllText(Path.Combine(workspace, "source"), "content");
        Assert.AreEqual("content", File.ReadAllText(Place.Folder + "/workspace/source"));
        string packages = Place.Folder + "/packages/package";
        File.WriteAllBytes(packages, new byte[1 << 20]);
        Command.OutputOf("cp", "--reflink=always", packages, Path.Combine(workspace, "package"));    // From one mount to the other.
        Run("setup.sh", 0);
        Assert.HasCount(2, Place.Mounts());
    }

    [TestMethod]
    public void AWorkspaceWithFilesIsNotMoved()
    {
        _variables["COW_WORKSPACE"] = "true";
        string file = Path.Combine(_variables["GITHUB_WORKSPACE"], "mine");
        File.WriteAllText(file, "mine");
        Assert.Contains("::error::The workspace is not empty", Run("setup.sh", 1));
        Assert.AreEqual("mine", File.ReadAllText(file));
        Assert.HasCount(1, Place.Mounts());
    }

    [TestMethod]
    public void WithoutTheToolItIsInstalledOfTheVersionAndTheSourceThatAreAskedFor()
    {
        string tool = Path.Combine(AppContext.BaseDirectory, "dotnet-cow.dll");
        Place.Fake("dotnet", $"""
            if [ "$1" = cow ]; then shift; exec dotnet-cow "$@"; fi
            echo "$*" >> '{Scratch("dotnet.log")}'
            mkdir '{Scratch("cow-tool")}' && cd '{Scratch("cow-tool")}'
            printf '#!/bin/sh\nexec %s %s "$@"\n' '{ChildProcess.DotNetHost}' '{tool}' > dotnet-cow
            chmod +x dotnet-cow
            """);
        (_variables["COW_VERSION"], _variables["COW_SOURCE"]) = ("0.1.0", "/feed with a blank");
        Run("setup.sh", 0);
        Assert.AreEqual(
            $"tool install CopyOnWrite.Tool --tool-path {Scratch("cow-tool")} --version 0.1.0 --source /feed with a blank\n",
            File.ReadAllText(Scratch("dotnet.log")));
        Assert.AreEqual(Scratch("cow-tool") + "\n", File.ReadAllText(Scratch("path")));
        Assert.HasCount(1, Place.Mounts());
    }

    [TestMethod]
    public void WithoutDotnetTheStepThatIsMissingIsNamed()
    {
        string only = Directory.CreateDirectory(Scratch("only")).FullName;
        _variables["PATH"] = only;
        Assert.Contains("::error::There is no dotnet here. Put actions/setup-dotnet before", Run("setup.sh", 1));
    }

    [TestMethod]
    public void WithoutTheToolAndASourceNothingIsInstalled()
    {
        Place.Fake("dotnet", $"[ \"$1\" != cow ] || exit 1; echo \"$*\" >> '{Scratch("dotnet.log")}'");
        Assert.Contains("::error::CopyOnWrite.Tool is not published yet.", Run("setup.sh", 1));
        Assert.IsFalse(File.Exists(Scratch("dotnet.log")));
    }

    [TestMethod]
    [DataRow("macOS", 0, "clone already")]
    [DataRow("Windows", 1, "::error::This action is for Linux. On Windows use samypr100/setup-dev-drive")]
    public void OnAnotherSystemItCreatesNothingAndSaysWhy(string system, int exitCode, string message)
    {
        _variables["RUNNER_OS"] = system;
        Assert.Contains(message, Run("setup.sh", exitCode));
        Assert.AreEqual(string.Empty, Place.Left());
    }

    [TestMethod]
    public void AVolumeThatCannotBeCreatedFailsTheStep()
    {
        Place.Fake("mkfs.xfs", "echo no space >&2; exit 1");
        Assert.Contains("no space", Run("setup.sh", 1));
        Assert.AreEqual(string.Empty, Place.Left());
        _variables["COW_FS"] = "ext4";
        Assert.Contains("::error::fs is 'ext4'", Run("setup.sh", 1));
        Assert.AreEqual(string.Empty, Place.Left());
    }

    [TestMethod]
    public void TheReportOfALogGoesToTheSummaryAndALogThatIsMissingIsAWarning()
    {
        _variables["COW_REPORT"] = Scratch("none.binlog");
        Assert.Contains("::warning::There is no log", Run("report.sh", 0));

        _variables["COW_REPORT"] = Log();
        Run("report.sh", 0);
        string summary = File.ReadAllText(Scratch("summary"));
        Assert.Contains("MSBuild's own Copy wrote 1 file.", summary);
        Assert.Contains("<details><summary>dotnet cow doctor</summary>", summary);

        // A second log of the same job, which is damaged: the report of the first is not used for it.
        File.Delete(Scratch("summary"));
        _variables["COW_REPORT"] = Scratch("bad.binlog");
        File.WriteAllText(Scratch("bad.binlog"), "no log");
        Run("report.sh", 0);
        Assert.DoesNotContain("copy.proj", File.ReadAllText(Scratch("summary")).Split("<details>")[0]);

        _variables["COW_REPORT"] = "none\n::set-env name=X::y";
        Assert.DoesNotContain("\n::set-env", Run("report.sh", 0));
    }

    [TestMethod]
    public void TheTemplateForAzureCopiesTheSourcesToTheVolumeAndUploadsTheReport()
    {
        string[] scripts = ScriptsOfTemplate();
        Place.Fake("sudo", "exec \"$@\"");    // Agents have it; this machine may not.
        string sources = _variables["GITHUB_WORKSPACE"];
        File.WriteAllText(Path.Combine(sources, "source"), "content");
        _variables["BUILD_SOURCESDIRECTORY"] = sources;
        _variables["COW_SIZE"] = string.Empty;    // The parameter's default.
        _variables["AGENT_TEMPDIRECTORY"] = Scratch(string.Empty);
        string output = Bash(["-c", scripts[0]], 0);
        Assert.Contains($"##vso[task.setvariable variable=NUGET_PACKAGES]{Place.Folder}/packages", output);
        Assert.Contains($"##vso[task.setvariable variable=sources]{Place.Folder}/sources", output);
        Assert.AreEqual("content", File.ReadAllText(Place.Folder + "/sources/source"));
        Assert.AreEqual("content", File.ReadAllText(Path.Combine(sources, "source")));
        Bash(["-c", scripts[0]], 0);
        Assert.HasCount(1, Place.Mounts());

        _variables["SOURCES"] = Place.Folder + "/sources";
        Assert.Contains("There is no log", Bash(["-c", scripts[1]], 0));
        File.Copy(Log(), Scratch("msbuild.binlog"));
        Assert.Contains($"##vso[task.uploadsummary]{Scratch("cow-report.md")}", Bash(["-c", scripts[1]], 0));
        Assert.Contains("MSBuild's own Copy wrote 1 file.", File.ReadAllText(Scratch("cow-report.md")));
    }

    private string Scratch(string name) => Place.PathOf(Path.Combine("../scratch", name));

    /// <summary>Of a build that copies a file.</summary>
    private string Log()
    {
        File.WriteAllText(
            Scratch("copy.proj"),
            """<Project><Target Name="Build"><Copy SourceFiles="copy.proj" DestinationFolder="out" /></Target></Project>""");
        DotNet.Run(Scratch(string.Empty), ["msbuild", "copy.proj", "-nologo", "-bl:built.binlog"]).ThrowIfFailed();
        return Scratch("built.binlog");
    }

    private string Run(string script, int exitCode) => Bash([Path.Combine(RepositoryRoot.Folder, "eng", "action", script)], exitCode);

    private string Bash(string[] arguments, int exitCode)
    {
        (int ended, string output) = Command.Run(Tools.Require("bash"), arguments, _variables, Scratch(string.Empty));
        Assert.AreEqual(exitCode, ended, output);
        return output;
    }

    // Literal blocks: the lines that are indented by more than their key.
    private static string[] ScriptsOfTemplate()
    {
        string text = File.ReadAllText(Path.Combine(RepositoryRoot.Folder, "docs", "guide", "pipelines", "volume-azure.yml"));
        string[] scripts = [.. Regex.Matches(text, @"^  - bash: \|\n((?:      .*\n|\n)+)", RegexOptions.Multiline)
            .Select(match => string.Join('\n', match.Groups[1].Value.Split('\n').Select(line => line.Length > 6 ? line[6..] : line)))];
        Assert.HasCount(2, scripts);
        return scripts;
    }
}
