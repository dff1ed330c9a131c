using BenchmarkDotNet.Attributes;

namespace CopyOnWrite.Benchmarks;

/// <summary>A file of the published matrix.</summary>
/// <param name="Written">Whether it has data; otherwise only its length is set.</param>
public sealed record SourceFile(int Size, bool Written)
{
    /// <summary>The published sizes, and two that are not whole blocks, as no real assembly is.</summary>
    internal static int[] Sizes { get; } = [0, 1, 1024, 16_384, 18_321, 262_144, 280_001, 1_048_576, 16_777_216];

    /// <summary>Padded to one width: BenchmarkDotNet sorts its rows by this text, and shortens it to 20 characters.</summary>
    public override string ToString() =>
        string.Create(CultureInfo.InvariantCulture, $"{Size,10:N0} {(Size == 0 ? "empty" : Written ? "data" : "no data")}");

    /// <summary>Written to the disk when this returns: another benchmark measures clones of fresh files.</summary>
    internal void Create(string path)
    {
        using FileStream file = File.Create(path);
        if (Written)
        {
            byte[] content = new byte[Size];
            new Random(Size).NextBytes(content);
            file.Write(content);
        }
        else
        {
            file.SetLength(Size);
        }

        file.Flush(flushToDisk: true);
    }
}

/// <summary>
/// The published matrix: <see cref="File.Copy(string, string)"/> against CopyOnWrite.Core as programs call it, one source, 50 copies of it
/// to new names, which are deleted before each iteration. One thread, no MSBuild.
/// </summary>
public class CopyMatrix
{
    private const int Copies = 50;

    private readonly FileCloner _core = FileCloner.Shared;
    private string _source = string.Empty;
    private string[] _targets = [];

    /// <summary>Folders by the name of their file system.</summary>
    internal static IReadOnlyDictionary<string, string> Folders { get; set; } = new Dictionary<string, string>();

    public static IEnumerable<string> Volumes => Folders.Keys;

    public static IEnumerable<SourceFile> Sources =>
        from size in SourceFile.Sizes from written in size == 0 ? [true] : new[] { false, true } select new SourceFile(size, written);

    [ParamsSource(nameof(Volumes))]
    public string Volume { get; set; } = string.Empty;

    [ParamsSource(nameof(Sources))]
    public SourceFile Source { get; set; } = new(0, false);

    [GlobalSetup]
    public void MakeSource()
    {
        string folder = Path.Combine(Folders[Volume], "matrix");
        string targets = Path.Combine(folder, "targets");
        Directory.CreateDirectory(targets);
        _source = Path.Combine(folder, "source");
        _targets = [.. Enumerable.Range(0, Copies).Select(i => Path.Combine(targets, $"{i}"))];
        Source.Create(_source);
    }

    [GlobalCleanup]
    public void DeleteAll() => Directory.Delete(Path.GetDirectoryName(_source)!, recursive: true);

    [IterationSetup]
    public void DeleteTargets()
    {
        foreach (string target in _targets)
        {
            File.Delete(target);
        }
    }

    [Benchmark(Description = "File.Copy", Baseline = true, OperationsPerInvoke = Copies)]
    public void FileCopy()
    {
        foreach (string target in _targets)
        {
            File.Copy(_source, target);
        }
    }

    /// <summary>Its difference from the first is noise.</summary>
    [Benchmark(Description = "File.Copy-again", OperationsPerInvoke = Copies)]
    public void FileCopyAgain() => FileCopy();

    [Benchmark(Description = "CopyOnWrite.Core", OperationsPerInvoke = Copies)]
    public void Core()
    {
        foreach (string target in _targets)
        {
            _core.CloneOrCopy(_source, target);
        }
    }
}
