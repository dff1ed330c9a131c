using Microsoft.Build.Locator;

namespace CopyOnWrite.Windows.Tests.Infrastructure;

/// <summary>The .NET SDK here as Windows loads it (<see cref="IlOnlyImage"/>); CopyOnWrite.MSBuildHost is its dotnet.exe.</summary>
internal static class WindowsSdk
{
    // Not needed to build C#, and large; the workloads' resolver looks for manifests that a Linux SDK keeps elsewhere.
    private static readonly string[] s_left =
        [
            "FSharp", "DotnetTools", "Extensions", "Containers", "TestHostNetFramework",
            "SdkResolvers/Microsoft.NET.Sdk.WorkloadMSBuildSdkResolver",
        ];

    private static readonly Lazy<string> s_folder = new(Make);

    /// <summary>The folder of MSBuild.dll, on this system.</summary>
    internal static string Folder => s_folder.Value;

    /// <summary>The folder that a .NET installation has in DOTNET_ROOT, on this system.</summary>
    internal static string DotNetRoot => Path.GetFullPath(Path.Combine(Folder, "../.."));

    private static string Make()
    {
        string sdk = MSBuildLocator.QueryVisualStudioInstances().First().MSBuildPath.TrimEnd('/');

        // Laid out as in an installation, because the SDK searches beside it: dotnet/sdk/VERSION and dotnet/packs.
        string dotnet = Path.Combine(WindowsPrograms.Root, "dotnet");
        string made = Path.Combine(dotnet, "sdk", Path.GetFileName(sdk));
        if (Directory.Exists(made))
        {
            return made;
        }

        BenchVolumes.Delete(dotnet);
        // Under another name, so that a whole one has its own name.
        string unfinished = made + ".unfinished";
        foreach (string file in Directory.EnumerateFiles(sdk, "*", SearchOption.AllDirectories))
        {
            string relative = Path.GetRelativePath(sdk, file);
            if (!s_left.Any(folder => relative.StartsWith(folder + "/", StringComparison.Ordinal)))
            {
                Convert(file, Path.Combine(unfinished, relative));
            }
        }

        Directory.CreateSymbolicLink(Path.Combine(dotnet, "packs"), Path.GetFullPath(Path.Combine(sdk, "../../packs")));

        // MSBuildLocator takes a folder for an installation when it has this; nothing starts it.
        File.WriteAllBytes(Path.Combine(dotnet, "dotnet.exe"), []);
        Directory.Move(unfinished, made);
        return made;
    }

    private static void Convert(string from, string to)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(to)!);
        if (from.EndsWith(".dll", StringComparison.Ordinal) && IlOnlyImage.From(File.ReadAllBytes(from)) is { } image)
        {
            File.WriteAllBytes(to, image);
        }
        else
        {
            File.Copy(from, to);
        }
    }
}
