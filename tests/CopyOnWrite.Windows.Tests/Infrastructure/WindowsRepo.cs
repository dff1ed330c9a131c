namespace CopyOnWrite.Windows.Tests.Infrastructure;

/// <summary>A repository on a drive, built by the SDK's MSBuild and compiler there, with packages from a folder only.</summary>
internal sealed class WindowsRepo(string folder)
{
    // What a Linux SDK lacks of a Windows one, or this repository does not need.
    internal static IReadOnlyDictionary<string, string> Variables { get; } = new Dictionary<string, string>
    {
        ["AllowMissingPrunePackageData"] = "true",
        ["DisableTransitiveFrameworkReferenceDownloads"] = "true",
        ["MSBuildEnableWorkloadResolver"] = "false",
        ["RunAnalyzers"] = "false",
        ["EnableNETAnalyzers"] = "false",
    };

    /// <summary>The path on this system.</summary>
    internal string Folder => folder;

    /// <param name="drive">The drive's folder on this system; null for C:.</param>
    /// <param name="packages">The package cache, on this system; on the repository's drive when left out.</param>
    /// <param name="libraries">Whether the program has its libraries: each costs seconds to compile under Wine.</param>
    internal static WindowsRepo New(
        bool withSdk, string? drive = null, string references = "", string? packages = null, bool libraries = false)
    {
        drive ??= Wine.DriveC;
        packages ??= Path.Combine(drive, "packages");
        var repo = new WindowsRepo(Path.Combine(drive, "repo"));
        BenchVolumes.Delete(repo.Folder);
        repo.Write("NuGet.config", $"""
            <configuration>
              <config><add key="globalPackagesFolder" value="{Wine.PathOf(packages)}" /></config>
              <packageSources><clear /><add key="under-test" value="{Wine.PathOf(SdkPackage.Feed)}" />
                <add key="repository" value="feed" /></packageSources>
            </configuration>
            """);
        repo.Write("Directory.Build.props", $"""
            <Project>
              {(withSdk ? SdkPackage.SdkElement + ArtifactsPackage.SdkElement : string.Empty)}
              <PropertyGroup><TargetFramework>net10.0</TargetFramework><EnableSourceLink>false</EnableSourceLink></PropertyGroup>
            </Project>
            """);
        Directory.CreateDirectory(Path.Combine(repo.Folder, "feed"));
        repo.Write("Directory.Build.targets", "<Project />");
        repo.Write("Directory.Packages.props", "<Project />");
        if (libraries)
        {
            repo.WriteProject("Parts", string.Empty, "public static class Parts { public const int Count = 2; }");
            repo.WriteProject(
                "Library",
                """<ProjectReference Include="../Parts/Parts.csproj" />""",
                "public static class Library { public static int Count => Parts.Count; }");
        }

        repo.WriteProject(
            "Program",
            $"""
            {(libraries ? """<ProjectReference Include="../Library/Library.csproj" />""" : string.Empty)}
            {references}
            <None Include="content/**" CopyToOutputDirectory="PreserveNewest" />
            <Artifact Include="content" DestinationFolder="..\staged" Condition="'$(Stage)' == 'true'" />
            """,
            $"System.Console.WriteLine({(libraries ? "Library.Count" : "2")});",
            "<OutputType>Exe</OutputType><UseAppHost>false</UseAppHost>");
        repo.Write("Program/content/two words (1) @%.txt", "content\n");
        // Files of one content and by chance one time would be taken for copies of one another.
        repo.Write("Program/content/größe/文件.txt", "other content\n");
        return repo;
    }

    internal void Write(string relative, string content) => TextFile.Write(Path.Combine(Folder, relative), content);

    /// <summary>Builds the program, without a warning. The task's own lines, one for each call that was ours.</summary>
    internal IReadOnlyList<string> Build(params string[] arguments) => BuildWith([], arguments);

    /// <summary>The same an hour later: what was written just before is then old enough to be cloned.</summary>
    internal IReadOnlyList<string> BuildAnHourLater(params string[] arguments) => BuildWith(Wine.AnHourLater, arguments);

    /// <summary>The same with further variables.</summary>
    internal IReadOnlyList<string> BuildWith(IEnumerable<KeyValuePair<string, string>> variables, params string[] arguments)
    {
        WineResult result = TryBuildWith(variables, arguments);
        Assert.AreEqual(0, result.ExitCode, result.Output);
        return [.. Regex.Matches(result.Output, @"^\s*(CopyOnWrite: .*)$", RegexOptions.Multiline).Select(match => match.Groups[1].Value)];
    }

    /// <summary>The same for a build that may fail.</summary>
    internal WineResult TryBuild(params string[] arguments) => TryBuildWith([], arguments);

    private WineResult TryBuildWith(IEnumerable<KeyValuePair<string, string>> variables, string[] arguments)
    {
        string host = WindowsPrograms.Publish("CopyOnWrite.MSBuildHost");
        string msbuild = Wine.PathOf(Path.Combine(WindowsSdk.Folder, "MSBuild.dll"));
        return Wine.Run(
            host,
            Folder,
            [
                msbuild, @"Program\Program.csproj", "-m:1", "-nodeReuse:false", "-nologo", "-verbosity:detailed", "-warnAsError",
                .. arguments,
            ],
            new Dictionary<string, string>(Variables.Concat(variables)) { ["DOTNET_HOST_PATH"] = host });
    }

    internal TreeSnapshot Outputs() => TreeSnapshot.Take(Folder, BuildOutputs.Include);

    private void WriteProject(string name, string items, string code, string properties = "")
    {
        Write($"{name}/{name}.csproj", $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>{properties}</PropertyGroup>
              <ItemGroup>{items}</ItemGroup>
            </Project>
            """);
        Write($"{name}/{name}.cs", code + "\n");
    }
}
