namespace CopyOnWrite.Artifacts.Tests;

/// <summary>The list of what a call has staged.</summary>
[TestClass]
public sealed class ManifestTests : StagingTest
{
    [TestMethod]
    public void EachFileIsThereWithItsSourceLengthAndHash()
    {
        WriteAll("bin/a.txt", "bin/sub/größe \"x\".txt", "single.txt");
        Write("bin/empty", string.Empty);
        Write("bin/large.dll", new string('x', 1_000_000));

        Stage(task => task.Manifest = "lists/manifest.json", Item("bin", "out"), Item("single.txt", "out;other")).Succeeded(staged: 6);

        AssertManifest(
            "lists/manifest.json",
            ("other/single.txt", "single.txt"),
            ("out/a.txt", "bin/a.txt"),
            ("out/empty", "bin/empty"),
            ("out/large.dll", "bin/large.dll"),
            ("out/single.txt", "single.txt"),
            ("out/sub/größe \"x\".txt", "bin/sub/größe \"x\".txt"));
    }

    [TestMethod]
    [OSCondition(OperatingSystems.Linux)]
    [DataRow("single.txt")]
    [DataRow("nowhere")]
    public void ItTakesThePlaceOfALink(string target)
    {
        WriteAll("bin/a.txt", "single.txt");
        File.CreateSymbolicLink(PathOf("manifest.json"), target);

        Stage(task => task.Manifest = "manifest.json", Item("bin", "out")).Succeeded(staged: 1);

        AssertManifest("manifest.json", ("out/a.txt", "bin/a.txt"));
        Assert.IsNull(new FileInfo(PathOf("manifest.json")).LinkTarget);
    }

    [TestMethod]
    public void TheHashIsTheOneThatOtherProgramsFind()
    {
        Write("bin/a.txt", "abc");

        Stage(task => task.Manifest = "manifest.json", Item("bin", "out")).Succeeded();

        // FIPS 180-4's own example.
        Assert.Contains(
            "\"bytes\":3,\"sha256\":\"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\"", Read("manifest.json"));
    }

    [TestMethod]
    public void TheSameFilesGiveTheSameBytesAlsoWhenTheyAreThereAlready()
    {
        WriteAll([.. Enumerable.Range(0, 100).Select(i => $"bin/{i % 7}/{i}.dll")]);
        Stage(task => task.Manifest = "manifest.json", Item("bin", "out")).Succeeded(staged: 100);
        byte[] first = File.ReadAllBytes(PathOf("manifest.json"));

        Stage(task => task.Manifest = "manifest.json", Item("bin", "out")).Succeeded(staged: 0, skipped: 100);
        CollectionAssert.AreEqual(first, File.ReadAllBytes(PathOf("manifest.json")));

        Directory.Delete(PathOf("out"), recursive: true);
        Stage(task => task.Manifest = PathOf("manifest.json"), Item("bin", "out")).Succeeded(staged: 100);
        CollectionAssert.AreEqual(first, File.ReadAllBytes(PathOf("manifest.json")));
    }

    [TestMethod]
    public void OfAFileThatWasReplacedTheLastIsListed()
    {
        WriteAll("one/a.txt", "second/a.txt");

        Stage(task => task.Manifest = "manifest.json", Item("one", "out"), Item("second/a.txt", "out")).Succeeded(staged: 2);

        AssertManifest("manifest.json", ("out/a.txt", "second/a.txt"));
    }

    [TestMethod]
    public void AnOlderOneIsReplaced()
    {
        WriteAll("bin/a.txt", "manifest.json");

        Stage(task => task.Manifest = "manifest.json", Item("bin", "out")).Succeeded(staged: 1);

        AssertManifest("manifest.json", ("out/a.txt", "bin/a.txt"));
        AssertHolds(string.Empty, "bin/a.txt", "out/a.txt", "manifest.json");
    }

    [TestMethod]
    public void WithNothingStagedItIsEmpty()
    {
        WriteAll("bin/a.txt");

        Stage(task => task.Manifest = "manifest.json", Item("bin", "out", "FileMatch=*.dll")).Succeeded(staged: 0);

        AssertManifest("manifest.json");
    }

    [TestMethod]
    public void WhenAnythingFailedTheOldOneStays()
    {
        WriteAll("bin/a.txt", "manifest.json");

        Stage(task => task.Manifest = "manifest.json", Item("bin", "out"), Item("none", "out"))
            .Failed("COW1023")
            .WithMessage("was not written");

        Assert.AreEqual("content of manifest.json", Read("manifest.json"));
    }

    [TestMethod]
    public void AFolderThatCannotBeWrittenToIsAnErrorAndTheOldOneStays()
    {
        using VolumeUnderTest plain = VolumeUnderTest.Require("plain");
        WriteAll("bin/a.txt");
        string manifest = Path.Combine(plain.Folder, "manifest.json");
        File.WriteAllText(manifest, "as it was");
        using (new Immutable(plain.Folder))
        {
            Stage(task => task.Manifest = manifest, Item("bin", "out"))
                .Failed("COW1031")
                .WithErrorOf($"The manifest '{manifest}' cannot be written")
                .WithCounts(staged: 1, skipped: 0);
        }

        AssertHolds(plain.Folder, "manifest.json");
        Assert.AreEqual("as it was", File.ReadAllText(manifest));
        AssertHolds("out", "a.txt");
    }

    [TestMethod]
    [DataRow("taken")]
    [DataRow("taken/file.txt/manifest.json")]
    [DataRow("a\0b")]
    public void APathThatIsNoFilesIsAnErrorAndLeavesNothing(string manifest)
    {
        WriteAll("bin/a.txt", "taken/file.txt");

        Stage(task => task.Manifest = manifest, Item("bin", "out")).Failed("COW1031").WithCounts(staged: 1, skipped: 0);

        AssertHolds(string.Empty, "bin/a.txt", "out/a.txt", "taken/file.txt");
    }

    private void AssertManifest(string relative, params (string File, string From)[] expected)
    {
        string[] entries = [.. expected.Select(file =>
        {
            byte[] content = File.ReadAllBytes(PathOf(file.From));
            return $"{PathOf(file.File)} from {PathOf(file.From)}, {content.Length} bytes, "
                + $"{Convert.ToHexStringLower(SHA256.HashData(content))}";
        })];
        JsonElement json = JsonDocument.Parse(Read(relative)).RootElement;
        Assert.AreEqual(1, json.GetProperty("format").GetInt32());
        CollectionAssert.AreEqual(
            entries,
            json.GetProperty("files").EnumerateArray().Select(file =>
                $"{file.GetProperty("file").GetString()} from {file.GetProperty("from").GetString()}, "
                    + $"{file.GetProperty("bytes").GetInt64()} bytes, {file.GetProperty("sha256").GetString()}")
                    .ToArray(),
            Read(relative));
    }
}
