namespace CopyOnWrite.Artifacts.Tests;

/// <summary>A project's folder of the test's own, files in it, and calls of the task. Relative paths are relative to that folder.</summary>
public abstract class StagingTest
{
    /// <summary>Well in the past, so that "now" is never taken for it.</summary>
    private protected static readonly DateTime Time = new DateTime(2020, 2, 29, 12, 34, 56, DateTimeKind.Utc).AddTicks(1234567);

    private const string Bar = " | ";

    private VolumeUnderTest? _volume;

    private protected string Folder => _volume!.Folder;

    private protected virtual VolumeUnderTest OpenVolume() => VolumeUnderTest.InTemporaryFolder();

    [TestInitialize]
    public void MakeFolder() => _volume = OpenVolume();

    [TestCleanup]
    public void RemoveFolder() => _volume?.Dispose();

    private protected string PathOf(string relative) => Path.GetFullPath(relative, Folder);

    /// <summary>A file whose content is its path unless another is given, so that no two are equal by accident.</summary>
    private protected string Write(string relative, string? content = null, DateTime? modified = null)
    {
        string path = TextFile.Write(PathOf(relative), content ?? $"content of {relative}");
        File.SetLastWriteTimeUtc(path, modified ?? Time);
        return path;
    }

    /// <param name="files">Paths; "PATH/" is an empty folder, and "PATH -> TARGET" a link.</param>
    private protected void WriteAll(params string[] files)
    {
        foreach (string file in files)
        {
            if (file.EndsWith('/'))
            {
                Directory.CreateDirectory(PathOf(file));
            }
            else if (file.Split(" -> ") is [string link, string target])
            {
                MakeLink(link, target);
            }
            else
            {
                Write(file);
            }
        }
    }

    private protected string Read(string relative) => File.ReadAllText(PathOf(relative));

    private protected void MakeLink(string relative, string target)
    {
        string path = PathOf(relative);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        Links.MakeSymbolicLink(path, target);
    }

    /// <param name="metadata">Each as NAME=VALUE.</param>
    private protected ProjectItem Item(string include, string destination, params string[] metadata) =>
        new(Folder, include, [$"DestinationFolder={destination}", .. metadata]);

    private protected StagingRun Stage(params ProjectItem[] items) => Stage(_ => { }, items);

    private protected StagingRun Stage(Action<Robocopy> set, params ProjectItem[] items) => Stage(new RecordingEngine(), set, items);

    private protected static StagingRun Stage(RecordingEngine engine, Action<Robocopy> set, params ProjectItem[] items)
    {
        var task = new Robocopy { BuildEngine = engine, Sources = items };
        set(task);
        return new StagingRun(task.Execute(), task, engine);
    }

    /// <summary>
    /// Stages items, and compares the outcome and all of the folder: each file has the content and the time of the one that it was staged
    /// from. Bars separate the files and the items.
    /// </summary>
    /// <param name="before">The files, as for <see cref="WriteAll"/>.</param>
    /// <param name="items">"INCLUDE > DESTINATION", then "&amp; NAME=VALUE" for each metadata; FULL is the folder.</param>
    /// <param name="result">The errors' codes, "N staged" and "N skipped"; a number that is left out is not compared.</param>
    /// <param name="after">
    /// What changed: a file, staged from the first one of its name; "FILE = SOURCE", staged from that; "-FILE", removed.
    /// </param>
    private protected void StageAndCompare(
        string before, string items, string result, string after, string[]? words = null, string? immutable = null)
    {
        string[] files = before.Split(Bar, StringSplitOptions.RemoveEmptyEntries);
        WriteAll(files);
        using Immutable? locked = immutable is null ? null : new Immutable(PathOf(immutable));
        StagingRun run = Stage([.. items.Split(Bar).Select(Parse)]);
        string[] codes = [.. result.Split(", ").Where(word => word.StartsWith("COW", StringComparison.Ordinal))];
        _ = codes.Length == 0 ? run.Succeeded() : run.Failed(codes);
        run.WithCounts(NumberOf("staged", result), NumberOf("skipped", result));
        _ = words is not { Length: > 0 } ? run : run.WithErrorOf([.. words.Select(InFolder)]);

        var expected = files.ToDictionary(file => file);
        foreach (string[] change in after.Split(Bar, StringSplitOptions.RemoveEmptyEntries).Select(change => change.Split(" = ")))
        {
            if (change[0][0] == '-')
            {
                Assert.IsTrue(expected.Remove(change[0][1..]), change[0]);
            }
            else
            {
                string name = Path.GetFileName(change[0]);
                expected[change[0]] = change.Length > 1 ? change[1] : files.First(file => Path.GetFileName(file) == name);
            }
        }

        AssertHolds(string.Empty, [.. expected.Keys]);
        foreach ((string file, string source) in expected.Where(pair => pair.Key[^1] != '/' && !pair.Key.Contains(" -> ")))
        {
            Assert.AreEqual($"content of {source}", Read(file), run.Log);
            Assert.AreEqual(Time, File.GetLastWriteTimeUtc(PathOf(file)), file);
        }
    }

    /// <summary>What is in the folder: files by their paths, links as "PATH -> TARGET", folders that are empty as "PATH/".</summary>
    private protected void AssertHolds(string folder, params string[] expected)
    {
        var found = new List<string>();
        if (Directory.Exists(PathOf(folder)))
        {
            Collect(new DirectoryInfo(PathOf(folder)), string.Empty, found);
        }

        string[] sorted = [.. expected.Order(StringComparer.Ordinal)];
        found.Sort(StringComparer.Ordinal);
        CollectionAssert.AreEqual(sorted, found, $"{folder} holds: {string.Join(", ", found)}\nexpected: {string.Join(", ", sorted)}");
    }

    private ProjectItem Parse(string text)
    {
        string[] parts = InFolder(text).Split(" & ");
        string[] place = parts[0].Split(" > ");
        return Item(place[0], place[1], parts[1..]);
    }

    private string InFolder(string text) => text.Replace("FULL", Folder, StringComparison.Ordinal);

    private static int? NumberOf(string what, string result) =>
        Regex.Match(result, $@"(\d+) {what}") is { Success: true } number
            ? int.Parse(number.Groups[1].Value, CultureInfo.InvariantCulture)
            : null;

    private static void Collect(DirectoryInfo folder, string relative, List<string> found)
    {
        foreach (FileSystemInfo entry in folder.EnumerateFileSystemInfos())
        {
            string path = relative + entry.Name;
            if (entry.LinkTarget is { } target)
            {
                found.Add($"{path} -> {StagingRun.Plain(target)}");
            }
            else if (entry is DirectoryInfo below)
            {
                int before = found.Count;
                Collect(below, path + "/", found);
                found.AddRange(found.Count == before ? [path + "/"] : []);
            }
            else
            {
                found.Add(path);
            }
        }
    }
}
