namespace CopyOnWrite.Sdk.Tests;

/// <summary>What a gallery shows of each package.</summary>
[TestClass]
public sealed class PackageMetadataTests
{
    private const int LargestIcon = 20_000;
    private static readonly byte[] s_png = [0x89, (byte)'P', (byte)'N', (byte)'G'];

    // What the gallery takes (PackageReleaseNotes in the documentation of the pack target).
    private const int LongestReleaseNotes = 35_000;

    [TestMethod]
    [DataRow("CopyOnWrite.Core")]
    [DataRow(SdkPackage.Id)]
    [DataRow(ArtifactsPackage.Id)]
    [DataRow("CopyOnWrite.Tool")]
    public void ItHasDescriptionTagsLicenceReadmeIconAndReleaseNotes(string id)
    {
        using ZipArchive package = ZipFile.OpenRead(PackedPackage.FileOf(id));
        XElement metadata = XDocument.Parse(package.Text(id + ".nuspec")).Root!.Elements().First();
        string Text(string name) => metadata.Elements().SingleOrDefault(e => e.Name.LocalName == name)?.Value ?? string.Empty;

        Assert.AreEqual("MIT", Text("license"));
        Assert.AreNotEqual(string.Empty, Text("description"));
        Assert.AreNotEqual(string.Empty, Text("tags"));
        Assert.IsNotNull(package.GetEntry(Text("readme")), "The readme.");
        Assert.StartsWith("# Changelog", Text("releaseNotes"));
        Assert.Contains($"## {Text("version")}", Text("releaseNotes"));
        Assert.IsLessThan(LongestReleaseNotes, Text("releaseNotes").Length);

        byte[] icon = package.Bytes(Text("icon"));
        Assert.IsLessThan(LargestIcon, icon.Length);
        CollectionAssert.AreEqual(s_png, icon[..s_png.Length]);
    }

    /// <summary>Lines to copy into a project.</summary>
    [TestMethod]
    public void EveryPageNamesThisVersion()
    {
        string[] pages =
        [
            .. Directory.GetFiles(RepositoryRoot.Folder, "*.md"),
            .. Directory.GetFiles(Path.Combine(RepositoryRoot.Folder, "docs"), "*.md", SearchOption.AllDirectories),
        ];
        (string Page, string Version)[] named = [.. pages.SelectMany(page =>
            Regex.Matches(File.ReadAllText(page), @"=""CopyOnWrite\.\w+""[^<>]*\bVersion=""([^""]+)""")
                .Select(match => (page, match.Groups[1].Value)))];
        Assert.IsGreaterThan(8, named.Length);
        Assert.IsEmpty(named.Where(one => one.Version != SdkPackage.Version), string.Join('\n', named));
    }
}
