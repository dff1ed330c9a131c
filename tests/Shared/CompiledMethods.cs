namespace CopyOnWrite.Testing;

/// <summary>
/// The methods of our task assemblies that the runtime compiled in a build because the assembly has no code for them, by the list that the
/// runtime's compiler writes on request (docs/design/coreclr/jit/viewing-jit-dumps.md of dotnet/runtime).
/// </summary>
internal static class CompiledMethods
{
    /// <summary>The variables for the build.</summary>
    /// <param name="file">Gets the list; every process of the build appends to it.</param>
    internal static IReadOnlyDictionary<string, string> Variables(string file) => new Dictionary<string, string>
    {
        ["DOTNET_JitStdOutFile"] = file,
        ["DOTNET_JitDisasmSummary"] = "1",
    };

    // "  12: JIT compiled CopyOnWrite.Name:Method():int [Tier0, IL size=17, code size=72]". Tier1: what is called often is compiled again.
    // MSBuildHost is the tests' own, which stands for msbuild.exe in the Wine lane.
    internal static string[] In(string file) =>
        [.. File.ReadLines(file)
            .Select(line => Regex.Match(line, @": JIT compiled (CopyOnWrite\.(?!MSBuildHost).*) \[(?!Tier1|Instrumented Tier1)"))
            .Where(match => match.Success)
            .Select(match => match.Groups[1].Value)];
}
