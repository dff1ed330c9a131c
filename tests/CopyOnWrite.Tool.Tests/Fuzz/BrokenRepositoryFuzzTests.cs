using CopyOnWrite.Tool.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests.Fuzz;

/// <summary>
/// Broken repositories: the doctor answers, or refuses with a sentence. What a repository has depends on the seed and its own number alone.
/// </summary>
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
    private const string BadSource = "<packageSources><add /></packageSources>";

    private static readonly string[] s_names =
    [
        "App.csproj", "src/App/App.csproj", "src/Lib/Lib.fsproj", "it's one/App b.csproj", "a%20b/$(X).csproj", "x;y/p@(q).vbproj",
        "\"quoted\"/A.csproj", "ünïcödé/Äpp.csproj", "line\nbreak/A.csproj", "-p/--help.csproj",
    ];

    private static readonly string[] s_elements =
    [
        "<Import Project='missing.targets' />", "<Import Project='$(Nothing)' />", "<Import Project='**/*.targets' />",
        "<Import Project='$(MSBuildThisFileFullPath)' />", "<Import Project='Sdk.props' Sdk='No.Such.Sdk' />", "<Import />",
        "<Sdk Name='CopyOnWrite.Sdk' />", "<Sdk Name='CopyOnWrite.Sdk' Version='x.y' />", "<Sdk Name='' Version='1.0.0' />",
        "<Sdk Name='CopyOnWrite.Sdk' Version='[1.0,' />", "<Sdk />", "<Sdk Name='a/b' Version='../..' />",
        "<UsingTask TaskName='Copy' AssemblyFile='' />", "<UsingTask TaskName='Copy' />", "<UsingTask TaskName='$(' AssemblyFile='x' />",
        "<UsingTask TaskName='Copy' AssemblyFile='x.dll' Override='maybe' Condition='$(A' />",
        "<UsingTask TaskName='Copy' AssemblyFile='\u0001' Condition='@(Compile)' />",
        Properties("<OutDir></OutDir><IntermediateOutputPath>::\\?*|</IntermediateOutputPath>"),
        Properties("<OutputPath>/proc/1/root/x</OutputPath><PublishDir>~</PublishDir>"),
        Properties("<ArtifactsPath>/dev/null</ArtifactsPath><UseArtifactsOutput>true</UseArtifactsOutput>"),
        Properties("<TargetFramework>nothing9</TargetFramework>"),
        Properties("<TargetFrameworks>;;net10.0;x</TargetFrameworks>"),
        Properties("<DisableCopyOnWrite>maybe</DisableCopyOnWrite><CopyOnWriteCachePath>rel</CopyOnWriteCachePath>"),
        Properties("<CopyOnWriteCacheMaxSize>-1</CopyOnWriteCacheMaxSize><NuGetPackageRoot>\0</NuGetPackageRoot>"),
        Properties("<CopyOnWriteCachePath>$(MSBuildProjectFullPath)/x</CopyOnWriteCachePath><AssemblyName>../x</AssemblyName>"),
        Properties("<A>$([System.IO.File]::ReadAllText('/nothing'))</A>"), Properties("<A>$(A</A>"),
        Items("<PackageReference Include='CopyOnWrite.Sdk' /><GlobalPackageReference Include='Microsoft.Build.CopyOnWrite' />"),
        Items("<ProjectReference Include='' /><ProjectReference Include='*?|' /><ProjectReference Include='../../../../../x.csproj' />"),
        Items("<ProjectReference Include='App.csproj' /><PackageReference Include='Microsoft.Build.CopyOnWrite' Version='1' />"),
        Items("<Compile Include='obj/**/*' />"),
        "<Choose><When Condition='' /></Choose>", "<Target Name='' />", "<Nonsense />", "text", "<!-- -- -->", "&nothing;", "\u0000",
        ExaminedFolder.Registration,
    ];

    private static readonly string[] s_globalJson =
    [
        "", "{", "[]", "null", "{ \"sdk\": 5 }", "{ \"sdk\": { \"version\": 10 } }", "{ \"msbuild-sdks\": { \"CopyOnWrite.Sdk\": null } }",
        "{ \"msbuild-sdks\": { \"CopyOnWrite.Sdk\": \"0.0.0-none\", \"copyonwrite.sdk\": \"1\" } }", "{ \"msbuild-sdks\": [] }",
        "// comment\n{ \"sdk\": { \"version\": \"1.0.0\", \"rollForward\": \"sideways\" }, }", "\ufeff{}", "\0\u0001",
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
        Sometimes(3, () => Put("Directory.Build.targets", Project()));
        Sometimes(3, () => Put("Directory.Packages.props", Project()));
        Sometimes(4, () => Put("global.json", One(s_globalJson)));
        Sometimes(4, () => Put("NuGet.config", One("", "<configuration>", $"<configuration>{BadSource}</configuration>", "{}")));
        Sometimes(3, () => Put(One("A.sln", "B.slnx"), One("", "<Solution", "\0\0", "Project(\"\") = \"App.csproj\"")));
        Sometimes(4, () => Put("obj/App.csproj.nuget.g.targets", Project()));
        Sometimes(4, () => Put("obj/project.assets.json", One(s_globalJson)));
        Sometimes(6, () => Put(".copyonwrite-cache", "a file"));
        Sometimes(6, () => Put(".git", "gitdir: nowhere"));
        Sometimes(6, () => Link("loop", "."));
        Sometimes(6, () => Link("src/Dangling.csproj", "nowhere"));
        Sometimes(8, () => Link("Directory.Build.props", "Directory.Build.props"));
        Sometimes(8, () => Folder("Folder.csproj"));
        Sometimes(8, () => Folder("global.json"));
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
        string text = random.Next(12) switch
        {
            0 => string.Empty,
            1 => "<Project",
            2 => "\ufeff<?xml version=\"1.0\" encoding=\"utf-16\"?><Project />",
            3 => $"<Project Sdk=\"Microsoft.NET.Sdk;No.Such/1\">{elements}</Project>",
            4 => $"<Project xmlns=\"http://schemas.microsoft.com/developer/msbuild/2003\" ToolsVersion=\"99\">{elements}</Project>",
            5 => $"<project>{elements}</project>",
            6 => $"<Project Sdk=\"\">{elements}</Project>",
            _ => $"<Project Sdk=\"Microsoft.NET.Sdk\">\n{Properties("<TargetFramework>net10.0</TargetFramework>")}\n{elements}\n</Project>",
        };

        // Cut off, as by a full disk; or with a part twice, as by a bad merge.
        return random.Next(10) switch
        {
            0 => text[..random.Next(text.Length + 1)],
            1 => text + text[random.Next(text.Length + 1)..],
            _ => text,
        };
    }

    private static string Properties(string inner) => $"<PropertyGroup>{inner}</PropertyGroup>";

    private static string Items(string inner) => $"<ItemGroup>{inner}</ItemGroup>";

    private string Put(string name, string content) => Make(name, path => File.WriteAllText(path, content));

    private string Link(string name, string target) => $"{Make(name, path => File.CreateSymbolicLink(path, target))} -> {target}";

    private string Folder(string name) => Make(name, path => Directory.CreateDirectory(path)) + "/";

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
