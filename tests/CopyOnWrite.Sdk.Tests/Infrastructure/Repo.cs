namespace CopyOnWrite.Sdk.Tests.Infrastructure;

/// <summary>A repository in a new folder on a volume, with a package cache of the test run on that volume.</summary>
internal sealed class Repo
{
    private Repo(VolumeUnderTest volume, string name)
    {
        Folder = volume.PathOf(name);
        Packages = TestRun.PackageCache(volume.Volume.Path!);
    }

    internal string Folder { get; }

    /// <summary>The argument that gives the built-in task.</summary>
    internal const string BuiltIn = "-p:DisableCopyOnWrite=true";

    /// <summary>The package cache; the test run's own on that volume unless set.</summary>
    internal string Packages { get; set; }

    /// <summary>Each build has a process of its own, for a test that is about the process; otherwise a server builds.</summary>
    internal bool InNewProcesses { get; set; }

    /// <summary>Environment variables of every build.</summary>
    internal Dictionary<string, string?> Variables { get; } = new(TestRun.Variables);

    /// <summary>An empty repository; a Directory.Build.props with our SDK's line in it by default.</summary>
    internal static Repo New(VolumeUnderTest volume, bool withSdk = true)
    {
        var repo = new Repo(volume, "repo");
        SampleRepository.WriteNuGetConfig(repo.Folder, SdkPackage.Feed);
        repo.Write("Directory.Build.props", $"<Project>\n{(withSdk ? SdkPackage.SdkElement : string.Empty)}\n</Project>\n");
        repo.Write("Directory.Build.targets", "<Project />\n");
        repo.Write("Directory.Packages.props", "<Project />\n");
        return repo;
    }

    /// <summary>The same with the line of the package that stages, and without our SDK's.</summary>
    internal static Repo WithArtifacts(VolumeUnderTest volume)
    {
        Repo repo = New(volume, withSdk: false);
        repo.Write("Directory.Build.props", $"<Project>\n{ArtifactsPackage.SdkElement}\n</Project>\n");
        return repo;
    }

    /// <summary>A copy of one of this repository's samples, its files' times with them.</summary>
    internal static Repo FromSample(VolumeUnderTest volume, string sample, bool withSdk)
    {
        var repo = new Repo(volume, sample);
        SampleRepository.Create(
            Path.Combine(RepositoryRoot.Folder, "samples", sample), repo.Folder, SdkPackage.Feed, withSdk ? SdkPackage.Version : null);
        return repo;
    }

    /// <summary>Adds the line of the package that stages beside our SDK's.</summary>
    internal void AddArtifacts()
    {
        string props = PathOf("Directory.Build.props");
        File.WriteAllText(
            props,
            File.ReadAllText(props)
                .Replace(SdkPackage.SdkElement, SdkPackage.SdkElement + ArtifactsPackage.SdkElement, System.StringComparison.Ordinal));
    }

    /// <summary>Central package management, with these items.</summary>
    internal void WriteCentralPackages(string items) => Write("Directory.Packages.props", $"""
        <Project>
          <PropertyGroup><ManagePackageVersionsCentrally>true</ManagePackageVersionsCentrally></PropertyGroup>
          <ItemGroup>{items}</ItemGroup>
        </Project>
        """);

    internal string PathOf(string relative) => Path.Combine(Folder, relative);

    internal string Write(string relative, string content) => TextFile.Write(PathOf(relative), content);

    /// <summary>Runs <c>dotnet</c> with a binary log and reads it.</summary>
    internal RepoBuild Build(params string[] arguments) => BuildUnder([], arguments);

    /// <param name="under">A program that runs it, such as strace, with its own arguments.</param>
    internal RepoBuild BuildUnder(IReadOnlyList<string> under, params string[] arguments)
    {
        // Not on the volume, which some tests fill.
        using VolumeUnderTest logs = VolumeUnderTest.InTemporaryFolder();
        string log = logs.PathOf("build.binlog");
        DotNetResult result = Run([.. arguments, $"-bl:{log}", "-nologo"], under);
        BuildLog read = BuildLog.Read(log);

        // A server's client may lose how its build ended (BuildServers), which the log says at any verbosity.
        bool isLost = result.ExitCode == 1 && read is { Succeeded: true, Errors.Count: 0 };
        return new RepoBuild(isLost ? result with { ExitCode = 0 } : result, read);
    }

    /// <summary>A project that compiles nothing, copies.proj unless named; its target Build has these tasks.</summary>
    internal void WriteCopies(string tasks, string items = "", string name = "copies") => Write($"{name}.proj", $"""
        <Project DefaultTargets="Build">
          <Import Project="Directory.Build.props" />
          <ItemGroup>{items}</ItemGroup>
          <Target Name="Build">{tasks}</Target>
        </Project>
        """);

    internal RepoBuild BuildCopies(params string[] arguments) => Build(["build", "copies.proj", .. arguments]);

    /// <summary>Runs <c>dotnet</c>, which succeeds.</summary>
    internal string OutputOf(params string[] arguments)
    {
        DotNetResult result = Run(arguments);
        Assert.AreEqual(0, result.ExitCode, result.Output);
        return result.Output;
    }

    internal DotNetResult Run(string[] arguments, IReadOnlyList<string>? under = null) => IsInServer(arguments, under)
        ? TestRun.Servers.Use(
            Packages, server => DotNet.Run(Folder, arguments, Packages, new Dictionary<string, string?>([.. Variables, .. server])))
        : DotNet.Run(Folder, arguments, Packages, Variables, under: under);

    // Linux: ReusedNodes finds processes in /proc. A server once answered -getItem with the items and exit code 1.
    private bool IsInServer(string[] arguments, IReadOnlyList<string>? under) =>
        !InNewProcesses && under is not { Count: > 0 } && OperatingSystem.IsLinux()
        && !Array.Exists(arguments, one => one.StartsWith("-get", System.StringComparison.Ordinal));

    internal void Delete() => Directory.Delete(Folder, recursive: true);
}
