using System.Text.Json.Nodes;

namespace CopyOnWrite.Tool.Tests.Infrastructure;

/// <summary>The tool under test, as <c>./build.sh pack</c> wrote it.</summary>
internal static class Cow
{
    private static readonly Lazy<string> s_assembly = new(Unpack);

    internal static Answer Run(
        string folder, string[] arguments, string? packages = null, IReadOnlyDictionary<string, string?>? variables = null,
        string[]? under = null) => new(DotNet.Run(folder, [s_assembly.Value, .. arguments], packages, variables, under: under));

    // Beside the tests: a run replaces what an earlier one left.
    private static string Unpack()
    {
        string folder = Path.Combine(AppContext.BaseDirectory, "packed-tool");
        BenchVolumes.Delete(folder);
        PackedPackage.Unpack("CopyOnWrite.Tool", folder);
        return Path.Combine(folder, "tools", "net10.0", "any", "dotnet-cow.dll");
    }
}

/// <summary>What the tool wrote, and how it ended.</summary>
internal sealed record Answer(DotNetResult Result)
{
    internal string Text => Result.Output;

    internal string FirstLine => Text.Split('\n')[0].TrimEnd('\r');

    internal JsonNode Json => JsonNode.Parse(Text) ?? throw new AssertFailedException(Text);

    /// <summary>Asserts the exit code, with an error message and no stack trace.</summary>
    internal Answer Ended(int exitCode)
    {
        Assert.AreEqual(exitCode, Result.ExitCode, Text);
        Assert.DoesNotContain("   at ", Text, Text);
        Assert.AreNotEqual(string.Empty, FirstLine.Trim(), Text);
        return this;
    }
}
