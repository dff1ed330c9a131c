namespace CopyOnWrite.Sdk.Tests.Staging;

/// <summary>A repository of one project that compiles nothing, built in a second. Its "files" has a.txt and inner/b.txt.</summary>
internal static class StagingRepo
{
    /// <summary>Takes the place of the target that compiles, if it comes after the .NET SDK's targets.</summary>
    internal const string NoCompile = """<Target Name="CoreBuild" />""";

    /// <summary>An item that stages the folder "files" to "staged".</summary>
    internal const string FilesToStaged = """<ItemGroup><Artifact Include="files" DestinationFolder="staged" /></ItemGroup>""";

    internal static Repo New(VolumeUnderTest volume, string body, bool withPackage = true, string directoryBuildTargets = "")
    {
        Repo repo = withPackage ? Repo.WithArtifacts(volume) : Repo.New(volume, withSdk: false);
        repo.Write("Directory.Build.targets", $"<Project>\n{NoCompile}\n{directoryBuildTargets}\n</Project>\n");
        repo.Write("project.csproj", $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>
            {body}
            </Project>
            """);
        repo.Write("files/a.txt", "a");
        repo.Write("files/inner/b.txt", "b");
        return repo;
    }

    /// <summary>The same with the package as a PackageReference of the project, restored.</summary>
    internal static Repo NewWithReference(VolumeUnderTest volume, string body, string directoryBuildTargets = "")
    {
        Repo repo = New(
            volume,
            $"{body}<ItemGroup>{ArtifactsPackage.Reference("PackageReference")}</ItemGroup>",
            withPackage: false,
            directoryBuildTargets);
        repo.Restore();
        return repo;
    }

    /// <summary>The files that a repository may add, each of which notes its import in the property Imported.</summary>
    internal static readonly string[] Hooks =
        ["CustomBeforeArtifactsProps", "CustomAfterArtifactsProps", "CustomBeforeArtifactsTargets", "CustomAfterArtifactsTargets"];

    /// <returns>The properties that name the files.</returns>
    internal static string WriteHooks(this Repo repo) => string.Concat(Hooks.Select(name =>
    {
        repo.Write($"{name}.props", $"<Project><PropertyGroup><Imported>$(Imported) {name}</Imported></PropertyGroup></Project>");
        return $"<{name}>$(MSBuildThisFileDirectory){name}.props</{name}>";
    }));

    internal static void Restore(this Repo repo) => repo.OutputOf("restore", "-nologo");

    internal static RepoBuild BuildWithoutRestore(this Repo repo, params string[] arguments) =>
        repo.Build(["build", "--no-restore", .. arguments]);

    /// <summary>Paths of the files below a folder of the repository, by their names and in order; none where there is no folder.</summary>
    internal static string[] Names(this Repo repo, string folder)
    {
        string root = repo.PathOf(folder);
        var all = new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = 0 };
        return Directory.Exists(root)
            ? [.. Directory.EnumerateFiles(root, "*", all).Select(f => Path.GetRelativePath(root, f)).Order(StringComparer.Ordinal)]
            : [];
    }

    internal static void AssertNames(this Repo repo, string folder, RepoBuild build, params string[] expected)
    {
        string[] found = repo.Names(folder);
        CollectionAssert.AreEqual(expected, found, $"{folder}: {string.Join(", ", found)}\n{build.Result.Output}");
    }

    /// <summary>Same names, contents, modes and times; the folder that was staged is the first.</summary>
    internal static void AssertSame(this Repo repo, string source, string destination)
    {
        IReadOnlyList<string> differences = TreeSnapshot.Take(repo.PathOf(source)).Differences(
            TreeSnapshot.Take(repo.PathOf(destination)), MtimeComparison.Exact);
        Assert.IsEmpty(differences, $"{source} (here) and {destination} (there):\n{string.Join('\n', differences.Take(40))}");
    }

    internal static LoggedCall[] StagingCalls(this RepoBuild build) => [.. build.Log.CopyCalls.Where(call => call.IsStaging)];

    /// <summary>The one call of our staging task that the build has.</summary>
    internal static LoggedCall OnlyStagingCall(this RepoBuild build)
    {
        LoggedCall[] calls = build.StagingCalls();
        Assert.HasCount(1, calls, $"{string.Join('\n', calls.Select(c => $"{c.Project}: {c.Target}"))}\n{build.Result.Output}");
        return calls[0];
    }

    /// <summary>The project's Artifact items, each with its metadata, as they are when nothing has run yet.</summary>
    internal static IReadOnlyDictionary<string, string>[] Artifacts(this Repo repo, params string[] arguments)
    {
        using var evaluated = JsonDocument.Parse(repo.Evaluate(["-getItem:Artifact", .. arguments]));
        return [.. evaluated.RootElement.GetProperty("Items").GetProperty("Artifact").EnumerateArray()
            .Select(item => item.EnumerateObject().ToDictionary(metadata => metadata.Name, metadata => metadata.Value.GetString()!))];
    }

    internal static string Property(this Repo repo, string name, params string[] arguments) =>
        repo.Evaluate([$"-getProperty:{name}", .. arguments]).Trim();

    private static string Evaluate(this Repo repo, string[] arguments) => repo.OutputOf(["msbuild", "-nologo", .. arguments]);
}
