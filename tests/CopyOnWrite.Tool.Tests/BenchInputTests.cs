using System;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using CopyOnWrite.Testing;
using CopyOnWrite.Tool.Bench;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What the bench is asked for, checked before anything is copied.</summary>
[TestClass]
public sealed class BenchInputTests
{
    private readonly VolumeUnderTest _folder = VolumeUnderTest.InTemporaryFolder();

    [TestCleanup]
    public void Delete() => _folder.Dispose();

    [TestMethod]
    [DataRow("App.slnx")]
    [DataRow("App.sln", "App.csproj")]
    [DataRow("App.csproj")]
    public void WhatDotNetBuildFindsIsLeftToIt(params string[] files)
    {
        Write(files);
        Assert.IsNull(BenchTarget.Check(_folder.Folder, null));
    }

    [TestMethod]
    [DataRow("App.sln and Other.slnx", "App.sln", "Other.slnx")]
    [DataRow("App.sln and Lib.csproj", "App.sln", "Lib.csproj")]
    [DataRow("App.csproj and Lib.csproj", "App.csproj", "Lib.csproj")]
    public void WhatDotNetBuildCannotChooseFromIsNamed(string named, params string[] files)
    {
        Write(files);
        string refused = Refused(null);
        Assert.StartsWith($"The repository's root has {named}, so `dotnet build` fails there (MSB1011). ", refused);
        Assert.IsNotNull(BenchTarget.Check(_folder.Folder, files[0]));
    }

    [TestMethod]
    public void WithoutAnythingToBuildItSaysWhereItIs()
    {
        Assert.AreEqual(
            "The repository's root has no solution and no project, so `dotnet build` fails there (MSB1003). "
            + "No solution or project was found in it.",
            Refused(null));
        Write("src/App/App.csproj", "src/All.slnx");
        Assert.EndsWith("Name what to build with --project: src/All.slnx, src/App/App.csproj.", Refused(null));
        Assert.AreEqual("src", BenchTarget.Check(_folder.Folder, "src"));
    }

    [TestMethod]
    public void AProjectElsewhereAndOneThatIsMissingAreRefused()
    {
        Write("src/App/App.csproj");
        Assert.StartsWith("--project ../other.csproj is outside of the repository. Name what to build", Refused("../other.csproj"));
        Assert.StartsWith("--project App.csproj does not exist in the repository. ", Refused("App.csproj"));
    }

    [TestMethod]
    [DataRow("All.slnx", """<Solution><Project Path="src/App/App.csproj" /><Project Path="src\Gone\Gone.csproj" /></Solution>""")]
    [DataRow("All.sln", """Project("{FAE04EC0}") = "Gone", "src\Gone\Gone.csproj", "{1}" EndProject""")]
    public void ASolutionWithAProjectThatIsGoneIsRefused(string solution, string content)
    {
        Tools.SkipUnless(!OperatingSystem.IsWindows(), "Paths of Unix.");
        Write("src/App/App.csproj");
        File.WriteAllText(_folder.PathOf(solution), content);
        Assert.StartsWith($"{solution} has a project that does not exist: src/Gone/Gone.csproj.", Refused(null));
    }

    [TestMethod]
    public void AnotherCommandMayNeedNoProject()
    {
        Assert.IsNull(BenchTarget.Find(_folder.Folder, null));
        Write("App.csproj");
        Assert.AreEqual("App.csproj", BenchTarget.Find(_folder.Folder, null));
        Write("Lib.csproj");
        Assert.IsNull(BenchTarget.Find(_folder.Folder, null));
        Assert.ThrowsExactly<BadInputException>(() => BenchTarget.Find(_folder.Folder, "Gone.csproj"));
    }

    [TestMethod]
    public void TheFileThatChangesIsOneOfTheProjectThatMostOthersReferTo()
    {
        WriteProject("app/App.csproj", "../middle/Middle.csproj");
        WriteProject("middle/Middle.csproj", @"..\core\Core.csproj");
        WriteProject("core/Core.csproj");
        WriteProject("tests/Tests.csproj", "../app/App.csproj");
        Write("app/A.cs", "middle/B.cs", "core/C.cs", "core/obj/Generated.cs", "tests/T.cs");
        Assert.AreEqual(Path.Combine("core", "C.cs"), ChangedFile.Choose(_folder.Folder, null, null).Path);
        Assert.AreEqual(Path.Combine("tests", "T.cs"), ChangedFile.Choose(_folder.Folder, null, "tests/T.cs").Path);
        WriteProject("lone/Lone.csproj");
        Write("lone/L.cs");
        Assert.AreEqual(Path.Combine("lone", "L.cs"), ChangedFile.Choose(_folder.Folder, "lone/Lone.csproj", null).Path);
    }

    [TestMethod]
    [DataRow("readme.md", "must be a source file")]
    [DataRow("gone.cs", "is not a file of the repository")]
    [DataRow("../a.cs", "is not a file of the repository")]
    [DataRow(null, "No source file of C#, F# or Visual Basic was found")]
    public void AFileThatCannotBeChangedIsRefused(string? named, string expected)
    {
        Write("readme.md");
        BadInputException refused = Assert.ThrowsExactly<BadInputException>(() => ChangedFile.Choose(_folder.Folder, null, named));
        Assert.Contains(expected, refused.Message);
    }

    [TestMethod]
    public void TheChangeIsTheSameInEachRound()
    {
        Write("App.csproj", "a.cs");
        byte[] original = File.ReadAllBytes(_folder.PathOf("a.cs"));
        var changed = ChangedFile.Choose(_folder.Folder, null, null);
        changed.Change(_folder.Folder, original);
        string once = File.ReadAllText(_folder.PathOf("a.cs"));
        changed.Change(_folder.Folder, original);
        Assert.AreEqual(once, File.ReadAllText(_folder.PathOf("a.cs")));
        Assert.EndsWith("\n// dotnet cow bench\n", once);
    }

    [TestMethod]
    [DataRow("no-op", "clean no-op", "BuiltIn BuiltInAgain Sdk")]
    [DataRow("all", "clean no-op one-file", "BuiltIn BuiltInAgain Sdk SdkColdCache")]
    [DataRow("one-file, cold-cache", "clean one-file", "BuiltIn BuiltInAgain Sdk SdkColdCache")]
    [DataRow("clean,warm-cache", "clean", "BuiltIn BuiltInAgain Sdk")]
    public void ScenariosAreOneOption(string given, string scenarios, string arms)
    {
        Write("App.csproj", "a.cs");
        BenchOptions options = Read("--scenario", given);
        Assert.AreEqual(scenarios, string.Join(' ', options.Scenarios.Order().Select(Scenarios.OptionOf)));
        Assert.AreEqual(arms, string.Join(' ', options.Arms));
        Assert.AreEqual(scenarios.Contains("one-file", StringComparison.Ordinal), options.Changed is not null);
    }

    [TestMethod]
    public void NoOpIsAScenarioToo()
    {
        Write("App.csproj");
        CollectionAssert.AreEquivalent(new[] { Scenario.Clean, Scenario.NoOp }, Read("--no-op").Scenarios.ToArray());
        CollectionAssert.AreEquivalent(new[] { Scenario.Clean }, Read().Scenarios.ToArray());
    }

    [TestMethod]
    public async Task AnSdkThatIsNotInstalledIsNamedInOneSentence()
    {
        Write("App.csproj");
        File.WriteAllText(_folder.PathOf("global.json"), """{ "sdk": { "version": "1.2.345", "rollForward": "disable" } }""");
        using var run = new BenchRun(Read());
        BadInputException refused = await Assert.ThrowsExactlyAsync<BadInputException>(() => run.MeasureAsync(default));
        Assert.StartsWith($"{_folder.PathOf("global.json")} requires .NET SDK 1.2.345, which is not installed. ", refused.Message);
    }

    private BenchOptions Read(params string[] more)
    {
        var arguments = new BenchArguments();
        var command = new System.CommandLine.Command("bench", "test");
        arguments.AddTo(command);
        return arguments.Read(command.Parse([_folder.Folder, .. more]));
    }

    private string Refused(string? project) =>
        Assert.ThrowsExactly<BadInputException>(() => BenchTarget.Check(_folder.Folder, project)).Message;

    private void WriteProject(string path, params string[] references)
    {
        Write(path);
        File.WriteAllText(
            _folder.PathOf(path),
            "<Project><ItemGroup>"
            + $"{string.Concat(references.Select(one => $"<ProjectReference Include=\"{one}\" />"))}</ItemGroup></Project>");
    }

    private void Write(params string[] files)
    {
        foreach (string file in files)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(_folder.PathOf(file))!);
            File.WriteAllText(_folder.PathOf(file), string.Empty);
        }
    }
}
