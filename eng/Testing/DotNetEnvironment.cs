namespace CopyOnWrite.Testing;

/// <summary>
/// The environment of a measured build. MSBuild reads every variable as a property, and a test that itself runs under `dotnet test` or a
/// build inherits its variables, so a measured build would depend on its starter.
/// </summary>
public static class DotNetEnvironment
{
    // MSBUILD*: also MSBuildSDKsPath, MSBuildExtensionsPath and MSBUILD_EXE_PATH, which Microsoft.Build.Locator sets in its own process.
    // COREHOST_*, DOTNET_STARTUP_HOOKS and the profilers: test hosts and coverage tools use them to get into child processes.
    private static readonly string[] s_prefixes =
    [
        "MSBUILD", "CopyOnWrite", "DisableCopyOnWrite", "DOTNET_CLI_", "DOTNET_HOST_", "DOTNET_STARTUP_", "COREHOST_", "CORECLR_",
        "COR_", "VSTEST_", "TESTINGPLATFORM_", "NUGET_PLUGIN", "COW_VOLUME", CompilerServer.EnvironmentVariable,
    ];

    private static readonly HashSet<string> s_properties = new(StringComparer.OrdinalIgnoreCase)
    {
        "ArtifactsPath", "BaseIntermediateOutputPath", "BaseOutputPath", "Configuration", "CustomBeforeMicrosoftCommonProps",
        "CustomAfterMicrosoftCommonTargets", "DirectoryBuildPropsPath", "DirectoryBuildTargetsPath", "NUGET_PACKAGES", "OutDir",
        "OutputPath", "Platform", "RestorePackagesPath", "RuntimeIdentifier", "SkipCopyUnchangedFiles", "SolutionDir", "TargetFramework",
        "UseArtifactsOutput", "UseSharedCompilation", "Version", "VersionPrefix", "VersionSuffix", "LC_ALL", "LC_MESSAGES", "VSLANG",
    };

    internal static void Apply(ProcessStartInfo start, string? packages, IReadOnlyDictionary<string, string?>? variables)
    {
        IDictionary<string, string?> environment = start.Environment;
        foreach (string name in environment.Keys.Where(IsInheritedInfluence).ToList())
        {
            environment.Remove(name);
        }

        environment["DOTNET_CLI_TELEMETRY_OPTOUT"] = "1";
        environment["DOTNET_NOLOGO"] = "1";
        environment["DOTNET_CLI_WORKLOAD_UPDATE_NOTIFY_DISABLE"] = "true";

        // No process may outlive a build: a server or a reused node keeps the old task assembly loaded and its folders in use.
        environment["MSBUILDDISABLENODEREUSE"] = "1";
        environment["DOTNET_CLI_USE_MSBUILD_SERVER"] = "0";
        environment["UseSharedCompilation"] = "false";

        // Messages are compared as text.
        environment["LANG"] = "en_US.UTF-8";
        environment["DOTNET_CLI_UI_LANGUAGE"] = "en";
        if (packages is not null)
        {
            environment["NUGET_PACKAGES"] = packages;
        }

        foreach ((string name, string? value) in variables ?? new Dictionary<string, string?>())
        {
            environment[name] = value;
        }
    }

    private static bool IsInheritedInfluence(string name) =>
        s_properties.Contains(name) || s_prefixes.Any(prefix => name.StartsWith(prefix, StringComparison.OrdinalIgnoreCase));
}
