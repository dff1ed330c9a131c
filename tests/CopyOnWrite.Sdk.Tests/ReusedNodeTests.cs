namespace CopyOnWrite.Sdk.Tests;

/// <summary>
/// A repository's own task, which a reused MSBuild node has loaded, is built again. On Windows the file is in use then:
/// CopyOnWrite.Tests/Windows/FileInUseTests has the errors, CopyOnWrite.Windows.Tests/FileInUseOnWindowsTests a running program.
/// </summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class ReusedNodeTests
{
    private const string Project = """
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>
          <ItemGroup>
            <Reference Include="$(MSBuildToolsPath)/Microsoft.Build.Framework.dll;$(MSBuildToolsPath)/Microsoft.Build.Utilities.Core.dll"
              Private="false" />
          </ItemGroup>
          <UsingTask TaskName="Answer" AssemblyFile="$(OutDir)$(TargetFileName)" />
          <Target Name="Ask" AfterTargets="Build"><Answer /></Target>
        </Project>
        """;

    // MSBuild ends a node after a build while other builds have nodes of their own (GetNodeReuseThreshold).
    private const int MostAttempts = 10;

    [TestMethod]
    [DoNotParallelize]
    [DataRow("btrfs")]
    [DataRow("plain")]
    public void ATaskThatANodeHasLoadedIsReplacedAndTheNodeKeepsItsOwn(string volumeName)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require(volumeName);
        Infrastructure.TestRun.Servers.Dispose(); // Idle ones count as other builds' nodes; the next build starts one again.
        using var nodes = new ReusedNodes();
        Repo repo = Repo.New(volume);
        repo.InNewProcesses = true;
        repo.Variables["MSBUILDNOINPROCNODE"] = "1"; // Otherwise the first project is built by the process of `dotnet build`.
        foreach ((string name, string? value) in nodes.Variables)
        {
            repo.Variables[name] = value;
        }

        repo.Write("Tasks.csproj", Project);
        int built = 1;
        int answer = Answer(repo, built);
        while (answer == built && built <= MostAttempts)
        {
            answer = Answer(repo, ++built);
            CollectionAssert.AreEqual(Built(repo, "obj"), Built(repo, "bin"), "The new file is in place.");
        }

        Assert.AreEqual(built - 1, answer, "The node goes on with what it has loaded.");
        nodes.Dispose();
        Assert.AreEqual(built, Answer(repo, built), "A new node has the new one.");
        Assert.IsEmpty(Directory.GetFiles(repo.PathOf("bin/Debug/net10.0"), ".cow-*"));
    }

    private static byte[] Built(Repo repo, string folder) => File.ReadAllBytes(repo.PathOf($"{folder}/Debug/net10.0/Tasks.dll"));

    private static int Answer(Repo repo, int version)
    {
        repo.Write("Answer.cs", $$"""
            public class Answer : Microsoft.Build.Utilities.Task
            {
                public override bool Execute()
                {
                    Log.LogMessage(Microsoft.Build.Framework.MessageImportance.High, "The task answers: version {{version}}.");
                    return true;
                }
            }
            """);
        RepoBuild build = repo.Build("build").Succeeded().WithoutWarnings().WithOurCopy();
        string answer = Regex.Match(build.Result.Output, @"The task answers: version (\d+)\.").Groups[1].Value;
        return int.Parse(answer, CultureInfo.InvariantCulture);
    }
}
