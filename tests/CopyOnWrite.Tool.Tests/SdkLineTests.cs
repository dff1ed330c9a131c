using CopyOnWrite.Tool.Bench;

namespace CopyOnWrite.Tool.Tests;

/// <summary>Which file of a repository the bench writes the SDK's line to.</summary>
[TestClass]
public sealed class SdkLineTests : IDisposable
{
    private const string Empty = "<Project>\n</Project>\n";
    private const string ImportsTheNextAbove = "<Project><Import Project=\""
        + "$([MSBuild]::GetPathOfFileAbove('Directory.Build.props', '$(MSBuildThisFileDirectory)../'))\" /></Project>";

    private readonly string _folder = Directory.CreateTempSubdirectory("cow-sdk-line-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [TestMethod]
    public async Task WhereThereIsNoneItIsMadeAtTheRoot()
    {
        WriteSolution("All.slnx", "src/A/A.csproj");
        await AddsToAsync(null, "Directory.Build.props");
    }

    [TestMethod]
    public async Task TheNearestFileOfTheSolutionsProjectsGetsIt()
    {
        Write("src/Directory.Build.props", Empty);
        WriteSolution("src/Tests/Tests.slnx", "../A/A.csproj", "T/T.csproj");
        await AddsToAsync("src/Tests/Tests.slnx", "src/Directory.Build.props");
    }

    [TestMethod]
    public async Task ProjectsWithDifferentFilesGetItInEach()
    {
        Write("src/Directory.Build.props", Empty);
        Write("test/Directory.Build.props", Empty);
        WriteSolution("All.slnx", "src/A/A.csproj", "src/B/B.csproj", "test/T/T.csproj");
        await AddsToAsync(null, "src/Directory.Build.props", "test/Directory.Build.props");
    }

    [TestMethod]
    public async Task AFileThatImportsTheOneAboveGetsNoSecondLine()
    {
        Write("Directory.Build.props", Empty);
        Write("src/Directory.Build.props", ImportsTheNextAbove);
        WriteSolution("All.slnx", "src/A/A.csproj", "test/T/T.csproj");
        await AddsToAsync(null, "Directory.Build.props");
    }

    [TestMethod]
    public void ALineInANestedFileIsFound()
    {
        Write("src/Directory.Build.props", "<Project><Sdk Name=\"CopyOnWrite.Sdk\" Version=\"1.0.0\" /></Project>");
        WriteSolution("All.slnx", "src/A/A.csproj");
        Assert.IsTrue(SdkLine.IsIn(BenchTarget.Find(_folder, null, ofCommand: false)));
    }

    private void WriteSolution(string path, params string[] projects)
    {
        Write(path, $"<Solution>{string.Concat(projects.Select(project => $"<Project Path=\"{project}\" />"))}</Solution>");
        foreach (string project in projects)
        {
            Write(
                Path.Combine(Path.GetDirectoryName(path)!, project),
                """<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>""");
        }
    }

    private async Task AddsToAsync(string? target, params string[] expected)
    {
        await SdkLine.AddAsync(BenchTarget.Find(_folder, target, ofCommand: false), _folder, "1.0.0", CancellationToken.None);
        string[] changed = [.. Directory.EnumerateFiles(_folder, "*.props", SearchOption.AllDirectories)
            .Where(file => File.ReadAllText(file).Contains("<Sdk Name=\"CopyOnWrite.Sdk\" Version=\"1.0.0\" />", StringComparison.Ordinal))
            .Select(file => Path.GetRelativePath(_folder, file).Replace('\\', '/'))
            .Order(StringComparer.Ordinal)];
        CollectionAssert.AreEqual(expected, changed);
    }

    private void Write(string path, string text)
    {
        string file = Path.Combine(_folder, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, text);
    }
}
