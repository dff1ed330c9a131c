namespace CopyOnWrite.Pipelines.Tests;

/// <summary>`dotnet build` in the root builds every project.</summary>
[TestClass]
public sealed class SolutionTests
{
    // Projects that tests and the demo copy and build elsewhere.
    private static readonly string[] s_data = ["eng/Build/Writers/", "eng/newest-dotnet/"];

    /// <summary>With two solutions in the folder, MSBuild builds neither (MSB1011), so there is no .sln beside the .slnx.</summary>
    [TestMethod]
    public void TheRootHasOneSolution() => CollectionAssert.AreEqual(
        new[] { RepositoryRoot.Solution }, Directory.GetFiles(RepositoryRoot.Folder, "*.sln*").Select(Path.GetFileName).ToArray());

    [TestMethod]
    public void ItHasEveryProject()
    {
        string[] projects = [.. new[] { "eng", "src", "tests" }
            .SelectMany(folder => Directory.GetFiles(Path.Combine(RepositoryRoot.Folder, folder), "*.csproj", SearchOption.AllDirectories))
            .Select(project => Path.GetRelativePath(RepositoryRoot.Folder, project).Replace('\\', '/'))
            .Where(project => !s_data.Any(folder => project.StartsWith(folder, StringComparison.Ordinal)))];
        string[] inSolution = [.. XDocument.Load(Path.Combine(RepositoryRoot.Folder, RepositoryRoot.Solution)).Descendants("Project")
            .Select(project => project.Attribute("Path")!.Value)];
        CollectionAssert.AreEquivalent(projects, inSolution);
    }
}
