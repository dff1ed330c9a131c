using System.Reflection;

namespace CopyOnWrite.Torture;

/// <summary>The tested product: the packages that <c>./build.sh pack</c> wrote.</summary>
internal static class Product
{
    /// <summary>The folder of the MSBuild that this program was built by; its Copy is the built-in one.</summary>
    internal static string MSBuild { get; } =
        typeof(Product).Assembly
            .GetCustomAttributes<AssemblyMetadataAttribute>()
            .Single(attribute => attribute.Key == nameof(MSBuild)).Value!;

    /// <summary>
    /// Unpacks the packages in one folder and gives that of the task assemblies which MSBuild would load here (build/CopyOnWrite.targets).
    /// </summary>
    internal static string Unpack(string folder)
    {
        PackedPackage.Unpack("CopyOnWrite.Core", folder);
        PackedPackage.Unpack("CopyOnWrite.Artifacts", folder);
        PackedPackage.Unpack("CopyOnWrite.Sdk", folder);
        string system = "linux-" + RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant();
        string compiled = Path.Combine(folder, "tasks", system);
        return Directory.Exists(compiled) ? compiled : Path.Combine(folder, "tasks", "netstandard2.0");
    }
}
