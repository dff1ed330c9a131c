namespace CopyOnWrite.Sdk.Tests.Infrastructure;

/// <summary>The package that stages.</summary>
internal static class ArtifactsPackage
{
    internal const string Id = "CopyOnWrite.Artifacts";
    internal const string TaskAssembly = "CopyOnWrite.Artifacts.Tasks.dll";

    internal static string Version => PackedPackage.VersionOf(Id);

    internal static string SdkElement => $"<Sdk Name=\"{Id}\" Version=\"{Version}\" />";

    internal static string Reference(string item) => $"<{item} Include=\"{Id}\" Version=\"{Version}\" PrivateAssets=\"all\" />";
}
