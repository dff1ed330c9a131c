namespace CopyOnWrite.Sdk.Tests;

/// <summary>
/// A repository's own task, which a reused MSBuild node has loaded, is built again. On Windows the file is in use then:
/// CopyOnWrite.Tests/Windows/FileInUseTests has the errors, CopyOnWrite.Windows.Tests/FileInUseOnWindowsTests a running program.
/// </summary>
[TestClass]
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

    [TestMethod]
    [DataRow("btrfs")]
    [DataRow("plain")]
    public void ATaskThatANodeHasLoadedIsReplacedAndTheNodeKeepsItsOwn(string volumeName)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require(volumeName);
        using var nodes = new ReusedNodes();
        Repo repo = Repo.New(volume);
        repo.Variables["MSBUILDNOINPROCNODE"] = "1"; // Otherwise the first project is built by the process of `dotnet build`.
        foreach ((string name, string? value) in nodes.Variables)
        {
            repo.Variables[name] = value;
        }

        repo.Write("Tasks.csproj", Project);
        string output = repo.PathOf("bin/Debug/net10.0");
        Assert.AreEqual("version 1", Answer(repo, version: 1));
        int node = nodes.Ids().Single(id => Loaded(id).Length > 0);
        byte[] first = File.ReadAllBytes(Path.Combine(output, "Tasks.dll"));

        Assert.AreEqual("version 1", Answer(repo, version: 2), "The node goes on with what it has loaded.");

        Assert.AreEqual(node, nodes.Ids().Single(id => Loaded(id).Length > 0), "Both builds were done by one node.");
        Assert.EndsWith(" (deleted)", Loaded(node)[0], "Its file has no name any more: it was replaced and not written.");
        byte[] second = File.ReadAllBytes(Path.Combine(output, "Tasks.dll"));
        CollectionAssert.AreNotEqual(first, second);
        CollectionAssert.AreEqual(File.ReadAllBytes(repo.PathOf("obj/Debug/net10.0/Tasks.dll")), second);

        nodes.Dispose();
        Assert.AreEqual("version 2", Answer(repo, version: 2));
        Assert.IsEmpty(Directory.GetFiles(output, ".cow-*"));
    }

    private static string Answer(Repo repo, int version)
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
        return Regex.Match(build.Result.Output, @"The task answers: (version \d)\.").Groups[1].Value;
    }

    /// <summary>The task assembly's mappings in that process.</summary>
    private static string[] Loaded(int process) =>
        [.. File.ReadLines($"/proc/{process}/maps").Where(line => line.Contains("/bin/Debug/net10.0/Tasks.dll", StringComparison.Ordinal))];
}
