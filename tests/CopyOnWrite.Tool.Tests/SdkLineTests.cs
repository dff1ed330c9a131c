using CopyOnWrite.Tool.Bench;

namespace CopyOnWrite.Tool.Tests;

/// <summary>Which file of a repository the bench writes the SDK's line to.</summary>
[TestClass]
public sealed class SdkLineTests : InATemporaryFolder
{
    private const string Empty = "<Project>\n</Project>\n";
    private const string ImportsTheNextAbove = "<Project><Import Project=\""
        + "$([MSBuild]::GetPathOfFileAbove('Directory.Build.props', '$(MSBuildThisFileDirectory)../'))\" /></Project>";

    private string Folder => _folder.Folder;

    [TestMethod]
    public void WhereThereIsNoneItIsMadeAtTheRoot() => AddsTo("Directory.Build.props");

    [TestMethod]
    public void EachThatImportsNoOtherGetsItAndSoDoesTheRoot()
    {
        Write("src/Directory.Build.props", Empty);
        Write("test/Directory.Build.props", ImportsTheNextAbove);
        Write("test/unit/Directory.Build.props", ImportsTheNextAbove);
        AddsTo("Directory.Build.props", "src/Directory.Build.props");
    }

    [TestMethod]
    [DataRow(null, "Directory.Build.props", "<PackageReference Include=\"CopyOnWrite.Sdk\" Version=\"1.0.0\" PrivateAssets=\"all\" />")]
    [DataRow(
        "<Project><PropertyGroup><ManagePackageVersionsCentrally>true</ManagePackageVersionsCentrally></PropertyGroup></Project>",
        "Directory.Packages.props", "<GlobalPackageReference Include=\"CopyOnWrite.Sdk\" Version=\"1.0.0\" />")]
    public void APackageReferenceGoesWhereNuGetReadsIt(string? central, string changed, string reference)
    {
        if (central is not null)
        {
            Write("Directory.Packages.props", central);
        }

        SdkLine.Add(Folder, SdkLine.Name, "1.0.0", asPackage: true);
        Assert.Contains($"<ItemGroup>{reference}</ItemGroup>", File.ReadAllText(Path.Combine(Folder, changed)));
        Assert.HasCount(1, Directory.GetFiles(Folder));
    }

    [TestMethod]
    [DataRow(true, "<Project><Sdk Name=\"CopyOnWrite.Sdk\" Version=\"1.0.0\" /></Project>")]
    [DataRow(true, "<Project Sdk=\"Microsoft.NET.Sdk;CopyOnWrite.Sdk/1.0.0\" />")]
    [DataRow(false, "<Project Sdk=\"Microsoft.NET.Sdk\" />")]
    [DataRow(false, "<Project><!-- CopyOnWrite.Sdk\ngoes here --></Project>")]
    public void ALineInANestedFileIsFound(bool isIn, string props)
    {
        Write("src/Directory.Build.props", props);
        Assert.AreEqual(isIn, SdkLine.IsIn(Folder));
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

        SdkLine.AddSource(Folder, "/feed");
        string text = File.ReadAllText(Directory.GetFiles(Folder, "*", new EnumerationOptions()).Single());
        Assert.Contains("<add key=\"cow-bench\" value=\"/feed\" /></packageSources></configuration>", text);
        Assert.AreEqual(config?.Contains("<clear />", StringComparison.Ordinal) ?? false, text.Contains("/own", StringComparison.Ordinal));
    }

    private void AddsTo(params string[] expected)
    {
        SdkLine.Add(Folder, SdkLine.Name, "1.0.0", asPackage: false);
        string[] changed = [.. Directory.EnumerateFiles(Folder, "*.props", SearchOption.AllDirectories)
            .Where(file => File.ReadAllText(file).Contains("<Sdk Name=\"CopyOnWrite.Sdk\" Version=\"1.0.0\" />", StringComparison.Ordinal))
            .Select(file => Path.GetRelativePath(Folder, file).Replace('\\', '/'))
            .Order(StringComparer.Ordinal)];
        CollectionAssert.AreEqual(expected, changed);
    }

    private void Write(string path, string text) => TextFile.Write(_folder.PathOf(path), text);
}
