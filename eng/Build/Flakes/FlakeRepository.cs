namespace CopyOnWrite.Build.Flakes;

/// <summary>The repository of one scenario for one arm, on the measured volume, with its packages beside it.</summary>
internal sealed class FlakeRepository(string folder)
{
    internal string Folder => folder;

    internal FlakeCounts Counts { get; } = new();

    internal string PathOf(string relative) => Path.Combine(folder, relative);

    /// <summary>Writes files of random content, which no file system makes smaller, and returns their contents.</summary>
    internal byte[][] WriteRandom(string name, int count, int length) =>
    [
        .. Enumerable.Range(0, count).Select(i =>
        {
            byte[] content = new byte[length];
            new Random(i).NextBytes(content);
            File.WriteAllBytes(PathOf($"{name}{i}.bin"), content);
            return content;
        }),
    ];

    /// <summary>Whether the file can be opened at once, and has one of the contents.</summary>
    internal bool Has(string relative, params byte[][] contents)
    {
        try
        {
            using var file = new FileStream(PathOf(relative), FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            byte[] content = new byte[file.Length];
            return file.Read(content) == content.Length && contents.Any(one => content.AsSpan().SequenceEqual(one));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    internal void Delete(string name)
    {
        foreach (string found in Directory.GetDirectories(folder, name, SearchOption.AllDirectories))
        {
            BenchVolumes.Delete(found);
        }
    }

    internal Task<DotNetResult> BuildAsync(CancellationToken cancel, params string[] arguments) => DotNet.RunAsync(
        folder,
        ["build", .. arguments, "-nologo", "-tl:off", "-v:quiet", "-clp:NoSummary"],
        Path.Combine(Path.GetDirectoryName(folder)!, "packages"),
        cancellation: cancel);
}
