namespace CopyOnWrite.Testing;

/// <summary>The repository that this program was built in.</summary>
public static class RepositoryRoot
{
    public const string Solution = "CopyOnWrite.Sdk.slnx";

    /// <exception cref="InvalidOperationException">The program does not run from inside of it.</exception>
    public static string Folder { get; } = Find();

    public static string Artifacts { get; } = Path.Combine(Folder, "artifacts");

    public static string Sample(string name) => Path.Combine(Folder, "samples", name);

    /// <summary>The assembly of a project's last Release build.</summary>
    public static string Built(string project, string? assembly = null) =>
        Path.Combine(Artifacts, "bin", project, "release", $"{assembly ?? project}.dll");

    private static string Find()
    {
        string? folder = AppContext.BaseDirectory;
        while (folder is not null && !File.Exists(Path.Combine(folder, Solution)))
        {
            folder = Path.GetDirectoryName(folder);
        }

        return folder ?? throw new InvalidOperationException($"{Solution} is in no folder above {AppContext.BaseDirectory}.");
    }
}
