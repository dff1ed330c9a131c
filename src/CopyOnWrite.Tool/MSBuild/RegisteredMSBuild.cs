using Microsoft.Build.Locator;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>
/// The MSBuild that this process evaluates with, and NuGet's assemblies beside it: those of the .NET SDK which `dotnet build` would take in
/// the repository (global.json). No method that names a type of theirs may be compiled before it is registered.
/// </summary>
internal static class RegisteredMSBuild
{
    internal static void For(string folder)
    {
        if (!MSBuildLocator.IsRegistered)
        {
            MSBuildLocator.RegisterInstance(Find(folder));
        }
    }

    /// <exception cref="BadInputException">None is installed that the folder's global.json takes.</exception>
    internal static VisualStudioInstance Find(string folder)
    {
        try
        {
            var options = new VisualStudioInstanceQueryOptions { DiscoveryTypes = DiscoveryType.DotNetSdk, WorkingDirectory = folder };
            return MSBuildLocator.QueryVisualStudioInstances(options).First();
        }
        catch (Exception e) when (e is InvalidOperationException or IOException or UnauthorizedAccessException)
        {
            // The first also where hostfxr_resolve_sdk2 found none.
            throw new BadInputException(WhyNone(folder));
        }
    }

    internal static string WhyNone(string folder) => GlobalJson.Of(folder) is { SdkVersion: { } version, File: var file }
        ? $"{file} requires .NET SDK {version}, which is not installed. Install it, or change the version there to one that "
            + "`dotnet --list-sdks` lists."
        : $"No installed .NET SDK can build {folder}. `dotnet --list-sdks` lists the installed ones.";
}
