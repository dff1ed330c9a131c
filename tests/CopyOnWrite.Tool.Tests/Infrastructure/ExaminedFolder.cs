using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Tool.Doctor;
using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Tests.Infrastructure;

/// <summary>A repository that the doctor examines in this process. Its packages are a folder of the test's: no network.</summary>
internal sealed class ExaminedFolder : IDisposable
{
    /// <summary>What the SDK's line leads to, as far as the doctor sees it.</summary>
    internal const string Registration =
        "<PropertyGroup><_CopyOnWriteImported>true</_CopyOnWriteImported></PropertyGroup>"
        + "<UsingTask TaskName=\"Copy\" AssemblyFile=\"$(MSBuildThisFileDirectory)CopyOnWrite.Sdk.Tasks.dll\" />"
        + "<Import Project=\"CopyOnWrite.Check.targets\" />";

    private static readonly Volume s_volume = new(string.Empty, "fs", 0, 0, "1");

    private static int s_version;

    private readonly VolumeUnderTest _volume;

    internal ExaminedFolder(VolumeUnderTest? volume = null)
    {
        _volume = volume ?? VolumeUnderTest.InTemporaryFolder();
        Directory.CreateDirectory(Feed);
        Directory.CreateDirectory(Folder);
        File.WriteAllText(_volume.PathOf("NuGet.config"), $"""
            <configuration>
              <config><add key="globalPackagesFolder" value="{_volume.PathOf("packages")}" /></config>
              <packageSources><clear /><add key="feed" value="{Feed}" /></packageSources>
            </configuration>
            """);
    }

    internal string Folder => _volume.PathOf("repo");

    /// <summary>Of a trial that is not really made, as on ReFS before Windows 11 24H2.</summary>
    internal bool CopiesRecent { get; init; }

    internal string Feed => _volume.PathOf("feed");

    /// <summary>NuGet's resolver remembers what it found of a version as long as the process lives.</summary>
    internal static string NewVersion(int major) => $"{major}.0.{Interlocked.Increment(ref s_version)}";

    internal string PathOf(string relative) => Path.Combine(Folder, relative);

    internal string Write(string relative, string content) => TextFile.Write(PathOf(relative), content);

    internal string WriteProject(string relative, string content = "") => Write(relative, $"""
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>
        {content}
        </Project>
        """);

    /// <summary>Writes a project that has the SDK's line, and these properties or items, by its Directory.Build.props.</summary>
    internal void WriteApp(string props = "")
    {
        WriteProject("App.csproj");
        Write("CopyOnWrite.Check.targets", "<Project />");
        Write("Directory.Build.props", $"<Project>\n{Registration}\n{props}\n</Project>\n");
    }

    /// <summary>Writes a package with an Sdk.props into the feed.</summary>
    internal void WritePackage(string id, string version, string props)
    {
        using ZipArchive package = ZipFile.Open(Path.Combine(Feed, $"{id}.{version}.nupkg"), ZipArchiveMode.Create);
        package.Add($"{id}.nuspec", $"""
            <package>
              <metadata><id>{id}</id><version>{version}</version><authors>test</authors><description>test</description></metadata>
            </package>
            """);
        package.Add("Sdk/Sdk.props", $"<Project>{props}</Project>");
        package.Add("Sdk/Sdk.targets", "<Project />");
    }

    /// <summary>As NuGet extracts a package, with a file that registers another Copy; gives the file.</summary>
    internal string WritePackageFolder(string id, string file) => TextFile.Write(
        Path.Combine(Feed, id.ToLowerInvariant(), "1.0.0", file),
        "<Project><UsingTask TaskName=\"Copy\" AssemblyFile=\"x.dll\" /></Project>");

    internal Finding[] Examine(bool reallyProbe = false)
    {
        BuildLog.UseMSBuildOfSdk();
        var context = new DoctorContext(Repository.Open(Folder, default), default)
        {
            Probe = reallyProbe
                ? CloneProbe.Run
                : (_, _) => new CloneProbe(s_volume, s_volume, IsSharedKnown: true) { CopiesRecent = CopiesRecent },
        };
        Finding[] results = context.Examine();
        Assert.AreNotEqual(string.Empty, DoctorText.Summary(results));
        return results;
    }

    internal Finding Find(string id, bool reallyProbe = false)
    {
        Finding[] results = Examine(reallyProbe);
        return results.SingleOrDefault(result => result.Id == id)
            ?? throw new AssertFailedException($"No check {id}: {string.Join('\n', results.Select(result => $"{result}"))}");
    }

    /// <summary>The check's title contains this, and its steps begin so.</summary>
    internal Finding Finds(string id, string title, string steps = "")
    {
        Finding found = Find(id);
        Assert.Contains(title, found.Title);
        Assert.StartsWith(steps, found.Fix ?? string.Empty);
        return found;
    }

    /// <summary>Does literally what the steps say.</summary>
    internal static void Follow(Finding result)
    {
        foreach (string step in result.Steps)
        {
            Assert.IsTrue(FileStep.TryFollow(step, path => path), $"Not a step that can be followed literally: {step}");
        }
    }

    public void Dispose() => _volume.Dispose();
}

/// <summary>Tests that each have a folder to examine.</summary>
public abstract class TestsOfAFolder
{
    private protected ExaminedFolder Repo { get; } = new();

    [TestCleanup]
    public void Close() => Repo.Dispose();
}
