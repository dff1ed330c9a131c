using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Spectre.Console;

namespace CopyOnWrite.Build;

/// <summary><c>./build.sh pack</c>: the packages, as they would be published.</summary>
internal static class Pack
{
    private static readonly string[] s_projects =
    [
        "src/CopyOnWrite", "src/CopyOnWrite.Sdk", "src/CopyOnWrite.Artifacts", "src/CopyOnWrite.Tool",
    ];

    /// <param name="environment">Of the builds, on top of this process's.</param>
    internal static async Task<int> RunAsync(CancellationToken cancel, IReadOnlyDictionary<string, string>? environment = null)
    {
        // A package of an earlier commit must not be taken for this one's.
        Directory.CreateDirectory(Repository.Packages);
        foreach (string old in Directory.EnumerateFiles(Repository.Packages, "*.nupkg"))
        {
            File.Delete(old);
        }

        foreach (string project in s_projects)
        {
            int exitCode = await Shell.RunAsync(
                "dotnet", ["pack", project, "--configuration", "Release", "--nologo", "--verbosity", "quiet"], cancel, environment);
            if (exitCode != 0)
            {
                return exitCode;
            }
        }

        foreach (string package in Directory.EnumerateFiles(Repository.Packages, "*.nupkg"))
        {
            AnsiConsole.WriteLine($"Packed {Path.GetRelativePath(Repository.Root, package)}");
        }

        return 0;
    }
}
