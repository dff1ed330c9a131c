namespace CopyOnWrite.Tool.Bench;

/// <summary>How an arm's builds copy.</summary>
internal enum ArmKind
{
    /// <summary>MSBuild's own task.</summary>
    BuiltIn,

    /// <summary>The same once more, in a copy of its own: how far apart two equal arms come shows the noise.</summary>
    BuiltInAgain,

    /// <summary>As every build but the first finds it: the cross-volume cache is warm.</summary>
    Sdk,
    SdkWithoutCache,

    /// <summary>As the first build finds it: the cross-volume cache is deleted before each build.</summary>
    SdkColdCache,

    /// <summary>Brought in by a GlobalPackageReference in Directory.Packages.props instead of an Sdk element.</summary>
    SdkAsPackage,
}

/// <summary>An arm's name, on the command line and in the report.</summary>
internal static class ArmNames
{
    internal static readonly (ArmKind Kind, string Option, string Name)[] All =
    [
        (ArmKind.BuiltIn, "built-in", "built-in"),
        (ArmKind.BuiltInAgain, "built-in-again", "built-in again"),
        (ArmKind.Sdk, "sdk", "SDK"),
        (ArmKind.SdkColdCache, "sdk-cold-cache", "SDK with a cold cache"),
        (ArmKind.SdkWithoutCache, "sdk-without-cache", "SDK without cache"),
        (ArmKind.SdkAsPackage, "sdk-as-package", "SDK as a package"),
    ];

    internal static string Of(ArmKind kind) => Array.Find(All, arm => arm.Kind == kind).Name;

    internal static bool UsesSdk(ArmKind kind) => kind is not (ArmKind.BuiltIn or ArmKind.BuiltInAgain);
}
