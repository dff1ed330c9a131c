namespace CopyOnWrite.Tool.Tests.Fuzz;

/// <summary>Broken repositories: the doctor answers, or refuses with a sentence. Each depends on seed and number alone.</summary>
[TestClass]
public sealed class BrokenRepositoryFuzzTests
{
    private const int Repositories = 200;
    private const int Seed = 19;

    [TestMethod]
    [TestCategory(Fuzzer.Category)]
    public void TheDoctorThrowsNothing()
    {
        var failures = new List<string>();
        int answered = 0;
        int refused = 0;
        for (int number = 0; number < Repositories; number++)
        {
            using var repo = new ExaminedFolder();
            string made = string.Join(", ", new BrokenRepository(repo, new Random((Seed * 1_000_003) + number)).Make());
            try
            {
                // A check that threw says so, with the exception's type: only a file that cannot be read is an answer.
                failures.AddRange(repo.Examine()
                    .Where(check => check.Detail.Contains("   at ", StringComparison.Ordinal)
                        || (check.Title.Contains("could not be run", StringComparison.Ordinal)
                            && check.Detail.Contains("Exception: ", StringComparison.Ordinal)))
                    .Select(check => $"{number} ({made}): {check.Title}: {check.Detail}"));
                answered++;
            }
            catch (CommandFailedException)
            {
                refused++;
            }
            catch (Exception e) when (e is not AssertFailedException)
            {
                failures.Add($"{number} ({made}): {e}");
            }
        }

        Console.WriteLine($"{Repositories} repositories, seed {Seed}: {answered} answered, {refused} refused, {failures.Count} failures");
        Assert.IsEmpty(failures, string.Join("\n\n", failures.Take(5)));
        Assert.IsGreaterThan(Repositories / 2, answered, "Most have projects.");
    }
}

/// <summary>Files as repositories have them, and what may be wrong with each.</summary>
internal sealed class BrokenRepository(ExaminedFolder repo, Random random)
{
    private static readonly string[] s_names =
    [
        "App.csproj", "src/App/App.csproj", "src/Lib/Lib.fsproj", "it's one/App b.csproj", "a%20b/$(X).csproj", "x;y/p@(q).vbproj",
        "\"quoted\"/A.csproj", "ünïcödé/Äpp.csproj", "line\nbreak/A.csproj", "-p/--help.csproj",
    ];

    private static readonly string[] s_elements =
    [
        "<Import Project='missing.targets' />", "<Import Project='$(MSBuildThisFileFullPath)' />", "<Import />", "<Sdk />",
        "<Import Project='Sdk.props' Sdk='No.Such.Sdk' />", "<Sdk Name='CopyOnWrite.Sdk' Version='[1.0,' />",
        "<UsingTask TaskName='Copy' AssemblyFile='' />", "<UsingTask TaskName='Copy' />", "<UsingTask TaskName='$(' AssemblyFile='x' />",
        "<UsingTask TaskName='Copy' AssemblyFile='x.dll' Override='maybe' Condition='$(A' />",
        "<PropertyGroup><OutDir></OutDir><IntermediateOutputPath>::\\?*|</IntermediateOutputPath></PropertyGroup>",
        "<PropertyGroup><OutputPath>/proc/1/root/x</OutputPath><PublishDir>~</PublishDir></PropertyGroup>",
        "<PropertyGroup><ArtifactsPath>/dev/null</ArtifactsPath><UseArtifactsOutput>true</UseArtifactsOutput></PropertyGroup>",
        "<PropertyGroup><TargetFrameworks>;;net10.0;x</TargetFrameworks></PropertyGroup>",
        "<PropertyGroup><DisableCopyOnWrite>maybe</DisableCopyOnWrite><CopyOnWriteCachePath>rel</CopyOnWriteCachePath></PropertyGroup>",
        "<PropertyGroup><CopyOnWriteCacheMaxSize>-1</CopyOnWriteCacheMaxSize><NuGetPackageRoot>\0</NuGetPackageRoot></PropertyGroup>",
        "<PropertyGroup><A>$([System.IO.File]::ReadAllText('/nothing'))</A></PropertyGroup>",
        "<ItemGroup><PackageReference Include='CopyOnWrite.Sdk' /><ProjectReference Include='*?|' /></ItemGroup>",
        "<Choose><When Condition='' /></Choose>", "<Nonsense />", "text", "<!-- -- -->", "&nothing;", "\u0000",
        ExaminedFolder.Registration,
    ];

    private static readonly string[] s_json =
    [
        "", "{", "[]", "{ \"sdk\": 5 }", "{ \"msbuild-sdks\": { \"CopyOnWrite.Sdk\": null } }",
        "{ \"msbuild-sdks\": { \"CopyOnWrite.Sdk\": \"0.0.0-none\", \"copyonwrite.sdk\": \"1\" } }", "\ufeff{}", "\0\u0001",
    ];

    /// <returns>What was made.</returns>
    internal IReadOnlyList<string> Make()
    {
        var made = new List<string>();
        for (int projects = random.Next(0, 4); projects >= 0; projects--)
        {
            made.Add(Put(One(s_names), Project()));
        }

        Sometimes(2, () => Put(One("Directory.Build.props", "src/Directory.Build.props"), Project()));
        Sometimes(3, () => Put(One("Directory.Build.targets", "Directory.Packages.props", "obj/App.csproj.nuget.g.targets"), Project()));
        Sometimes(4, () => Put(One("global.json", "obj/project.assets.json"), One(s_json)));
        Sometimes(4, () => Put("NuGet.config", One("", "<configuration>", "{}")));
        Sometimes(6, () => Put(One(".copyonwrite-cache", ".git"), "a file"));
        Sometimes(6, () => Make("loop", path => File.CreateSymbolicLink(path, ".")));
        Sometimes(8, () => Make("Directory.Build.props", path => File.CreateSymbolicLink(path, "Directory.Build.props")));
        Sometimes(8, () => Make(One("Folder.csproj", "global.json"), path => Directory.CreateDirectory(path)));
        return made;

        void Sometimes(int oneIn, Func<string> make)
        {
            if (random.Next(oneIn) == 0)
            {
                made.Add(make());
            }
        }
    }

    private string Project()
    {
        string elements = string.Join('\n', Enumerable.Range(0, random.Next(0, 4)).Select(_ => One(s_elements)));
        string text = random.Next(8) switch
        {
            0 => string.Empty,
            1 => "\ufeff<?xml version=\"1.0\" encoding=\"utf-16\"?><Project />",
            2 => $"<Project xmlns=\"http://schemas.microsoft.com/developer/msbuild/2003\" ToolsVersion=\"99\">{elements}</Project>",
            _ => $"<Project Sdk=\"Microsoft.NET.Sdk\">\n{elements}\n</Project>",
        };

        // Cut off, as by a full disk; or with a part twice, as by a bad merge.
        return random.Next(10) switch
        {
            0 => text[..random.Next(text.Length + 1)],
            1 => text + text[random.Next(text.Length + 1)..],
            _ => text,
        };
    }

    private string Put(string name, string content) => Make(name, path => File.WriteAllText(path, content));

    private string Make(string name, Action<string> make)
    {
        string path = repo.PathOf(name);
        if (!Path.Exists(path) && new FileInfo(path).LinkTarget is null)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            make(path);
        }

        return name;
    }

    private T One<T>(params T[] of) => of[random.Next(of.Length)];
}
