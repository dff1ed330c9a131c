namespace CopyOnWrite.Build;

/// <summary><c>./build.sh pack</c>: the packages, as they would be published.</summary>
internal static class Pack
{
    // Each package with its project's folder.
    private static readonly (string Id, string Project)[] s_packages =
    [
        ("CopyOnWrite.Core", "src/CopyOnWrite"),
        ("CopyOnWrite.Sdk", "src/CopyOnWrite.Sdk"),
        ("CopyOnWrite.Artifacts", "src/CopyOnWrite.Artifacts"),
        ("CopyOnWrite.Tool", "src/CopyOnWrite.Tool"),
    ];

    /// <param name="environment">Variables for the builds, added to this process's.</param>
    /// <param name="only">The packages to write; null for all.</param>
    internal static async Task RunAsync(
        CancellationToken cancel, IReadOnlyDictionary<string, string>? environment = null, IReadOnlyCollection<string>? only = null)
    {
        Directory.CreateDirectory(PackedPackage.Feed);
        foreach ((string id, string project) in s_packages.Where(package => only is null || only.Contains(package.Id)))
        {
            // A package of an earlier commit must not remain.
            foreach (string old in Directory.EnumerateFiles(PackedPackage.Feed, $"{id}.*.nupkg"))
            {
                File.Delete(old);
            }

            await Shell.RequireAsync(
                "dotnet", ["pack", project, "--configuration", "Release", "--nologo", "--verbosity", "quiet"], cancel, environment);
            foreach (string package in Directory.EnumerateFiles(PackedPackage.Feed, $"{id}.*.nupkg"))
            {
                Console.WriteLine($"Packed {Path.GetRelativePath(RepositoryRoot.Folder, package)}");
            }
        }
    }
}
