namespace CopyOnWrite.Sdk.Tests.Staging;

/// <summary>The hooks for a repository's targets and files, and the item that has what was staged.</summary>
[TestClass]
public sealed class HookTests : OnBtrfs
{
    [TestMethod]
    [DataRow("CopyArtifacts", "Artifact")]
    [DataRow("RobocopyFiles", "Robocopy")]
    public void TheTargetFollowsAndDependsOnThoseThatItsPropertiesName(string target, string item)
    {
        Repo repo = StagingRepo.New(_volume, $"""
              <PropertyGroup>
                <{target}AfterTargets>Last</{target}AfterTargets>
                <{target}DependsOn>One;Two</{target}DependsOn>
              </PropertyGroup>
              <ItemGroup><{item} Include="files" DestinationFolder="staged" /></ItemGroup>
              <Target Name="Last" AfterTargets="Build">{Write("last")}</Target>
              <Target Name="One"><RemoveDir Directories="staged" />{Write("one")}</Target>
              <Target Name="Two">{Write("two")}</Target>
            """);
        repo.Write("staged/old.txt", "of an earlier build, which a target may clean away");

        RepoBuild build = repo.BuildWithoutRestore().Succeeded().WithoutWarnings();

        Assert.AreEqual(target, build.OnlyStagingCall().Target);
        repo.AssertNames("staged", build, "a.txt", "inner/b.txt", "last", "one", "two");
    }

    [TestMethod]
    public void TargetsBeforeItMayAddItemsAndThoseBehindItFindWhatWasStaged()
    {
        Repo repo = StagingRepo.New(_volume, """
              <Target Name="AddItem" BeforeTargets="CopyArtifacts">
                <ItemGroup><Artifact Include="files" DestinationFolder="staged" FileMatch="b.*" /></ItemGroup>
              </Target>
              <Target Name="UseStaged" AfterTargets="CopyArtifacts">
                <Copy SourceFiles="staged/inner/b.txt" DestinationFolder="used" />
              </Target>
            """);

        RepoBuild build = repo.BuildWithoutRestore().Succeeded().WithoutWarnings();

        repo.AssertNames("staged", build, "inner/b.txt");
        repo.AssertNames("used", build, "b.txt");
    }

    [TestMethod]
    [DataRow("<TargetFramework>net10.0</TargetFramework>")]
    [DataRow("<TargetFrameworks>net10.0;netstandard2.0</TargetFrameworks>")]
    [DataRow("<TargetFramework>net10.0</TargetFramework>", "-p:CustomAfterDirectoryBuildTargets=")]
    [DataRow("<TargetFramework>net10.0</TargetFramework>", "-p:CustomAfterDirectoryBuildTargets=", "-p:AfterMicrosoftNETSdkTargets=")]
    [DataRow("<TargetFramework>net10.0</TargetFramework><CustomAfterDirectoryBuildTargets />")]
    public void TheFilesThatARepositoryAddsAreImportedOnceEach(string frameworks, params string[] properties)
    {
        Repo repo = Repo.WithArtifacts(_volume);
        repo.Write(
            "Directory.Build.props", $"<Project><PropertyGroup>{repo.WriteHooks()}</PropertyGroup>{ArtifactsPackage.SdkElement}</Project>");
        repo.Write("project.csproj", $"<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup>{frameworks}</PropertyGroup></Project>");

        Assert.AreEqual(string.Join(' ', StagingRepo.Hooks), repo.Property("Imported", properties));
    }

    [TestMethod]
    public void AFileThatARepositoryAddsButDoesNotHaveIsPassedOver()
    {
        Repo repo = StagingRepo.New(_volume, StagingRepo.FilesToStaged, directoryBuildTargets:
            "<PropertyGroup><CustomBeforeArtifactsTargets>none.targets</CustomBeforeArtifactsTargets></PropertyGroup>");
        RepoBuild build = repo.BuildWithoutRestore().Succeeded().WithoutWarnings();
        repo.AssertNames("staged", build, "a.txt", "inner/b.txt");
    }

    [TestMethod]
    [DataRow("ArtifactsCopiedFilesItemName", "CopyArtifacts", "Artifact")]
    [DataRow("ArtifactsCopiedFiles", "CopyArtifacts", "Artifact")]
    [DataRow("ArtifactsCopiedFilesItemName", "RobocopyFiles", "Robocopy")]
    public void TheItemThatThePropertyNamesGetsWhatWasStagedWithItsSource(string property, string target, string item)
    {
        Repo repo = StagingRepo.New(_volume, $"""
              <PropertyGroup><{property}>Staged</{property}></PropertyGroup>
              <ItemGroup><{item} Include="files" DestinationFolder="staged" /></ItemGroup>
              <Target Name="List" AfterTargets="{target}">
                <WriteLinesToFile File="list.txt" Lines="@(Staged->'%(SourceFile) > %(FullPath)')" Overwrite="true" />
              </Target>
            """);
        string[] AfterABuild()
        {
            repo.BuildWithoutRestore().Succeeded().WithoutWarnings();
            return [.. File.ReadAllLines(repo.PathOf("list.txt")).Where(line => line.Length > 0).Order(StringComparer.Ordinal)];
        }

        string[] first = AfterABuild();
        string[] expected = [.. new[] { "a.txt", "inner/b.txt" }.Select(name =>
            $"{repo.PathOf("files/" + name)} > {repo.PathOf("staged/" + name)}")];
        CollectionAssert.AreEqual(expected, first, string.Join('\n', first));

        string[] second = AfterABuild();
        Assert.IsEmpty(second, $"Nothing was staged, so nothing is listed:\n{string.Join('\n', second)}");
    }

    private static string Write(string name) => $"<WriteLinesToFile File=\"files/{name}\" Lines=\"text\" />";
}
