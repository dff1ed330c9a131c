using System;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using CopyOnWrite.Testing;

namespace CopyOnWrite.Torture;

/// <summary>What is tortured: the packages as <c>./build.sh pack</c> wrote them.</summary>
internal static class Product
{
    /// <summary>The folder of the MSBuild that this program was built by; its Copy is the built-in one.</summary>
    internal static string MSBuild { get; } =
        typeof(Product).Assembly
            .GetCustomAttributes<AssemblyMetadataAttribute>()
            .Single(attribute => attribute.Key == nameof(MSBuild)).Value!;

    /// <summary>
    /// Unpacks both packages into one folder and gives the task assembly that MSBuild would load here (build/CopyOnWrite.targets).
    /// </summary>
    internal static string Unpack(string folder)
    {
        string feed = Path.Combine(RepositoryRoot.Folder, "artifacts", "packages");
        foreach (string id in new[] { "CopyOnWrite.Artifacts", "CopyOnWrite.Sdk" })
        {
            string[] packages = Directory.Exists(feed) ? Directory.GetFiles(feed, id + ".*.nupkg") : [];
            if (packages.Length != 1)
            {
                throw new InvalidOperationException($"One {id} package is expected in {feed}: run ./build.sh pack.");
            }

            ZipFile.ExtractToDirectory(packages[0], folder, overwriteFiles: true);
        }

        string system = "linux-" + RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant();
        string compiled = Path.Combine(folder, "tasks", system, "CopyOnWrite.Sdk.Tasks.dll");
        return File.Exists(compiled) ? compiled : Path.Combine(folder, "tasks", "netstandard2.0", "CopyOnWrite.Sdk.Tasks.dll");
    }

    /// <summary>Of the package that stages.</summary>
    internal static string StagingBeside(string assembly) =>
        Path.Combine(Path.GetDirectoryName(assembly)!, "CopyOnWrite.Artifacts.Tasks.dll");
}
