using CopyOnWrite.Tool.Doctor;
using CopyOnWrite.Tool.Output;
using CopyOnWrite.Tool.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests;

/// <summary>Where outputs and packages are, and what to type to move them: examined in this process.</summary>
[TestClass]
public sealed class DoctorPlacesTests : TestsOfAFolder
{
    private const string Elsewhere = "/dev/shm";

    [TestMethod]
    [DataRow("ArtifactsPath", "<UseArtifactsOutput>true</UseArtifactsOutput>")]
    [DataRow("BaseOutputPath", "")]
    public void APropertyThatPutsOutputsOnAnotherVolumeIsNamedAndNotTheRepositorysVolume(string property, string more)
    {
        Tools.SkipUnless(
            Directory.Exists(Elsewhere) && VolumeIdentity.Of(Elsewhere) != VolumeIdentity.Of(Repo.Folder), "No second volume is here.");
        string outputs = Path.Combine(Elsewhere, $"cow-{Guid.NewGuid():N}");
        Repo.WriteProject("App.csproj");
        string props = Repo.Write("Directory.Build.props", $"""
            <Project>
            <PropertyGroup>{more}
            <{property}>{outputs}</{property}>
            </PropertyGroup>
            </Project>
            """);
        Finding found = Repo.Find("outputs", reallyProbe: true);
        Assert.StartsWith(
            $"{property} puts outputs on another volume than the repository's, where they cannot be clones: {outputs}", found.Title);
        Assert.Contains("on tmpfs", found.Title);
        Assert.AreEqual($"In {props}, line 3, remove `<{property}>{outputs}</{property}>`.", found.Fix);
        Repo.Follow(found);
        Finding after = Repo.Find("outputs", reallyProbe: true);
        Assert.DoesNotContain(property, after.Title, "Whether the repository's own volume clones is another question.");
    }

    [TestMethod]
    public void TemporaryFilesInOutputFoldersAreCountedAndRemovedByTheStep()
    {
        Repo.WriteProject("App.csproj");
        string left = Repo.Write($"bin/Debug/net10.0/wwwroot/{TemporaryFiles.NameOf(1, 0)}", "x");
        string other = Repo.Write($"obj/{TemporaryFiles.NameOf(2, 0)}", "x");
        string third = Repo.Write($"bin/{TemporaryFiles.NameOf(3, 1)}", "x");
        string[] others = [Repo.Write("bin/.cow-boy.txt", "x"), Repo.Write($"bin/{ReplacedFiles.NameOf("LongNamed-App.exe", 0)}", "x")];

        Finding found = Repo.Find("leftovers");

        Assert.AreEqual((CheckStatus.Hint, "3 temporary files in output folders"), (found.Status, found.Title), found.Detail);
        Repo.Follow(found);
        Assert.IsFalse(File.Exists(left) || File.Exists(other) || File.Exists(third), found.Fix);
        Assert.IsTrue(Array.TrueForAll(others, File.Exists), found.Fix);
        Assert.IsFalse(Array.Exists(Repo.Examine(), check => check.Id == "leftovers"));
    }

    [TestMethod]
    public void TheCacheIsOfNoUseWhereTheOutputsVolumeCannotClone()
    {
        Tools.SkipUnless(Directory.Exists(Elsewhere), "No tmpfs is here.");
        Repo.WriteProject("App.csproj");
        Repo.Write("Directory.Build.props", $"""
            <Project>
              {ExaminedFolder.Registration}
              <PropertyGroup><BaseOutputPath>{Elsewhere}/cow-nothing/</BaseOutputPath></PropertyGroup>
            </Project>
            """);
        Finding cache = Repo.Find("cache", reallyProbe: true);
        Assert.AreEqual(
            (CheckStatus.Ok, "The cross-volume cache is of no use here: the volume of the outputs cannot clone"),
            (cache.Status, cache.Title));
    }

    [TestMethod]
    public void InAnotherUsersRepositoryTheCacheCannotBeUsed()
    {
        Tools.SkipUnless(Environment.UserName == "root", "Only root can give a folder away.");
        Repo.WriteProject("App.csproj");
        Repo.Write("Directory.Build.props", $"<Project>{ExaminedFolder.Registration}</Project>");
        Command.OutputOf("chown", "65534", Repo.Folder);

        Finding cache = Repo.Finds(
            "cache",
            "The cross-volume cache cannot be used: .copyonwrite-cache is not created: its parent folder belongs to another user (65534)",
            "Build as that user, or set CopyOnWriteCachePath to a folder of your own on this volume.");
        Assert.AreEqual(CheckStatus.Attention, cache.Status);
    }

    [TestMethod]
    [DataRow(false, "", CheckStatus.Ok, "Outputs are cloned on fs")]
    [DataRow(
        true, "", CheckStatus.Hint, "Outputs are copied in App within two minutes after they were written, though fs clones")]
    [DataRow(true, "<CopyOnWriteFlushSources>true</CopyOnWriteFlushSources>", CheckStatus.Ok, "Outputs are cloned on fs")]
    public void OutputsAreNotSaidToBeClonedWhereBuildsCopyThem(bool copiesRecent, string property, object status, string title)
    {
        using var repo = new ExaminedFolder { CopiesRecent = copiesRecent };
        repo.WriteProject("App.csproj", $"<PropertyGroup>{property}</PropertyGroup>");
        Finding outputs = repo.Find("outputs");
        Assert.AreEqual(((CheckStatus)status, title), (outputs.Status, outputs.Title));
    }

    [TestMethod]
    public void WithTwoSolutionsBothAreNamedAndWithoutOneTheProjectsThatNoOtherRefersTo()
    {
        string app = Repo.WriteProject("src/App/App.csproj", "<ItemGroup><ProjectReference Include=\"../Lib/Lib.csproj\" /></ItemGroup>");
        Repo.Write("App.sln", ExaminedFolder.Solution(@"src\App\App.csproj"));
        Assert.AreEqual($"Run: dotnet restore {app}", Repo.Find("projects").Fix, "One project alone.");
        File.Delete(Repo.PathOf("App.sln"));
        Repo.WriteProject("src/Lib/Lib.csproj");
        string tests = Repo.WriteProject("my tests/Tests.csproj");
        Assert.AreEqual(
            $"Run: dotnet restore {ShellText.Argument(tests)} && dotnet restore {app}", Repo.Find("projects").Fix, "No solution.");

        string one = Repo.Write("One.sln", ExaminedFolder.Solution(@"src\App\App.csproj", @"src\Lib\Lib.csproj"));
        Assert.AreEqual(
            $"Run: dotnet restore {one} && dotnet restore {ShellText.Argument(tests)}", Repo.Find("projects").Fix, "One of two.");

        string two = Repo.Write("Two.slnx", "<Solution><Project Path=\"my tests/Tests.csproj\" /></Solution>");
        Assert.AreEqual($"Run: dotnet restore {one} && dotnet restore {two}", Repo.Find("projects").Fix, "Two solutions.");
    }

    [TestMethod]
    public void ThePackageCacheGoesOutsideOfTheWorkingTree()
    {
        using var folder = VolumeUnderTest.InTemporaryFolder();
        string repository = folder.PathOf("work/repo/samples/one");
        Directory.CreateDirectory(repository);
        Directory.CreateDirectory(folder.PathOf("work/repo/.git"));
        CollectionAssert.AreEqual(
            ShellText.SetVariable("NUGET_PACKAGES", folder.PathOf("work/.nuget-packages")), PackageFolders.Choose(repository).ToArray());
    }

    [TestMethod]
    public void AVolumeThatIsMountedInAWorkingTreeIsInsideOfIt()
    {
        using var volume = VolumeUnderTest.Require("btrfs");
        string above = Path.GetDirectoryName(volume.Volume.Path!)!;
        string? made = HasWorkingTree(above) ? null : Directory.CreateDirectory(Path.Combine(above, ".git")).FullName;
        try
        {
            Directory.CreateDirectory(volume.PathOf("repo"));
            Assert.AreEqual(volume.PathOf("repo/.nuget-packages"), PackageFolders.Choose(volume.PathOf("repo")).Last().Split('\'')[1]);
        }
        finally
        {
            Array.ForEach(made is null ? [] : new[] { made }, Directory.Delete);
        }

        static bool HasWorkingTree(string? folder) =>
            folder is not null && (Path.Exists(Path.Combine(folder, ".git")) || HasWorkingTree(Path.GetDirectoryName(folder)));
    }

    [TestMethod]
    public void InsideOfTheWorkingTreeItIsKeptOutOfGit()
    {
        using var volume = VolumeUnderTest.InTemporaryFolder();
        string repository = volume.PathOf("it's/repo");
        Directory.CreateDirectory(repository);
        string[] commands = [.. PackageFolders.Inside(repository)];
        string chosen = Command.OutputOf("sh", "-c", ShellText.Line(commands, onWindows: false) + " && printf %s \"$NUGET_PACKAGES\"");
        Assert.AreEqual(Path.Combine(repository, ".nuget-packages"), chosen);
        Assert.AreEqual("*\n", File.ReadAllText(Path.Combine(chosen, ".gitignore")));
    }

    [TestMethod]
    public void AGlobalJsonThatIsNoJsonIsReportedWithoutAStackTrace()
    {
        Repo.WriteProject("App.csproj");
        Repo.Write("global.json", """{ "sdk": { "version": """);
        Finding projects = Repo.Find("projects");
        Assert.Contains("Json", projects.Detail);
        Assert.DoesNotContain("   at ", projects.Detail);
    }

    [TestMethod]
    [DataRow("", "1 project evaluated")]
    [DataRow("<ItemGroup><PackageReference Include=\"A\" Version=\"1.0.0\" /></ItemGroup>",
        "Packages are not restored in Classic, so what packages add is unknown")]
    public void AClassicProjectIsToBeRestoredIfItHasPackages(string content, string expected)
    {
        Repo.Write("Classic.csproj", $"""
            <Project ToolsVersion="15.0" xmlns="http://schemas.microsoft.com/developer/msbuild/2003">
              {content}
              <Import Project="$(MSBuildToolsPath)\Microsoft.CSharp.targets" />
            </Project>
            """);
        Assert.AreEqual(expected, Repo.Find("projects").Title);
    }

    [TestMethod]
    public void AnErrorInAnImportedFileIsNamedWithThatFile()
    {
        string project = Repo.Write("Classic.csproj", """
            <Project ToolsVersion="15.0" xmlns="http://schemas.microsoft.com/developer/msbuild/2003">
              <Import Project="build/common.targets" />
            </Project>
            """);
        string common = Repo.Write("build/common.targets", "<Project>\n\n<PropertyGroup Condition=\"'\" />\n</Project>");
        Finding projects = Repo.Find("projects");
        Assert.StartsWith($"{common}(3): MSB", projects.Detail);
        Assert.EndsWith($" (imported by {project})", projects.Detail);
    }
}
