namespace CopyOnWrite.Tool.Bench;

/// <summary>How an arm's builds copy.</summary>
internal enum ArmKind
{
    /// <summary>MSBuild's own task.</summary>
    BuiltIn,

    /// <summary>The same once more, in a copy of its own: how far apart two equal arms come shows the noise.</summary>
    BuiltInAgain,
    Sdk,
    SdkWithoutCache,
}

/// <summary>An arm's name, on the command line and in the report.</summary>
internal static class ArmNames
{
    internal static readonly (ArmKind Kind, string Option, string Name)[] All =
    [
        (ArmKind.BuiltIn, "built-in", "built-in"),
        (ArmKind.BuiltInAgain, "built-in-again", "built-in again"),
        (ArmKind.Sdk, "sdk", "SDK"),
        (ArmKind.SdkWithoutCache, "sdk-without-cache", "SDK without cache"),
    ];

    internal static string Of(ArmKind kind) => System.Array.Find(All, arm => arm.Kind == kind).Name;
}
