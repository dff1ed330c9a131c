using System.IO;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>
/// Checks the properties and passes them on to the project's Copy tasks in this process. Runs only in projects
/// that set one (build/CopyOnWrite.Check.targets).
/// </summary>
#pragma warning disable CS0436 // Our own attribute of that name, on purpose: hosts before 18.3 have none.
[MSBuildMultiThreadableTask]
#pragma warning restore CS0436
public sealed class CopyOnWriteSettings : Microsoft.Build.Utilities.Task
{
    private const string SizesFromZero = "Accepted values: 0, and numbers with KB, MB, GB, TB, KiB, MiB, GiB, TiB or no unit (bytes), such as 64KiB.";

    /// <summary>The project, with its path.</summary>
    [Required]
    public string ProjectFile { get; set; } = string.Empty;

    public string Cache { get; set; } = string.Empty;

    public string CachePath { get; set; } = string.Empty;

    public string CacheMaxSize { get; set; } = string.Empty;

    public string CacheMaxAge { get; set; } = string.Empty;

    public string MinimumFileSize { get; set; } = string.Empty;

    public string FreshFileSize { get; set; } = string.Empty;

    public string Report { get; set; } = string.Empty;

    public override bool Execute()
    {
        var texts = new SettingTexts(Cache, CachePath, CacheMaxSize, CacheMaxAge, MinimumFileSize, FreshFileSize, Report);
        if (!Settings.TryParse(texts, out _, out string? wrong))
        {
            switch (wrong)
            {
                case Settings.CacheSwitch:
                    Error("COW1002", $"CopyOnWriteCache is '{Cache}'. Accepted values: true or 1 (package files from another volume are cached), false or 0 (they are copied each time).");
                    break;
                case Settings.CachePathProperty:
                    Error("COW1003", $"CopyOnWriteCachePath is '{CachePath}', which is not an absolute path. Start it with $(MSBuildThisFileDirectory) or a similar property.");
                    break;
                case Settings.CacheSizeProperty:
                    Error("COW1004", $"CopyOnWriteCacheMaxSize is '{CacheMaxSize}', which is not a valid size. Accepted values: numbers above 0 with KB, MB, GB, TB, KiB, MiB, GiB, TiB or no unit (bytes), such as 10GB.");
                    break;
                case Settings.MinimumProperty:
                    Error("COW1008", $"{wrong} is '{MinimumFileSize}', which is not a valid size. {SizesFromZero}");
                    break;
                case Settings.FreshProperty:
                    Error("COW1008", $"{wrong} is '{FreshFileSize}', which is not a valid size. {SizesFromZero}");
                    break;
                case Settings.ReportProperty:
                    Error("COW1011", $"CopyOnWriteReport is '{Report}', which is not an absolute path. Start it with $(MSBuildThisFileDirectory) or a similar property.");
                    break;
                default:
                    Error("COW1005", $"CopyOnWriteCacheMaxAge is '{CacheMaxAge}', which is not a valid age. Accepted values: numbers above 0, in days (30 or 30d) or hours (12h).");
                    break;
            }

            return false;
        }

        Settings.Register(BuildEngine4, Path.GetDirectoryName(ProjectFile)!, texts);

        // A Copy task asks by its working directory, which names the same folder without its links.
        string workingDirectory = Directory.GetCurrentDirectory();
        if (File.Exists(Path.Combine(workingDirectory, Path.GetFileName(ProjectFile))))
        {
            Settings.Register(BuildEngine4, workingDirectory, texts);
        }

        return true;
    }

    private void Error(string code, string text) =>
        Log.LogError(null, code, null, ProjectFile, 0, 0, 0, 0, "{0} See {1}", text, Documentation.PageOf(code));
}
