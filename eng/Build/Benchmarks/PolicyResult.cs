using System;
using System.Collections.Generic;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build.Benchmarks;

/// <param name="PackagesRestored">Of a package folder, right after the restore that filled it.</param>
/// <param name="PackagesBuilt">Of the same after the first build.</param>
/// <param name="Outputs">Of what the compiler wrote, right after the build.</param>
/// <param name="Copied">Those outputs, cloned and copied. Of no one size.</param>
internal sealed record PolicyOutputsResult(PolicyPages PackagesRestored, PolicyPages PackagesBuilt, PolicyPages Outputs, PolicyRow Copied);

/// <param name="Name">The file system, and whether its device is slow.</param>
/// <param name="Facts">What kind of volume, how large, on what.</param>
internal sealed record PolicyVolume(string Name, string Facts, IReadOnlyList<PolicyRow> Rows, PolicyOutputsResult Outputs);

/// <summary>All that the benchmark found, as it is written to the file.</summary>
internal sealed record PolicyResult(
    DateTimeOffset Date, string Commit, Machine Machine, int Rounds, int Seed, IReadOnlyList<PolicyVolume> Volumes);
