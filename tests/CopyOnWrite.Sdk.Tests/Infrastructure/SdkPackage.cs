namespace CopyOnWrite.Sdk.Tests.Infrastructure;

/// <summary>The package under test.</summary>
internal static class SdkPackage
{
    internal const string Id = "CopyOnWrite.Sdk";
    internal const string TaskAssembly = "CopyOnWrite.Sdk.Tasks.dll";

    internal static string Feed => PackedPackage.Feed;

    internal static string Version => PackedPackage.VersionOf(Id);

    internal static string SdkElement => $"<Sdk Name=\"{Id}\" Version=\"{Version}\" />";
}
