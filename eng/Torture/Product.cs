using System;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using CopyOnWrite.Testing;

namespace CopyOnWrite.Torture;

/// <summary>What is tortured: the package as <c>./build.sh pack</c> wrote it.</summary>
internal static class Product
{
    /// <summary>The folder of the MSBuild that this program was built by; its Copy is the built-in one.</summary>
    internal static string MSBuild { get; } =
        typeof(Product).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(attribute => attribute.Key == nameof(MSBuild)).Value!;

    /// <summary>Unpacks the package and gives the task assembly that MSBuild would load here (build/CopyOnWrite.targets).</summary>
    internal static string Unpack(string folder)
    {
        string feed = Path.Combine(RepositoryRoot.Folder, "artifacts", "packages");
        string[] packages = Directory.Exists(feed) ? Directory.GetFiles(feed, "CopyOnWrite.Sdk.*.nupkg") : [];
        if (packages.Length != 1)
        {
            throw new InvalidOperationException($"One CopyOnWrite.Sdk package is expected in {feed}: run ./build.sh pack.");
        }

        ZipFile.ExtractToDirectory(packages[0], folder);
        string compiled = Path.Combine(folder, "tasks", "linux-x64", "CopyOnWrite.Sdk.Tasks.dll");
        return RuntimeInformation.ProcessArchitecture == Architecture.X64 && File.Exists(compiled)
            ? compiled
            : Path.Combine(folder, "tasks", "netstandard2.0", "CopyOnWrite.Sdk.Tasks.dll");
    }
}
