using System.Text.Json.Nodes;
using CopyOnWrite.Tool.Tests.Infrastructure;

namespace CopyOnWrite.Windows.Tests.Infrastructure;

/// <summary>A repository of one library on a drive, for the doctor to look at.</summary>
internal sealed class WindowsDoctorRepo
{
    private readonly WindowsDrive _drive;

    private WindowsDoctorRepo(WindowsDrive drive, string packages)
    {
        _drive = drive;
        Variables["NUGET_PACKAGES"] = packages;
    }

    /// <summary>The path on this system.</summary>
    internal string Folder => Path.Combine(_drive.Folder, "letters");

    private Dictionary<string, string> Variables { get; } = new(WindowsRepo.Variables);

    /// <param name="packages">The package cache, as Windows names it; on the repository's drive when left out.</param>
    internal static WindowsDoctorRepo New(WindowsDrive drive, string props = "", string? packages = null)
    {
        var repo = new WindowsDoctorRepo(drive, packages ?? $@"{drive.Letter}:\packages");
        BenchVolumes.Delete(repo.Folder);
        repo.Write("NuGet.config", $"""
            <configuration>
              <packageSources><clear /><add key="under-test" value="{Wine.PathOf(SdkPackage.Feed)}" /></packageSources>
            </configuration>
            """);
        repo.Write("Directory.Build.props", $"<Project>\n{SdkPackage.SdkElement}\n{props}\n</Project>\n");
        repo.Write("Directory.Build.targets", "<Project />");
        repo.Write("Directory.Packages.props", "<Project />");
        repo.Write("Letters.csproj", $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup><TargetFramework>net10.0</TargetFramework><EnableSourceLink>false</EnableSourceLink></PropertyGroup>
            </Project>
            """);
        repo.Write("Letter.cs", "public class Letter;");
        return repo;
    }

    /// <summary>Only a hint is missing without it, and it takes as long as asking the doctor.</summary>
    internal WindowsDoctorRepo Restored()
    {
        string host = WindowsPrograms.Publish("CopyOnWrite.MSBuildHost");
        string msbuild = Wine.PathOf(Path.Combine(WindowsSdk.Folder, "MSBuild.dll"));
        WineResult result = Wine.Run(
            host,
            Folder,
            [msbuild, "Letters.csproj", "-t:Restore", "-p:RestoreForce=true", "-m:1", "-nodeReuse:false", "-nologo", "-verbosity:minimal"],
            new Dictionary<string, string>(Variables) { ["DOTNET_HOST_PATH"] = host });
        Assert.AreEqual(0, result.ExitCode, result.Output);
        return this;
    }

    /// <param name="path">Of the repository, as Windows names it; the current folder when left out.</param>
    internal JsonNode Ask(string path = ".")
    {
        WineResult result = PackedTool.Run(Folder, ["doctor", "--json", path], Variables);

        // After what Wine itself has to say.
        int begin = result.Output.IndexOf('{', StringComparison.Ordinal);
        Assert.IsTrue(result.ExitCode is 0 or 1 && begin >= 0, $"exit code {result.ExitCode}\n{result.Output}");
        return JsonNode.Parse(result.Output[begin..])!;
    }

    /// <summary>The check needs attention; its fix, followed literally, mends it. On a drive that clones all is well then.</summary>
    internal void NamesAndMends(string id, string named)
    {
        JsonNode check = Names(id, named);
        foreach (string step in ((string)check["fix"]!).Split('\n'))
        {
            Assert.IsTrue(FileStep.TryFollow(step, _drive.PathHere), step);
        }

        JsonNode after = Ask();
        Assert.AreNotEqual("attention", (string?)Check(after, id)?["status"], after.ToJsonString());
        Assert.AreEqual(_drive.Clones, (bool)after["well"]!, after.ToJsonString());
    }

    /// <summary>The check needs attention and says so, in the first line on a drive that clones: nothing else is wrong there.</summary>
    internal JsonNode Names(string id, string named)
    {
        JsonNode answer = Ask();
        JsonNode check = Check(answer, id) ?? throw new AssertFailedException($"No check {id}: {answer.ToJsonString()}");
        Assert.AreEqual("attention", (string)check["status"]!, answer.ToJsonString());
        Assert.Contains(named, (string)(_drive.Clones ? answer["summary"] : check["title"])!, answer.ToJsonString());
        return check;
    }

    internal static JsonNode? Check(JsonNode answer, string id) =>
        answer["checks"]!.AsArray().SingleOrDefault(check => (string)check!["id"]! == id);

    private void Write(string name, string content) => TextFile.Write(Path.Combine(Folder, name), content);
}
