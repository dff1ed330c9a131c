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
    public void WhereThereIsNoneItIsMadeAtTheRootAndElseTheNearestOfTheSolutionsProjectsGetsIt()
    {
        WriteSolution("All.slnx", "src/A/A.csproj");
        AddsTo(null, "Directory.Build.props");
        File.Delete(Path.Combine(_folder, "Directory.Build.props"));
        Write("src/Directory.Build.props", Empty);
        WriteSolution("src/Tests/Tests.slnx", "../A/A.csproj", "T/T.csproj");
        AddsTo("src/Tests/Tests.slnx", "src/Directory.Build.props");
    }

    [TestMethod]
    [DataRow("src/Directory.Build.props", Empty, "test/Directory.Build.props", Empty)]
    [DataRow("Directory.Build.props", Empty, "src/Directory.Build.props", ImportsTheNextAbove, DisplayName = "no second line")]
    public void ProjectsWithDifferentFilesGetItInEachThatImportsNoOther(string one, string its, string other, string content)
    {
        Write(one, its);
        Write(other, content);
        WriteSolution("All.slnx", "src/A/A.csproj", "src/B/B.csproj", "test/T/T.csproj");
        AddsTo(null, content == Empty ? [one, other] : [one]);
    }

    [TestMethod]
    [DataRow(true, "<Project><Sdk Name=\"CopyOnWrite.Sdk\" Version=\"1.0.0\" /></Project>")]
    [DataRow(false, "<Project><!-- Here goes <Sdk Name=\"CopyOnWrite.Sdk\" Version=\"1.0.0\" /> --></Project>", DisplayName = "a comment")]
    public void ALineInANestedFileIsFound(bool isIn, string props)
    {
        Write("src/Directory.Build.props", props);
        WriteSolution("All.slnx", "src/A/A.csproj");
        Assert.AreEqual(isIn, SdkLine.IsIn(BenchTarget.Find(_folder, null, ofCommand: false)));
    }

    [TestMethod]
    [DataRow(null)]
    [DataRow("<configuration />")]
    [DataRow("<configuration><packageSources><clear /><add key=\"own\" value=\"/own\" /></packageSources></configuration>")]
    public void ASourceComesAfterTheRepositorysOwn(string? config)
    {
        if (config is not null)
        {
            Write("nuget.config", config);
        }

        SdkLine.AddSource(_folder, "/feed");
        string text = File.ReadAllText(Directory.GetFiles(_folder, "*", new EnumerationOptions()).Single());
        Assert.Contains("<add key=\"cow-bench\" value=\"/feed\" /></packageSources></configuration>", text);
        Assert.AreEqual(config?.Contains("<clear />", StringComparison.Ordinal) ?? false, text.Contains("/own", StringComparison.Ordinal));
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

    private void AddsTo(string? target, params string[] expected)
    {
        SdkLine.Add(BenchTarget.Find(_folder, target, ofCommand: false), _folder, "1.0.0");
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
