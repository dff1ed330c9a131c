namespace CopyOnWrite.Tool.Bench;

/// <summary>The state that a build of an arm begins with.</summary>
internal enum Scenario
{
    /// <summary>No outputs.</summary>
    Clean,

    /// <summary>Outputs that are up to date.</summary>
    NoOp,

    /// <summary>Outputs that are up to date except for one source file.</summary>
    OneFile,
}

/// <summary>Scenarios in words.</summary>
internal static class Scenarios
{
    /// <summary>The text after an arm's or a volume's name; empty for clean builds.</summary>
    internal static string Words(Scenario scenario) => scenario switch
    {
        Scenario.NoOp => ", nothing to do",
        Scenario.OneFile => ", one file changed",
        _ => string.Empty,
    };
}
