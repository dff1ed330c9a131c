using CopyOnWrite.Tasks.Tests;

namespace CopyOnWrite.Artifacts.Tests;

/// <summary>A project's folder of the test's own, files in it, and calls of the task. Relative paths are relative to that folder.</summary>
public abstract class StagingTest
{
    /// <summary>Well in the past, so that "now" is never taken for it.</summary>
    private protected static readonly DateTime Time = new DateTime(2020, 2, 29, 12, 34, 56, DateTimeKind.Utc).AddTicks(1234567);

    private VolumeUnderTest? _volume;

    private protected string Folder => _volume!.Folder;

    private protected virtual VolumeUnderTest OpenVolume() => VolumeUnderTest.InTemporaryFolder();

    [TestInitialize]
    public void MakeFolder() => _volume = OpenVolume();

    [TestCleanup]
    public void RemoveFolder() => _volume?.Dispose();

    private protected string PathOf(string relative) => Path.Combine(Folder, relative);

    /// <summary>A file whose content is its path unless another is given, so that no two are equal by accident.</summary>
    private protected string Write(string relative, string? content = null, DateTime? modified = null)
    {
        string path = PathOf(relative);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, content ?? $"content of {relative}");
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
        try
        {
            _ = Directory.Exists(Path.Combine(Path.GetDirectoryName(path)!, target))
                ? Directory.CreateSymbolicLink(path, target)
                : File.CreateSymbolicLink(path, target);
        }
        catch (Exception e) when (OperatingSystem.IsWindows() && e is (IOException or UnauthorizedAccessException))
        {
            Assert.Inconclusive($"No symbolic link can be made here: {e.Message}");
        }
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

    private static void Collect(DirectoryInfo folder, string relative, List<string> found)
    {
        foreach (FileSystemInfo entry in folder.EnumerateFileSystemInfos())
        {
            string path = relative + entry.Name;
            if (entry.LinkTarget is { } target)
            {
                found.Add($"{path} -> {target}");
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
