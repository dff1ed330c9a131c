namespace CopyOnWrite.Testing;

/// <summary>The repository that this program was built in.</summary>
public static class RepositoryRoot
{
    private const string Solution = "CopyOnWrite.Sdk.sln";

    /// <exception cref="InvalidOperationException">The program does not run from inside of it.</exception>
    public static string Folder { get; } = Find();

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
