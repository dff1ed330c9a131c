using Microsoft.Build.Locator;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>
/// The MSBuild that this process evaluates with, and NuGet's assemblies beside it: those of the .NET SDK that `dotnet build` would use in
/// the repository (global.json). A method that uses their types must not be compiled before they are registered.
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

    /// <exception cref="CommandFailedException">No installed .NET SDK satisfies the folder's global.json.</exception>
    internal static VisualStudioInstance Find(string folder)
    {
        try
        {
            var options = new VisualStudioInstanceQueryOptions { DiscoveryTypes = DiscoveryType.DotNetSdk, WorkingDirectory = folder };
            return MSBuildLocator.QueryVisualStudioInstances(options).First();
        }
        catch (Exception e) when (e is InvalidOperationException or IOException or UnauthorizedAccessException)
        {
            // InvalidOperationException also if hostfxr_resolve_sdk2 finds no SDK: it has written which version global.json requires.
            throw new CommandFailedException(
                $"No installed .NET SDK can build {folder}. In that folder, `dotnet --version` names the version that global.json "
                + "requires, and `dotnet --list-sdks` lists the installed versions.");
        }
    }
}
