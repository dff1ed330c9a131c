using System.Text.Json.Nodes;

namespace CopyOnWrite.Tool.Tests;

/// <summary>A thousand files, some of them clones, half clones and tiny, against the programs that everybody has.</summary>
[TestClass]
public sealed class InspectTests
{
    private const int Count = 1000;
    private const int Block = 4096;

    [TestMethod]
    [DataRow("btrfs")]
    [DataRow("xfs")]
    public void AgreesWithFilefragOnAThousandFiles(string name)
    {
        using var volume = VolumeUnderTest.Require(name);
        string[] files = MakeFiles(volume);
        Dictionary<string, string[]> expected = Filefrag(files);
        var got = files.ToDictionary(file => Path.GetFileName(file), file => Extents.Read(file).Extents.Select(Line).ToArray());
        JsonNode answer = Cow.Run(volume.Folder, ["inspect", "--json", .. expected.Keys]).Ended(0).Json;
        CollectionAssert.AreEqual(
            expected.Select(file => (file.Key, file.Value.Any(line => line.EndsWith("shared", StringComparison.Ordinal)))).ToArray(),
            answer["files"]!.AsArray().Select(file => ((string)file!["path"]!, (long)file["sharedBytes"]! > 0)).ToArray());
        string[] differences = [.. got.Where(file => !file.Value.SequenceEqual(expected[file.Key]))
            .Select(file => $"{file.Key}: {string.Join(", ", file.Value)} and by filefrag {string.Join(", ", expected[file.Key])}")];
        Assert.IsEmpty(differences, string.Join('\n', differences.Take(20)));
        Assert.IsGreaterThan(
            100, got.Values.Count(lines => lines.Any(line => line.EndsWith("shared", StringComparison.Ordinal))), "files that share");
    }

    [TestMethod]
    public void SaysUnknownWhereTheFileSystemCannotTell()
    {
        using var volume = VolumeUnderTest.Require("tmpfs");
        File.WriteAllText(volume.PathOf("a.dll"), "text");
        Assert.AreEqual(
            "a.dll: unknown, tmpfs does not report where files are stored.",
            Cow.Run(volume.Folder, ["inspect", "a.dll"]).Ended(1).FirstLine);
        Assert.AreEqual(
            "Unknown: tmpfs does not report where files are stored (1 file, 4 bytes).",
            Cow.Run(volume.Folder, ["inspect", "."]).Ended(1).FirstLine);
    }

    [TestMethod]
    public void PassesOverPipesAndLinksInAFolderAndCountsHardLinksOnce()
    {
        using var volume = VolumeUnderTest.Require("xfs");
        File.WriteAllText(volume.PathOf("a.txt"), new string('a', Block));
        Command.OutputOf("mkfifo", volume.PathOf("pipe"));
        Command.OutputOf("ln", volume.PathOf("a.txt"), volume.PathOf("same.txt"));
        Command.OutputOf("ln", "-s", "/", volume.PathOf("out"));
        Assert.AreEqual(
            "0 of 1 file share blocks: 0 bytes shared, 4.10 KB unshared of 4.10 KB.",
            Cow.Run(volume.Folder, ["inspect", "."]).Ended(0).FirstLine);
    }

    [TestMethod]
    public void OfSeveralFoldersItCountsWhatTheyUseTogetherOnce()
    {
        using var volume = VolumeUnderTest.Require("xfs");
        TextFile.Write(volume.PathOf("one/a.txt"), new string('a', Block));
        Command.OutputOf("cp", "-r", "--reflink=always", volume.PathOf("one"), volume.PathOf("two"));
        string text = Cow.Run(volume.Folder, ["inspect", "one", "two"]).Ended(0).Text;
        Assert.StartsWith("2 of 2 files share blocks: 8.19 KB shared, 0 bytes unshared of 8.19 KB.", text);
        Assert.Contains("Together, the files use 4.10 KB of disk space.", text);
    }

    [TestMethod]
    [DataRow("inspect", "nowhere.dll")]
    [DataRow("doctor", "nowhere")]
    [DataRow("doctor", "sub")]
    public void BadInputIsAnsweredWithASentenceAndTwo(params string[] arguments)
    {
        using VolumeUnderTest folder = VolumeUnderTest.InTemporaryFolder();
        File.WriteAllText(folder.PathOf("a.dll"), "text");
        Directory.CreateDirectory(folder.PathOf("sub"));
        Answer answer = Cow.Run(folder.Folder, arguments).Ended(2);
        Assert.IsLessThan(6, answer.Text.Split('\n').Length, answer.Text);
        Assert.IsTrue(File.Exists(folder.PathOf("a.dll")));
    }

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);

    private static string[] MakeFiles(VolumeUnderTest volume)
    {
        var random = new Random(8);
        string[] files = [.. Enumerable.Range(0, Count)
            .Select(i => volume.PathOf($"file-{i}.{(i % 3 == 0 ? "dll" : i % 3 == 1 ? "pdb" : "json")}"))];
        for (int i = 0; i < Count; i++)
        {
            if (i > 50 && i % 4 == 0)
            {
                File.Copy(files[random.Next(50)], files[i]);
            }
            else
            {
                byte[] content = new byte[i % 5 == 0 ? random.Next(1, 200) : random.Next(Block, 40 * Block)];
                random.NextBytes(content);
                File.WriteAllBytes(files[i], content);
            }

            if (i % 8 == 0 && new FileInfo(files[i]).Length > 2 * Block)
            {
                // A clone of which one block was written since: shared in part.
                using FileStream file = File.OpenWrite(files[i]);
                file.Seek(Block, SeekOrigin.Begin);
                file.Write(new byte[Block]);
            }

            if (i == 50)
            {
                Volume.WriteBackAll();
            }
        }

        Volume.WriteBackAll();
        return files;
    }

    private static string Line(Extent extent) =>
        $"{extent.Logical / Block}+{(extent.Length + Block - 1) / Block}@{(extent.HasPlace ? extent.Physical / Block : null)} "
        + $"{(extent.IsShared ? "shared" : "alone")}";

    private static Dictionary<string, string[]> Filefrag(string[] files)
    {
        string output = Command.OutputOf("filefrag", ["-v", "-b4096", .. files]);
        var extents = new Dictionary<string, List<string>>();
        List<string> current = [];
        foreach (string line in output.Split('\n'))
        {
            if (Regex.Match(line, @"^File size of (.+) is \d+ \(\d+ blocks? of 4096 bytes\)") is { Success: true } file)
            {
                extents.Add(Path.GetFileName(file.Groups[1].Value), current = []);
            }
            else if (Regex.Match(line, @"^\s*\d+:\s*(\d+)\.\.\s*\d+:\s*(\d+)\.\.\s*\d+:\s*(\d+):(.*)$") is { Success: true } extent)
            {
                bool inRecords = extent.Groups[4].Value.Contains("inline", StringComparison.Ordinal);
                // For these it reports bytes.
                long length = Number(extent.Groups[3].Value) / (inRecords ? Block : 1);
                current.Add(
                    $"{extent.Groups[1].Value}+{length}@{(inRecords ? string.Empty : extent.Groups[2].Value)} "
                    + $"{(extent.Groups[4].Value.Contains("shared", StringComparison.Ordinal) ? "shared" : "alone")}");
            }
        }

        return extents.ToDictionary(file => file.Key, file => file.Value.ToArray());
    }
}
