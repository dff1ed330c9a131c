namespace CopyOnWrite.Tool.Bench;

/// <summary>The way in which an arm's builds copy.</summary>
internal enum ArmKind
{
    /// <summary>MSBuild's own task.</summary>
    BuiltIn,

    /// <summary>MSBuild's own task again, in a second copy: the difference of two equal arms shows the noise.</summary>
    BuiltInAgain,

    /// <summary>The cross-volume cache is warm, as in every build after the first.</summary>
    Sdk,

    /// <summary>The cross-volume cache is deleted before each build, as in the first build.</summary>
    SdkColdCache,

    /// <summary>The SDK as a package reference, where the other arms of the SDK use its line.</summary>
    Package,

    /// <summary>Microsoft.Build.CopyOnWrite, the newest that the repository's sources have, in place of this package.</summary>
    Microsoft,
}

/// <summary>An arm's name, on the command line and in the report.</summary>
internal static class ArmNames
{
    internal static readonly (ArmKind Kind, string Option, string Name)[] All =
    [
        (ArmKind.BuiltIn, "built-in", "built-in"),
        (ArmKind.BuiltInAgain, "built-in-again", "built-in again"),
        (ArmKind.Sdk, "sdk", "package"),
        (ArmKind.SdkColdCache, "sdk-cold-cache", "package with a cold cache"),
        (ArmKind.Package, "package", "package reference"),
        (ArmKind.Microsoft, "microsoft", "Microsoft.Build.CopyOnWrite"),
    ];

    internal static string[] Options { get; } = [.. All.Select(arm => arm.Option)];

    internal static string Of(ArmKind kind) => Array.Find(All, arm => arm.Kind == kind).Name;

    internal static bool UsesSdk(this ArmKind kind) => kind is ArmKind.Sdk or ArmKind.SdkColdCache or ArmKind.Package;

    internal static bool IsBuiltIn(this ArmKind kind) => kind is ArmKind.BuiltIn or ArmKind.BuiltInAgain;
}
