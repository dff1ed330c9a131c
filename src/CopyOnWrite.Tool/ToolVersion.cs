using System.Reflection;

namespace CopyOnWrite.Tool;

internal static class ToolVersion
{
    /// <summary>This tool's package version, which is that of the SDK it was made with: "0.1.0".</summary>
    internal static string Current { get; } =
        typeof(ToolVersion).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+')[0];
}
