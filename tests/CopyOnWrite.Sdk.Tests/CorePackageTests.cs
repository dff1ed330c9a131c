namespace CopyOnWrite.Sdk.Tests;

/// <summary>The library's package: its content, and the program of its README, trimmed and compiled ahead of time.</summary>
[TestClass]
public sealed class CorePackageTests : OnBtrfs
{
    private const string Id = "CopyOnWrite.Core";
    private const int Length = 1_000_000;

    [TestMethod]
    public void ItHasALibraryForEachFrameworkWithItsDocumentationAndNoDependency()
    {
        using ZipArchive package = ZipFile.OpenRead(PackedPackage.FileOf(Id));
        string[] files = [.. package.Entries
            .Select(e => e.FullName)
            .Where(n => n.StartsWith("lib/", StringComparison.Ordinal))
            .Order(StringComparer.Ordinal)];

        CollectionAssert.AreEqual(
            new[] { $"lib/net10.0/{Id}.dll", $"lib/net10.0/{Id}.xml", $"lib/netstandard2.0/{Id}.dll", $"lib/netstandard2.0/{Id}.xml" },
            files, string.Join(", ", files));
        Assert.IsEmpty(XDocument.Parse(package.Text(Id + ".nuspec")).Descendants().Where(e => e.Name.LocalName == "dependency"));
    }

    /// <summary>Warnings are errors: the compiler's, those of the analyzers for trimming and AOT, and the trimmer's.</summary>
    [TestMethod]
    public void TheProgramOfItsReadmeClonesWhenCompiledAheadOfTime()
    {
        Repo repo = Program();
        string published = _volume.PathOf("published");
        repo.OutputOf(
            "publish", "--nologo", "--output", published, "--runtime", "linux-x64", "-p:PublishAot=true", "-p:SelfContained=true",
            "-p:TrimmerSingleWarn=false", "-p:TreatWarningsAsErrors=true", "-p:ILLinkTreatWarningsAsErrors=true",
            "-p:CppCompilerAndLinker=gcc", "-p:InvariantGlobalization=true", "-p:StripSymbols=false");
        string source = _volume.PathOf("source");
        File.WriteAllBytes(source, [.. Enumerable.Range(0, Length).Select(i => (byte)(i * 7))]);
        string destination = _volume.PathOf("destination");

        string output = Command.OutputOf(Path.Combine(published, "program"), source, destination);

        CollectionAssert.AreEqual(
            new[] { "Files can be cloned.", $"cloned, {Length} bytes", "Cloned again" },
            output.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries), output);
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(destination));
        Array.ForEach(
            [destination, destination + ".1", destination + ".2"],
            clone => Assert.IsGreaterThan(Length - 1, Extents.BytesInCommon(source, clone)));
    }

    /// <summary>A repository with the README's program and a project for it.</summary>
    private Repo Program()
    {
        using ZipArchive package = ZipFile.OpenRead(PackedPackage.FileOf(Id));
        Match program = Regex.Match(package.Text("README.md"), "```csharp\n(.*?)```", RegexOptions.Singleline);
        Assert.IsTrue(program.Success);
        Repo repo = Repo.New(_volume, withSdk: false);
        repo.Write("Program.cs", program.Groups[1].Value);
        repo.Write("program.csproj", $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <OutputType>Exe</OutputType>
                <TargetFramework>net10.0</TargetFramework>
                <ImplicitUsings>enable</ImplicitUsings>
                <Nullable>enable</Nullable>
              </PropertyGroup>
              <ItemGroup>
                <PackageReference Include="{Id}" Version="{PackedPackage.VersionOf(Id)}" />
              </ItemGroup>
            </Project>
            """);
        return repo;
    }
}
