namespace CopyOnWrite.Sdk.Tests.Staging;

/// <summary>A multithreaded build, whose working directory belongs to no project.</summary>
[TestClass]
public sealed class MultithreadedStagingTests : OnBtrfs
{
    private const int Projects = 6;

    [TestMethod]
    public void TheTaskRunsInTheProcessAndRelativePathsBeginAtItsProject()
    {
        Repo repo = Repo.WithArtifacts(_volume);
        repo.Write("all.proj", $"""
            <Project DefaultTargets="Build">
              <ItemGroup><P Include="{string.Join(';', Enumerable.Range(0, Projects).Select(i => $"{i}/p.proj"))}" /></ItemGroup>
              <UsingTask TaskName="Elsewhere" TaskFactory="RoslynCodeTaskFactory" AssemblyFile="$(MSBuildToolsPath)/Microsoft.Build.Tasks.Core.dll">
                <Task><Code Type="Fragment" Language="cs">Log.LogMessage("elsewhere");</Code></Task>
              </UsingTask>
              <Target Name="Build"><Elsewhere /><MSBuild Projects="@(P)" BuildInParallel="true" /></Target>
            </Project>
            """);
        foreach (int i in Enumerable.Range(0, Projects))
        {
            repo.Write($"{i}/p.proj", """
                <Project DefaultTargets="Build">
                  <Import Project="../Directory.Build.props" />
                  <ItemGroup><Artifact Include="files" DestinationFolder="staged; ./again" /></ItemGroup>
                  <Target Name="Build" />
                </Project>
                """);
            repo.Write($"{i}/files/{i}.txt", $"of {i}");
        }

        string output = repo.OutputOf("build", "all.proj", "-mt", "-m:4", "-v:detailed", "-nologo");

        Assert.Contains("Using \"CopyOnWrite.Artifacts.CopyOnWriteStaging\" task from assembly", output);
        Assert.Contains(
            "Launching task \"Elsewhere\"", output, "A task without the mark goes to another process; if not, this test cannot fail.");
        Assert.DoesNotContain("Launching task \"CopyOnWrite.Artifacts.CopyOnWriteStaging\"", output);
        Assert.DoesNotContain("Launching task \"CopyOnWriteStaging\"", output);
        foreach (int i in Enumerable.Range(0, Projects))
        {
            repo.AssertSame($"{i}/files", $"{i}/staged");
            repo.AssertSame($"{i}/files", $"{i}/again");
        }
    }
}
