namespace CopyOnWrite.Tasks;

/// <summary>Checks the properties and passes them to the project's Copy tasks in this process (build/CopyOnWrite.Check.targets).</summary>
[MSBuildMultiThreadableTask]
public sealed class CopyOnWriteSettings : Task
{
    /// <summary>The project's path.</summary>
    [Required]
    public string ProjectFile { get; set; } = string.Empty;

    // One property for each row of Settings.Table, named without CopyOnWrite.
    public string Cache { get; set; } = string.Empty;
    public string CachePath { get; set; } = string.Empty;
    public string CacheMaxSize { get; set; } = string.Empty;
    public string CacheMaxAge { get; set; } = string.Empty;
    public string CacheWait { get; set; } = string.Empty;
    public string FlushSources { get; set; } = string.Empty;
    public string ReplaceFilesInUse { get; set; } = string.Empty;

    public override bool Execute()
    {
        // The order is the table's (SettingTableTests). Reading them by reflection would compile a method for each in every process.
        string[] texts = { Cache, CachePath, CacheMaxSize, CacheMaxAge, CacheWait, FlushSources, ReplaceFilesInUse };
        if (Array.TrueForAll(texts, text => text.Length == 0))
        {
            return true;
        }

        if (!Settings.TryParse(texts, out _, out Setting? wrong))
        {
            string page = Documentation.PageOf(wrong!.Code);
            Log.LogError(
                null, wrong.Code, null, ProjectFile, 0, 0, 0, 0, "{0} is '{1}'{2} See {3}", wrong.Name,
                texts[Array.IndexOf(Settings.Table.Rows, wrong)], wrong.Rule, page);
            return false;
        }

        string folder = Path.GetDirectoryName(ProjectFile)!;
        Settings.Register(BuildEngine4, folder, texts);

        // A Copy task looks the settings up by its working directory, which is the same folder with links resolved. In a multithreaded
        // build it has the folder as the project is named, and the working directory belongs to no project.
        string workingDirectory = Directory.GetCurrentDirectory();
        if (workingDirectory != folder && IsOneFolder(folder, workingDirectory))
        {
            Settings.Register(BuildEngine4, workingDirectory, texts);
        }

        return true;
    }

    // On a system that lacks a call, where the built-in task copies, .NET knows no folder's identity.
    private static bool IsOneFolder(string folder, string other) => TaskProcess.Instance.Platform is { } ours
        && Platform.OrDotNet(ours) is var platform
        && platform.TryStat(folder, out FileStat here)
        && platform.TryStat(other, out FileStat there)
        && here.IsSameAs(there);
}
