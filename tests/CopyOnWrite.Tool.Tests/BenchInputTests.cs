using CopyOnWrite.Tool.Bench;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What the bench is asked for, checked before anything is copied.</summary>
[TestClass]
public sealed class BenchInputTests
{
    private readonly VolumeUnderTest _folder = VolumeUnderTest.InTemporaryFolder();

    [TestCleanup]
    public void Delete() => _folder.Dispose();

    [TestMethod]
    [DataRow("App.slnx", "App.slnx")]
    [DataRow("App.sln", "App.sln", "App.csproj")]
    [DataRow("App.csproj", "App.csproj")]
    [DataRow(null, "App.sln", "Other.slnx")]
    [DataRow(null, "App.csproj", "Lib.csproj")]
    [DataRow(null)]
    public void WhatDotNetBuildFindsIsLeftToItAndIsNamedForAnotherCommand(string? found, params string[] files)
    {
        Write(files);
        Assert.IsNull(Find(null).Project);
        Assert.AreEqual(found, Find(null, ofCommand: true).Project);
        Assert.IsTrue(files.Length == 0 || Find(files[0]).Project == files[0]);
    }

    [TestMethod]
    public void OfAnotherCommandABrokenProjectIsUnknown()
    {
        File.WriteAllText(_folder.PathOf("Broken.csproj"), string.Empty);
        Assert.IsEmpty(Find(null, ofCommand: true).Projects);
        Assert.Contains("Broken.csproj cannot be evaluated: ", Refused(null));
    }

    [TestMethod]
    [DataRow("../other.csproj", "--project ../other.csproj does not exist in the repository.")]
    [DataRow("App.csproj", "--project App.csproj does not exist in the repository.")]
    [DataRow("Empty.csproj", "Empty.csproj cannot be evaluated: ")]
    [DataRow("All.slnx", "Gone.csproj")]
    public void AProjectThatIsMissingElsewhereOrBrokenIsRefused(string project, string message)
    {
        File.WriteAllText(_folder.PathOf("Empty.csproj"), string.Empty);
        File.WriteAllText(_folder.PathOf("All.slnx"), """<Solution><Project Path="src\Gone\Gone.csproj" /></Solution>""");
        Assert.Contains(message, Refused(project));
    }

    [TestMethod]
    public void TheFileThatChangesIsOneOfTheProjectThatMostOthersReferTo()
    {
        WriteProject("app/App.csproj", "../middle/Middle.csproj");
        WriteProject("middle/Middle.csproj", @"..\core\Core.csproj");
        WriteProject("core/Core.csproj");
        WriteProject("tests/Tests.csproj", "../app/App.csproj");
        Write("app/A.cs", "middle/B.cs", "core/C.cs", "core/obj/Generated.cs", "tests/T.cs");
        BenchTarget target = Find("tests/Tests.csproj");
        Assert.AreEqual(Path.Combine("core", "C.cs"), ChangedFile.Choose(target, null).File);
        Assert.AreEqual(Path.Combine("tests", "T.cs"), ChangedFile.Choose(target, "tests/T.cs").File);
        WriteProject("lone/Lone.csproj");
        Write("lone/L.cs");
        Assert.AreEqual(Path.Combine("lone", "L.cs"), ChangedFile.Choose(Find("lone/Lone.csproj"), null).File);
    }

    [TestMethod]
    [DataRow("readme.md", "must be a source file")]
    [DataRow("gone.cs", "is not a file of the repository")]
    [DataRow("../a.cs", "is not a file of the repository")]
    [DataRow("obj/other.cs", "is compiled by none of the projects")]
    [DataRow(null, "No source file of C#, F# or Visual Basic was found")]
    public void AFileThatCannotBeChangedIsRefused(string? named, string expected)
    {
        Write("App.csproj", "readme.md", "obj/other.cs", "a.txt");
        CommandFailedException refused = Assert.ThrowsExactly<CommandFailedException>(() => ChangedFile.Choose(Find(null), named));
        Assert.Contains(expected, refused.Message);
    }

    [TestMethod]
    public void TheChangeIsTheSameInEachRound()
    {
        Write("App.csproj", "a.cs");
        byte[] original = File.ReadAllBytes(_folder.PathOf("a.cs"));
        var changed = ChangedFile.Choose(Find(null), null);
        changed.Change(_folder.Folder, original);
        string once = File.ReadAllText(_folder.PathOf("a.cs"));
        changed.Change(_folder.Folder, original);
        Assert.AreEqual(once, File.ReadAllText(_folder.PathOf("a.cs")));
        Assert.EndsWith("\n// dotnet cow bench\n", once);
    }

    [TestMethod]
    [DataRow("Clean", "BuiltIn BuiltInAgain Sdk")]
    [DataRow("Clean NoOp", "BuiltIn Sdk", "--scenario", "no-op", "--arm", "sdk", "--arm", "built-in")]
    [DataRow("Clean NoOp OneFile", "BuiltIn BuiltInAgain Sdk", "--scenario", "no-op", "--scenario", "one-file")]
    public void ScenariosAndArmsAreThoseNamed(string scenarios, string arms, params string[] given)
    {
        Write("App.csproj", "a.cs");
        BenchOptions options = Read(given);
        Assert.AreEqual(scenarios, string.Join(' ', options.Scenarios.Order()));
        Assert.AreEqual(arms, string.Join(' ', options.Arms));
        Assert.AreEqual(scenarios.Contains("OneFile", StringComparison.Ordinal), options.Changed is not null);
    }

    [TestMethod]
    public async Task AnSdkThatIsNotInstalledIsNamedInOneSentence()
    {
        Write("App.csproj");
        File.WriteAllText(_folder.PathOf("global.json"), """{ "sdk": { "version": "1.2.345", "rollForward": "disable" } }""");
        CommandFailedException refused = await Assert.ThrowsExactlyAsync<CommandFailedException>(async () =>
        {
            using var run = new BenchRun(Read());
            await run.MeasureAsync(default);
        });
        Assert.StartsWith($"No installed .NET SDK can build {_folder.Folder}. ", refused.Message);
    }

    private BenchOptions Read(params string[] more) => new(BenchCommand.New().Parse([_folder.Folder, .. more]));

    private BenchTarget Find(string? project, bool ofCommand = false) => BenchTarget.Find(_folder.Folder, project, ofCommand);

    private string Refused(string? project) => Assert.ThrowsExactly<CommandFailedException>(() => Find(project)).Message;

    private void WriteProject(string path, params string[] references)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(_folder.PathOf(path))!);
        File.WriteAllText(
            _folder.PathOf(path),
            "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup><ItemGroup>"
            + $"{string.Concat(references.Select(one => $"<ProjectReference Include=\"{one}\" />"))}</ItemGroup></Project>");
    }

    private void Write(params string[] files)
    {
        foreach (string file in files)
        {
            if (file.EndsWith("proj", StringComparison.Ordinal))
            {
                WriteProject(file);
                continue;
            }

            Directory.CreateDirectory(Path.GetDirectoryName(_folder.PathOf(file))!);
            File.WriteAllText(_folder.PathOf(file), Path.GetExtension(file) switch
            {
                ".slnx" => "<Solution />",
                ".sln" => "Microsoft Visual Studio Solution File, Format Version 12.00\n",
                _ => string.Empty,
            });
        }
    }
}
