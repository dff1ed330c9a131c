using CopyOnWrite.Tool.Doctor;

namespace CopyOnWrite.Tool.Tests;

/// <summary>Where outputs and packages are: examined in this process.</summary>
[TestClass]
public sealed class DoctorPlacesTests : TestsOfAFolder
{
    private const string Elsewhere = "/dev/shm";

    [TestMethod]
    public void OutputsOnAnotherVolumeThanTheRepositorysAreToBePutElsewhereAndNotTheRepository()
    {
        Tools.SkipUnless(
            Directory.Exists(Elsewhere) && Volume.At(Elsewhere).Identity != Volume.At(Repo.Folder).Identity, "No second volume is here.");
        string outputs = Path.Combine(Elsewhere, $"cow-{Guid.NewGuid():N}");
        Repo.WriteProject("App.csproj", $"<PropertyGroup><OutDir>{outputs}/</OutDir></PropertyGroup>");
        Finding found = Repo.Find("outputs", reallyProbe: true);
        Assert.Contains(outputs, found.Title);
        Assert.StartsWith("Put obj and the outputs on one volume that clones", found.Fix!);
        Assert.Contains("OutDir", found.Fix!);
    }

    [TestMethod]
    [OSCondition(OperatingSystems.Linux)]
    [DataRow("mkdir -m 777", "The cross-volume cache cannot be used")]
    [DataRow("ln -s /nothing", "is a symbolic link")]
    [DataRow("chown 65534 . #", "is not created: its parent folder belongs to another user (65534)", "Build as that user, or set Copy")]
    public void ACacheThatBuildsDoNotUseIsNamedWithItsFixOrThePageOfIt(string create, string named, string step = "")
    {
        Tools.SkipUnless(create[0] != 'c' || Environment.UserName == "root", "Only root can give a folder away.");
        Repo.WriteApp();
        Command.OutputOf("sh", "-c", $"cd '{Repo.Folder}' && {create} .copyonwrite-cache");
        Finding cache = Repo.Finds("cache", named, step);
        Assert.AreEqual(CheckStatus.Attention, cache.Status);
        if (step.Length == 0)
        {
            NamedPage.AssertHas(cache.Fix!, "COW1006");
        }
    }

    [TestMethod]
    [OSCondition(OperatingSystems.Linux)]
    public void TheCacheOfARepositoryWithGitIsInItsFolder()
    {
        Repo.WriteApp();
        Repo.Write(".git/HEAD", "ref: refs/heads/main");
        Finding alone = Repo.Find("cache");
        Assert.AreEqual(CheckStatus.Ok, alone.Status, alone.Title);
        Assert.StartsWith($"{Repo.PathOf(".git/copyonwrite-cache")}: does not exist yet", alone.Detail);
        Assert.HasCount(1, Directory.GetFileSystemEntries(Repo.PathOf(".git")), "Nothing is left of what was tried.");
    }

    [TestMethod]
    public void WhereNothingCanBeMadeInGitsFolderTheCacheIsInTheRepository()
    {
        Tools.SkipUnless(Environment.UserName == "root", "Only root can make a folder immutable.");
        using var repo = new ExaminedFolder(VolumeUnderTest.Require("btrfs"));
        repo.WriteApp();
        repo.Write(".git/HEAD", "ref: refs/heads/main");
        using (new Immutable(repo.PathOf(".git")))
        {
            Finding cache = repo.Find("cache");
            Assert.AreEqual(CheckStatus.Ok, cache.Status, cache.Title);
            Assert.StartsWith($"{repo.PathOf(".copyonwrite-cache")}: does not exist yet", cache.Detail);
        }
    }

    [TestMethod]
    [DataRow("false", CheckStatus.Attention, "and there is no cache, so package files are copied each time")]
    [DataRow("true", CheckStatus.Hint, "so each file is copied once into the cross-volume cache and cloned from there")]
    [DataRow("true", CheckStatus.Attention, "and there is no cache in 1 of 2 projects (Other), so package files are copied each time")]
    public void PackagesOnAnotherVolumeAreAHintWhereThereIsACache(string cache, object status, string named)
    {
        using var plain = VolumeUnderTest.Require("plain");
        using var repo = new ExaminedFolder(VolumeUnderTest.Require("btrfs"));
        repo.WriteApp($"""
            <PropertyGroup><CopyOnWriteCache>{cache}</CopyOnWriteCache></PropertyGroup>
            <PropertyGroup><NuGetPackageRoot>{plain.Folder}/</NuGetPackageRoot></PropertyGroup>
            """);
        if (named.Contains("Other", StringComparison.Ordinal))
        {
            repo.WriteProject("Other.csproj", "<UsingTask TaskName=\"Copy\" AssemblyFile=\"a.dll\" Override=\"true\" />");
        }

        Finding found = repo.Find("packages", reallyProbe: true);
        Assert.AreEqual((CheckStatus)status, found.Status, found.Title);
        Assert.StartsWith("NuGet's packages are on another volume than the outputs", found.Title);
        Assert.Contains(named, found.Title);
        Assert.StartsWith("Set NUGET_PACKAGES to a folder on the volume of the outputs", found.Fix!);
        Assert.IsTrue(File.Exists(found.Fix!.Split(' ')[^1]), found.Fix);
    }

    [TestMethod]
    public void OnAVolumeThatCannotCloneThoseThatCloneAreNamed()
    {
        using var clones = VolumeUnderTest.Require("btrfs");
        using var repo = new ExaminedFolder(VolumeUnderTest.Require("plain"));
        repo.WriteProject("App.csproj");
        Assert.AreEqual(CheckStatus.Hint, repo.Find("outputs", reallyProbe: true).Status, "No project has the package.");
        repo.WriteProject("App.csproj", "<PropertyGroup><_CopyOnWriteImported>true</_CopyOnWriteImported></PropertyGroup>");
        Finding found = repo.Find("outputs", reallyProbe: true);
        Assert.AreEqual(CheckStatus.Attention, found.Status);
        Assert.StartsWith("The volume of the outputs cannot clone: ", found.Title);
        Assert.StartsWith("Move the repository to a volume that clones, such as ", found.Fix!);
        Assert.MatchesRegex(@"such as /\S+ \((btrfs|xfs|bcachefs)\)", found.Fix!);
        Assert.IsTrue(File.Exists(found.Fix!.Split(' ')[^1].Split('#')[0]), found.Fix);

        // Of more than three volumes that clone, which other runs may have mounted as well, three are named.
        Assert.IsTrue(
            found.Fix.Contains(" more. ", StringComparison.Ordinal)
                || found.Fix.Contains($"{clones.Volume.Path} (btrfs)", StringComparison.Ordinal),
            found.Fix);
    }

    [TestMethod]
    public void TheCacheIsOfNoUseWhereTheOutputsVolumeCannotClone()
    {
        Tools.SkipUnless(Directory.Exists(Elsewhere), "No tmpfs is here.");
        Repo.WriteApp($"<PropertyGroup><BaseOutputPath>{Elsewhere}/cow-nothing/</BaseOutputPath></PropertyGroup>");
        Finding cache = Repo.Find("cache", reallyProbe: true);
        Assert.AreEqual(
            (CheckStatus.Ok, "The cross-volume cache is of no use here: the volume of the outputs cannot clone"),
            (cache.Status, cache.Title));
    }

    [TestMethod]
    [DataRow(false, "", CheckStatus.Ok, "Outputs are cloned on fs")]
    [DataRow(
        true, "", CheckStatus.Hint, "Outputs written in the last two minutes are copied, not cloned, in App, although fs can clone")]
    [DataRow(true, "<CopyOnWriteFlushSources>true</CopyOnWriteFlushSources>", CheckStatus.Ok, "Outputs are cloned on fs")]
    public void OutputsAreNotSaidToBeClonedWhereBuildsCopyThem(bool copiesRecent, string property, object status, string title)
    {
        using var repo = new ExaminedFolder { CopiesRecent = copiesRecent };
        repo.WriteProject("App.csproj", $"<PropertyGroup>{property}</PropertyGroup>");
        Finding outputs = repo.Find("outputs");
        Assert.AreEqual(((CheckStatus)status, title), (outputs.Status, outputs.Title));
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
        "Packages are not restored in Classic, so it is unknown what packages add")]
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
    [OSCondition(OperatingSystems.Linux | OperatingSystems.OSX)]
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
