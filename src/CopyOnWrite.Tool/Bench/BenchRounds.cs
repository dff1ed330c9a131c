namespace CopyOnWrite.Tool.Bench;

/// <summary>The part of an arm that the rounds use.</summary>
internal interface IBenchArm
{
    ArmKind Kind { get; }

    string Name { get; }

    /// <summary>Whether a build has left complete outputs; false after a stopped build.</summary>
    bool HasOutputs { get; }

    /// <param name="round">0 is the first, which is dropped: it fills the cross-volume cache, and the system's caches.</param>
    Task<BenchBuild> BuildAsync(int round, CancellationToken cancel);

    /// <summary>Runs one more build, which is not timed, to count files.</summary>
    Task CountAsync(CancellationToken cancel);

    TreeSnapshot Outputs();

    /// <param name="differences">The differences from the built-in's outputs; null where they could not be compared.</param>
    ArmResult Result(IReadOnlyList<string>? differences);
}

/// <summary>Runs rounds, in each of which every arm builds once, in a random order.</summary>
internal static class BenchRounds
{
    internal static async Task RunAsync(
        IReadOnlyList<IBenchArm> arms, int rounds, bool countFiles, Random random, CancellationToken cancel)
    {
        var progress = new BenchProgress(arms.Count * (rounds + (countFiles ? 2 : 1)));
        for (int round = 0; round <= rounds; round++)
        {
            IBenchArm[] order = [.. arms];
            random.Shuffle(order);
            foreach (IBenchArm arm in order)
            {
                BenchBuild build = await arm.BuildAsync(round, cancel);
                string times = string.Concat(build.Times.Select(one => $"{Scenarios.Words(one.Key)} {one.Value.Wall:0.00} s"));
                progress.Done($"{arm.Name}{times}{(round == 0 ? ", dropped" : string.Empty)}");
            }

            // Called after the first round, when caches are warm.
            foreach (IBenchArm arm in round == 0 && countFiles ? order : [])
            {
                await arm.CountAsync(cancel);
                progress.Done($"{arm.Name}, files counted");
            }
        }
    }
}

/// <summary>
/// Compares the outputs of a volume's arms with the built-in's. An arm that was stopped during a build keeps its runs, but
/// its incomplete outputs are not compared.
/// </summary>
internal static class ArmComparison
{
    /// <returns>The arms, and the files that differ even between the two built-in arms.</returns>
    internal static (IReadOnlyList<ArmResult> Arms, IReadOnlyList<string> DifferBySelf) Of(IReadOnlyList<IBenchArm> arms)
    {
        (IBenchArm Arm, TreeSnapshot Outputs)[] built = [.. arms.Where(arm => arm.HasOutputs).Select(arm => (arm, arm.Outputs()))];
        Dictionary<IBenchArm, IReadOnlyList<string>> differences =
            built.ToDictionary(one => one.Arm, one => built[0].Outputs.Differences(one.Outputs, MtimeComparison.ByOrigin));
        string[] differBySelf = differences.Keys.FirstOrDefault(arm => arm.Kind == ArmKind.BuiltInAgain) is { } again
            ? [.. differences[again].Select(PathOf).Distinct()]
            : [];
        return (
            [
                .. arms.Select(arm => arm.Result(differences.GetValueOrDefault(arm)?
                    .Where(line => !differBySelf.Contains(PathOf(line))).ToArray())),
            ],
            differBySelf);
    }

    // "path: what here != there"
    private static string PathOf(string difference) => difference.Split(": ")[0];
}
