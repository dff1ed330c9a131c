using System.Collections.Generic;
using System.Linq;

namespace CopyOnWrite.Tool.Bench;

/// <summary>What to measure.</summary>
/// <param name="Volumes">Folders, one on each volume.</param>
/// <param name="Packages">
/// NUGET_PACKAGES; null for the user's own folder, or with <paramref name="PackagesOnEach"/> for one beside the builds.
/// </param>
/// <param name="Source">Where CopyOnWrite.Sdk's package is, when it is in none of the repository's sources.</param>
/// <param name="NoOp">After each build a second one, which finds nothing to do.</param>
/// <param name="CountFiles">One more build of each arm, whose binary log tells how many files were cloned.</param>
/// <param name="Project">What is built, relative to the repository; null for what `dotnet build` finds there.</param>
internal sealed record BenchOptions(
    string Repository,
    IReadOnlyList<string> Volumes,
    IReadOnlyList<ArmKind> Arms,
    int Rounds,
    int Seed,
    bool NoOp,
    bool CountFiles,
    string? Packages,
    bool PackagesOnEach,
    string SdkVersion,
    string? Source,
    string? Project,
    IReadOnlyList<string> Properties)
{
    internal const int EnoughRounds = 5;

    internal IReadOnlyList<string> BuildArguments => [.. Project is null ? [] : new[] { Project }, .. Properties.Select(p => "-p:" + p)];
}
