namespace CopyOnWrite.Sdk.Tests;

/// <summary>
/// A project is evaluated with the SDK as without it: its properties except for our underscored ones, its items with their
/// metadata, item definitions and targets. So items called Artifact and ArtifactsPath mean what they meant; CopyOnWrite.Artifacts is what
/// gives them a meaning.
/// </summary>
[TestClass]
public sealed class AddsNothingTests : OnBtrfs
{
    private const string Body = """
        <PropertyGroup><UseArtifactsOutput>false</UseArtifactsOutput>
          <ArtifactsPath>$(MSBuildThisFileDirectory)artifacts</ArtifactsPath></PropertyGroup>
        <ItemGroup>
          <Artifact Include="files" DestinationFolder="$(ArtifactsPath)" />
          <Robocopy Include="files/a.txt" DestinationFolder="$(ArtifactsPath)" />
        </ItemGroup>
        """;

    private const string OurOwn = "_CopyOnWrite";

    // MSBuild's own: the import that was written last, and the test writes one again.
    private const string NewestImport = "MSBuildAllProjects";

    [TestMethod]
    [DataRow("<TargetFramework>net10.0</TargetFramework>")]
    [DataRow("<TargetFrameworks>net10.0;netstandard2.0</TargetFrameworks>")]
    public void PropertiesItemsAndTargetsAreThoseOfTheProjectWithoutIt(string frameworks)
    {
        Repo repo = CopyOnlyRepo.New(_volume, withSdk: false, Body, frameworks);
        repo.Write("files/a.txt", "a");
        Evaluated without = Evaluate(repo);
        repo.Write("Directory.Build.props", $"<Project>\n{SdkPackage.SdkElement}\n</Project>\n");
        Evaluated with = Evaluate(repo);

        AssertSame("property", without.Properties, [.. with.Properties.Where(line => !line.StartsWith(OurOwn, StringComparison.Ordinal))]);
        AssertSame("item", without.Items, with.Items);
        AssertSame("item definition", without.Definitions, with.Definitions);
        AssertSame("target", without.Targets, with.Targets);
        string[] tasks = [.. with.Tasks.Except(without.Tasks)];
        CollectionAssert.AreEqual(new[] { "Copy" }, tasks, string.Join(", ", tasks));
        Assert.Contains(
            line => line.StartsWith("Artifact: ", StringComparison.Ordinal), without.Items, "The project's own items were not seen.");
        Assert.Contains(
            line => line.StartsWith("ArtifactsPath=", StringComparison.Ordinal),
            without.Properties,
            "The project's own properties were not seen.");
        Assert.Contains("OnlyCopy", without.Targets, "The project's own targets were not seen.");
    }

    private static void AssertSame(string what, string[] without, string[] with)
    {
        string[] added = [.. with.Except(without)];
        string[] lost = [.. without.Except(with)];
        Assert.IsEmpty(added, $"Each {what} that the SDK adds or changes:\n{string.Join('\n', added)}");
        Assert.IsEmpty(lost, $"Each {what} that is lost:\n{string.Join('\n', lost)}");
    }

    private static Evaluated Evaluate(Repo repo)
    {
        // The text of all imports, from which the names come.
        string file = repo.PathOf("../preprocessed.xml");
        Run(repo, $"-preprocess:{file}");
        XElement project = XDocument.Load(file).Root!;
        XElement[] outside = [.. project.Descendants()
            .Where(element => !element.AncestorsAndSelf().Any(above => above.Name.LocalName == "Target"))];
        string[] properties = NamesIn(outside, "PropertyGroup");
        string[] items = NamesIn(outside, "ItemGroup");
        using var evaluated = JsonDocument.Parse(Run(
            repo, $"-getProperty:{string.Join(',', properties)}", $"-getItem:{string.Join(',', items)}"));
        return new Evaluated(
            [.. evaluated.RootElement.GetProperty("Properties").EnumerateObject()
                .Where(property => property.Name != NewestImport && property.Value.GetString() is { Length: > 0 })
                .Select(property => $"{property.Name}={property.Value}")],
            [.. evaluated.RootElement.GetProperty("Items").EnumerateObject()
                .SelectMany(type => type.Value.EnumerateArray().Select(item => $"{type.Name}: {TextOf(item)}"))],
            [.. outside.Where(element => element.Parent?.Name.LocalName == "ItemDefinitionGroup").Select(element => element.ToString())],
            [.. Run(repo, "-targets").Split('\n', StringSplitOptions.RemoveEmptyEntries)],
            [.. outside.Where(element => element.Name.LocalName == "UsingTask").Select(element => element.Attribute("TaskName")!.Value)]);
    }

    // Ignores the times of items' files: reading a file changes one of them.
    private static string TextOf(JsonElement item) => string.Join(' ', item.EnumerateObject()
        .Where(metadata => !metadata.Name.EndsWith("Time", StringComparison.Ordinal))
        .Select(metadata => $"{metadata.Name}={metadata.Value}"));

    private static string[] NamesIn(IEnumerable<XElement> elements, string group) =>
        [.. elements.Where(element => element.Parent?.Name.LocalName == group)
            .Select(element => element.Name.LocalName)
            .Distinct(StringComparer.OrdinalIgnoreCase)
            .Order(StringComparer.Ordinal)];

    private static string Run(Repo repo, params string[] arguments) =>
        repo.OutputOf(["msbuild", "project.csproj", "-nologo", .. arguments]);

    private sealed record Evaluated(string[] Properties, string[] Items, string[] Definitions, string[] Targets, string[] Tasks);
}
