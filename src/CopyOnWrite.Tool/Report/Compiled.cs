namespace CopyOnWrite.Tool.Report;

/// <summary>The reason why a compiler ran: the first that MSBuild logs for its target.</summary>
internal enum CompileReason
{
    /// <summary>The log does not say.</summary>
    Unknown,

    /// <summary>An output, or an input, does not exist.</summary>
    Missing,

    /// <summary>An input is newer than an output.</summary>
    Newer,

    /// <summary>The list of sources, references or options changed, or its hash was written again. MSBuild keeps only the hash.</summary>
    Inputs,
}

/// <param name="Framework">The TargetFramework that was passed to it, if any.</param>
/// <param name="File">The missing file, or the newer one.</param>
/// <param name="Output">The older output.</param>
internal sealed record Compiled(string Project, string? Framework, string Compiler, CompileReason Why, string? File, string? Output)
{
    private const string HashOfInputs = ".CoreCompileInputs.cache";

    internal static IEnumerable<Compiled> Of(BuildLog log) => log.Compilations.Select(one => new Compiled(
        one.Compiler.Project.File,
        one.Compiler.Project.Properties.GetValueOrDefault("TargetFramework"),
        one.Compiler.Name,
        one.Names switch
        {
            [] => CompileReason.Unknown,
            [_] => CompileReason.Missing,
            [var input, ..] when input.EndsWith(HashOfInputs, StringComparison.OrdinalIgnoreCase) => CompileReason.Inputs,
            _ => CompileReason.Newer,
        },
        one.Names is [var file, ..] ? file : null,
        one.Names is [_, var output, ..] ? output : null));

    /// <summary>One row for all projects with the same reason.</summary>
    internal static PageTable Table(IReadOnlyList<Compiled> all, Func<string, string> named) => new(
        "What was compiled, and why",
        ["because", "projects"],
        [
            .. all.GroupBy(one => one.Because(named)).OrderByDescending(same => same.Count()).Select(same => new[]
            {
                same.Key,
                Words.Some([.. same.Select(one => named(one.Project)
                    + (one.Framework is { Length: > 0 } framework ? $" ({framework})" : string.Empty)).Distinct()]),
            }),
        ]);

    // In a build from scratch the same output of each project is missing: one row has them all.
    private string Because(Func<string, string> named) => Why switch
    {
        CompileReason.Missing => File!.EndsWith(".dll", StringComparison.OrdinalIgnoreCase)
            || File.EndsWith(".exe", StringComparison.OrdinalIgnoreCase) ? "the assembly is missing" : $"{named(File)} is missing",
        CompileReason.Newer => $"{named(File!)} is newer than the outputs",
        CompileReason.Inputs => "the list of sources, references or options changed",
        _ => "the log does not say why",
    };
}
