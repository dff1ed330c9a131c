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

/// <summary>
/// Scenarios by name. Cold and warm cross-volume cache are arms, since their builds differ outside of the repository, and clean
/// builds come before the others.
/// </summary>
internal static class Scenarios
{
    private const string All = "all";

    private static readonly (string Option, Scenario? Scenario, ArmKind? Arm)[] s_names =
    [
        ("clean", Scenario.Clean, null),
        ("no-op", Scenario.NoOp, null),
        ("one-file", Scenario.OneFile, null),
        ("warm-cache", null, ArmKind.Sdk),
        ("cold-cache", null, ArmKind.SdkColdCache),
    ];

    internal static string Options => string.Join(", ", s_names.Select(name => name.Option).Append(All));

    /// <summary>The text after an arm's or a volume's name; empty for clean builds.</summary>
    internal static string Words(Scenario scenario) => scenario switch
    {
        Scenario.NoOp => ", nothing to do",
        Scenario.OneFile => ", one file changed",
        _ => string.Empty,
    };

    /// <param name="given">Names, also several in one text, with commas.</param>
    internal static (HashSet<Scenario> Scenarios, ArmKind[] Arms) Parse(IEnumerable<string> given)
    {
        string[] names = [.. given.SelectMany(one =>
            one.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))];
        if (names.FirstOrDefault(name => name != All && s_names.All(known => known.Option != name)) is { } unknown)
        {
            throw new BadInputException($"Unknown scenario {unknown}. The scenarios are {Options}.");
        }

        (string Option, Scenario? Scenario, ArmKind? Arm)[] chosen =
            [.. s_names.Where(known => names.Contains(known.Option) || names.Contains(All))];
        return (
            [Scenario.Clean, .. chosen.Select(one => one.Scenario).OfType<Scenario>()],
            [.. chosen.Select(one => one.Arm).OfType<ArmKind>()]);
    }

    internal static IEnumerable<Scenario> In(IEnumerable<ArmResult> arms) =>
        Enum.GetValues<Scenario>().Where(scenario => arms.Any(arm => arm.Has(scenario)));
}
