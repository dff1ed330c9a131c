namespace CopyOnWrite.Tool.Bench;

/// <summary>A temporary folder of the bench on a volume; disposing deletes it.</summary>
/// <param name="Name">The file system, with the folder if several would have the same name.</param>
internal sealed record BenchFolder(string Folder, string Name, string Description, string? Packages) : IDisposable
{
    internal List<BenchArm> Arms { get; } = [];

    internal static BenchFolder Create(string path, BenchOptions options, IEnumerable<BenchFolder> others)
    {
        string folder = Path.Combine(Path.GetFullPath(path), $"cow-bench-{Environment.ProcessId}");
        Directory.CreateDirectory(folder);
        string name = Volume.At(folder).FileSystem;
        return new BenchFolder(
            folder,
            others.Any(other => other.Name == name) ? $"{name} at {path}" : name,
            Mount.Describe(folder),
            options.PackagesOnEach ? Path.Combine(folder, "packages") : options.Packages);
    }

    public void Dispose() => DeletedTree.Delete(Folder);
}
