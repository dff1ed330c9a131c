using NuGet.Configuration;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>The folder that NuGet extracts a project's packages into.</summary>
internal static class PackageCache
{
    /// <summary>
    /// The first is what the last restore wrote down; the others are what the next one would take: the environment comes before the
    /// NuGet.config files.
    /// </summary>
    internal static string Of(EvaluatedProject project)
    {
        if ((project.Folder("NuGetPackageRoot") ?? project.Folder("RestorePackagesPath")) is { } folder)
        {
            return folder;
        }

        try
        {
            return SettingsUtility.GetGlobalPackagesFolder(Settings.LoadDefaultSettings(Path.GetDirectoryName(project.File)));
        }
        catch (NuGetConfigurationException)
        {
            // A damaged file fails the restore, too.
            return SettingsUtility.GetGlobalPackagesFolder(NullSettings.Instance);
        }
    }
}
