using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Tests;

/// <summary>The doctor works out by rules which Copy wins; the log of one build of all these projects says which one did.</summary>
[TestClass]
public sealed class WinningCopyTests : OnBtrfs
{
    private const string InProps = "Directory.Build.props";

    // Where the SDK's line is, the project's own registration, and whether the SDK's Copy wins.
    private static readonly Dictionary<string, (string? Line, string Own, bool IsOurs)> s_projects = new()
    {
        ["SdkInProps"] = (InProps, string.Empty, true),
        ["NoSdk"] = (null, string.Empty, false),
        ["SdkThenItsOwn"] = (InProps, Register("Copy", string.Empty), true),
        ["ItsOwnWithOverride"] = (InProps, Register("Copy", "Override=\"true\""), false),
        ["ItsOwnForAnotherProject"] = (
            InProps, Register("Copy", "Condition=\"'$(MSBuildProjectName)' == 'another'\" Override=\"true\""), true),
        ["ItsOwnByItsFullName"] = (InProps, Register("Microsoft.Build.Tasks.Copy", string.Empty), true),
        ["SdkInTargetsAfterItsOwn"] = ("Directory.Build.targets", Register("Copy", string.Empty), false),
        ["AsAPackageReference"] = (
            null, $"<ItemGroup><PackageReference Include=\"{SdkPackage.Id}\" Version=\"{SdkPackage.Version}\" /></ItemGroup>", true),
    };

    [TestMethod]
    public void TheDoctorSaysWhatTheBuildUsed()
    {
        Repo repo = Repo.New(_volume, withSdk: false);
        foreach ((string name, (string? line, string own, _)) in s_projects)
        {
            repo.Write($"{name}/source.txt", "x");
            repo.Write($"{name}/{name}.csproj", $"""
                <Project Sdk="Microsoft.NET.Sdk">
                  <PropertyGroup>{CopyOnlyRepo.OneFramework}</PropertyGroup>
                  {own}
                  {CopyOnlyRepo.OnlyCopy}
                </Project>
                """);
            if (line is not null)
            {
                repo.Write($"{name}/{line}", $"<Project>{SdkPackage.SdkElement}</Project>");
            }
        }

        repo.Write("all.proj", """
            <Project>
              <ItemGroup><All Include="*/*.csproj" /></ItemGroup>
              <Target Name="Restore"><MSBuild Projects="@(All)" Targets="Restore" /></Target>
              <Target Name="OnlyCopy"><MSBuild Projects="@(All)" Targets="OnlyCopy" /></Target>
            </Project>
            """);
        RepoBuild build = repo.Build("msbuild", "all.proj", "-restore", "-t:OnlyCopy").Succeeded();

        Dictionary<string, bool> used = build.Log.CopyCalls.Where(call => call.Target == "OnlyCopy").ToDictionary(
            call => Path.GetFileNameWithoutExtension(call.Project), call => Path.GetFileName(call.TaskAssembly) == SdkPackage.TaskAssembly);
        Dictionary<string, bool> said = Repository.Open(repo.Folder, default).Projects
            .ToDictionary(project => project.Name, project => project.Copy.IsOurs);
        foreach ((string name, (_, _, bool isOurs)) in s_projects)
        {
            Assert.AreEqual((isOurs, isOurs), (used[name], said[name]), $"{name}: used by the build, and said by the doctor");
        }
    }

    private static string Register(string task, string attributes) =>
        $"<UsingTask TaskName=\"{task}\" AssemblyFile=\"$(MSBuildToolsPath)/Microsoft.Build.Tasks.Core.dll\" {attributes} />";
}
