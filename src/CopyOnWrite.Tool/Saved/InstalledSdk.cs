namespace CopyOnWrite.Tool.Saved;

/// <summary>The .NET SDK that builds in a folder, by global.json.</summary>
internal sealed class InstalledSdk
{
    private readonly string _folder;

    internal InstalledSdk(string checkout) => _folder = Path.TrimEndingDirectorySeparator(RegisteredMSBuild.Find(checkout).MSBuildPath);

    /// <summary>"10.0.401".</summary>
    internal string Version => Path.GetFileName(_folder);

    /// <summary>
    /// The newest of its files and of its reference packs: builds compare them with outputs. Their paths have versions, so an equal path is
    /// an equal content; but `cp -R` in dotnet-install.sh, which setup-dotnet runs, gives them the time of the installation.
    /// </summary>
    internal DateTime Newest()
    {
        var all = new EnumerationOptions { RecurseSubdirectories = true, IgnoreInaccessible = true, AttributesToSkip = 0 };
        string packs = Path.GetFullPath(Path.Join(_folder, "..", "..", "packs"));
        return new[] { _folder, packs }.Where(Directory.Exists)
            .SelectMany(folder => new DirectoryInfo(folder).EnumerateFiles("*", all)).Select(file => file.LastWriteTimeUtc)
            .DefaultIfEmpty().Max();
    }
}
