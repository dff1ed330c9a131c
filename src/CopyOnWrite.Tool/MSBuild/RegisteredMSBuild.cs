using System.Linq;
using Microsoft.Build.Locator;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>
/// The MSBuild that this process evaluates with: that of the .NET SDK which `dotnet build` would take in the repository (global.json).
/// No method that names a type of MSBuild's may be compiled before it is registered.
/// </summary>
internal static class RegisteredMSBuild
{
    internal static void For(string folder)
    {
        if (MSBuildLocator.IsRegistered)
        {
            return;
        }

        var options = new VisualStudioInstanceQueryOptions { DiscoveryTypes = DiscoveryType.DotNetSdk, WorkingDirectory = folder };
        VisualStudioInstance sdk = MSBuildLocator.QueryVisualStudioInstances(options).FirstOrDefault()
            ?? throw new BadInputException($"No installed .NET SDK can build {folder}. `dotnet --list-sdks` lists the installed ones; global.json may require another.");
        MSBuildLocator.RegisterInstance(sdk);
    }
}
