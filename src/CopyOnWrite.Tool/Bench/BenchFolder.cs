namespace CopyOnWrite.Tool.Bench;

/// <summary>A temporary folder of the bench on a volume; disposing deletes it.</summary>
internal sealed class BenchFolder : IDisposable
{
    internal BenchFolder(string path, BenchOptions options)
    {
        Folder = Path.Combine(Path.GetFullPath(path), $"cow-bench-{Environment.ProcessId}");
        try
        {
            Directory.CreateDirectory(Folder);
        }
        catch (UnauthorizedAccessException)
        {
            throw new CommandFailedException($"{path} is not writable. Name a folder that this user may write to.");
        }

        Packages = options.PackagesOnEach ? Path.Combine(Folder, "packages") : options.Packages;
        Name = Volume.At(Folder).FileSystem;
        Description = Mount.Describe(Folder);
    }

    internal List<BenchArm> Arms { get; } = [];

    internal string Folder { get; }

    internal string? Packages { get; }

    internal string Name { get; set; }

    internal string Description { get; }

    public void Dispose()
    {
        if (Directory.Exists(Folder))
        {
            Directory.Delete(Folder, recursive: true);
        }
    }
}
