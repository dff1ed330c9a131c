using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Tool.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests;

/// <summary>samples/at-donors-path.sh, which docs/guide/many-checkouts.md is about.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class AtDonorsPathTests : OnBtrfs
{
    private static readonly string s_script = Path.Combine(RepositoryRoot.Folder, "samples", "at-donors-path.sh");

    [TestInitialize]
    public void RequireRoot() => Tools.SkipUnless(Environment.UserName == "root", "Only root can mount everywhere.");

    [TestMethod]
    public void ACloneOfABuiltCheckoutCompilesNothingThereAlsoAfterACommitAndWritesToItselfOnly()
    {
        Repo donor = NewDonor();
        Assert.AreEqual(2, Compilations(donor.OutputOf(Build)));
        string output = donor.PathOf("App/bin/Debug/net10.0/Library.dll");
        byte[] built = File.ReadAllBytes(output);
        string clone = Cloned(donor, "clone");

        Assert.AreEqual(0, Compilations(RunAt(donor, clone, Build)), "after a clone");
        Git(clone, "commit", "-q", "--allow-empty", "-m", "another");
        Assert.AreEqual(0, Compilations(RunAt(donor, clone, Build)), "after a commit");
        File.WriteAllText(Path.Combine(clone, "Library", "Class.cs"), "public class Class { public int Number => 2; }");
        Assert.AreEqual(1, Compilations(RunAt(donor, clone, Build)), "after a change that no other project sees");

        CollectionAssert.AreEqual(built, File.ReadAllBytes(output));
        CollectionAssert.AreNotEqual(built, File.ReadAllBytes(Path.Combine(clone, "App/bin/Debug/net10.0/Library.dll")));
        Assert.AreEqual(0, Compilations(donor.OutputOf(Build)), "the donor");
        string elsewhere = Cloned(donor, "elsewhere");
        Assert.AreEqual(2, Compilations(Run(donor, elsewhere, Build, []).ThrowIfFailed().Output), "at another path");
    }

    [TestMethod]
    [DataRow("exit 32", "")]
    [DataRow("exit 0", "after the mount")]
    public void WithoutTheMountTheCommandIsNotRun(string mount, string says)
    {
        string[] folders = [.. ((string[])["donor", "clone"]).Select(name => Directory.CreateDirectory(_volume.PathOf(name)).FullName)];
        string programs = Directory.CreateDirectory(_volume.PathOf("programs")).FullName;
        File.WriteAllText(Path.Combine(programs, "mount"), $"#!/bin/sh\n{mount}\n");
        File.SetUnixFileMode(Path.Combine(programs, "mount"), (UnixFileMode)0x1ED);    // 0755
        var path = new Dictionary<string, string> { ["PATH"] = $"{programs}:{Environment.GetEnvironmentVariable("PATH")}" };

        (int exitCode, string output) = Command.Run("bash", [s_script, .. folders, "touch", "made"], path);

        Assert.AreNotEqual(0, exitCode);
        Assert.Contains(says, output);
        Assert.IsEmpty(folders.SelectMany(Directory.GetFileSystemEntries));
    }

    [TestMethod]
    public void EachCloneHasServersAndNodesOfItsOwn()
    {
        string[] paths = [.. ((string[])["donor", "one", "two"]).Select(name => Directory.CreateDirectory(_volume.PathOf(name)).FullName)];
        string[] found = [.. ((int[])[1, 1, 2]).Select(clone => Command.OutputOf("bash", s_script, paths[0], paths[clone], "env"))];
        foreach (string name in (string[])["SharedCompilationId", "MSBUILDNODEHANDSHAKESALT"])
        {
            string[] ids = [.. found.Select(output => Regex.Match(output, $"^{name}=(cow-.+)$", RegexOptions.Multiline).Groups[1].Value)];
            Assert.AreNotEqual(string.Empty, ids[0]);
            Assert.AreEqual(ids[0], ids[1]);
            Assert.AreNotEqual(ids[0], ids[2]);
        }
    }

    [TestMethod]
    public void WithoutACommandItPrintsItsUse()
    {
        (int exitCode, string output) = Command.Run("bash", [s_script, "donor", "clone"]);
        Assert.AreEqual(2, exitCode, output);
        Assert.StartsWith("at-donors-path.sh DONOR CLONE COMMAND...", output);
        Assert.IsLessThanOrEqualTo(25, File.ReadAllLines(s_script).Length);
    }

    private static string[] Build => ["build", "App/App.csproj", "-nologo", "-clp:PerformanceSummary"];

    private Repo NewDonor()
    {
        Repo repo = Repo.New(_volume);
        repo.InNewProcesses = true;
        repo.Variables["IncludeSourceRevisionInInformationalVersion"] = "false";
        repo.Variables["EnableSourceLink"] = "false";
        const string Properties = "<PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>";
        repo.Write("Library/Library.csproj", $"<Project Sdk=\"Microsoft.NET.Sdk\">{Properties}</Project>");
        repo.Write("Library/Class.cs", "public class Class { public int Number => 1; }");
        repo.Write("App/App.csproj", $"""
            <Project Sdk="Microsoft.NET.Sdk">{Properties}
              <ItemGroup><ProjectReference Include="../Library/Library.csproj" /></ItemGroup>
            </Project>
            """);
        repo.Write("App/Class.cs", "public class App { public Class Class => new(); }");
        repo.Write(".gitignore", "bin/\nobj/\n");
        Git(repo.Folder, "init", "-q");
        Git(repo.Folder, "add", ".");
        Git(repo.Folder, "commit", "-q", "-m", "first");
        return repo;
    }

    private string Cloned(Repo donor, string name)
    {
        Cow.Run(_volume.Folder, ["clone", donor.Folder, name]).Ended(0);
        return _volume.PathOf(name);
    }

    /// <summary>Without a compiler server: it would outlive the build, and keep the namespace and with it the volume mounted.</summary>
    private static string RunAt(Repo donor, string clone, string[] arguments) =>
        Run(donor, "/", [.. arguments, "-p:UseSharedCompilation=false"], ["bash", s_script, donor.Folder, clone]).ThrowIfFailed().Output;

    private static DotNetResult Run(Repo donor, string folder, string[] arguments, string[] under) =>
        DotNet.Run(folder, arguments, donor.Packages, donor.Variables, under);

    private static int Compilations(string output) =>
        Regex.Match(output, @" ms +Csc +(\d+) calls") is { Success: true } found
            ? int.Parse(found.Groups[1].Value, CultureInfo.InvariantCulture) : 0;

    private static void Git(string folder, params string[] arguments) =>
        Command.OutputOf("git", ["-C", folder, "-c", "user.name=a", "-c", "user.email=a@example.org", .. arguments]);
}
