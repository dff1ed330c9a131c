namespace CopyOnWrite.Measure;

/// <summary>Builds with and without the package, by `dotnet cow bench`: outputs are compared, and times with an A/A arm.</summary>
internal sealed class Times(string folder, string tool, string results, int rounds, CancellationToken cancel)
{
    // With more noise than this, "no difference" says nothing.
    private const double EnoughToSee = 0.1;

    internal IEnumerable<Check> All(string? repository) =>
    [
        new("builds of samples/DeepGraph: equal outputs, not slower",
            () => MeasureAsync(RepositoryRoot.Sample("DeepGraph"), results, isUsers: false)),
        .. repository is null ? Array.Empty<Check>()
            : [new Check("builds of --repository: equal outputs, not slower", () => MeasureAsync(repository, folder, isUsers: true))],
    ];

    /// <param name="output">Where the bench's files go: of the user's repository not among the results, as they name files.</param>
    /// <param name="isUsers">Then nothing that the bench says of a failure is shown, as it names files.</param>
    private async Task<Found> MeasureAsync(string repository, string output, bool isUsers)
    {
        // One that the machine's sources lack is an arm that cannot be restored.
        bool hasPeer = await HasPeerAsync();
        var said = new StringBuilder();
        int exitCode = await Shell.RunAsync(
            ChildProcess.DotNetHost,
            [
                tool, "bench", repository, "--json", "--volume", folder, "--arm", "built-in", "--arm", "built-in-again", "--arm", "sdk",
                .. hasPeer ? (string[])["--arm", "microsoft"] : [], "--packages-on-each", "--no-op", "--rounds", $"{rounds}",
                "--source", PackedPackage.Feed, "--output", Path.Combine(output, "times"),
            ],
            cancel, read: line => said.AppendLine(line));
        JsonElement answer = JsonDocument.Parse(said.ToString()).RootElement;
        if (exitCode > 1)
        {
            return isUsers ? Found.NotShown("dotnet cow bench cannot build it: run that on the repository")
                : Found.Fail($"dotnet cow bench: {answer.GetProperty("error").GetString()}");
        }

        JsonElement[] verdicts = [.. answer.GetProperty("verdicts").EnumerateArray()];
        string words = string.Join(" ", verdicts.Select(verdict => verdict.GetProperty("words").GetString()))
            + (hasPeer ? string.Empty : " Microsoft.Build.CopyOnWrite: not shown, this machine's sources lack it.");
        JsonElement[] ours = [.. verdicts.Where(verdict => verdict.GetProperty("kind").GetString() == "sdk")];
        return exitCode != 0 || ours.Any(verdict => IsReal(verdict) && verdict.GetProperty("ratio").GetProperty("low").GetDouble() > 1)
                ? Found.Fail((exitCode == 0 ? string.Empty
                    : isUsers ? "the outputs differ: " : answer.GetProperty("summary").GetString() + " ") + words)
            : ours.Any(verdict => !IsReal(verdict) && verdict.GetProperty("smallestVisible").GetDouble() is 0 or > EnoughToSee)
                ? Found.NotShown("the outputs are equal, but the times vary too much, or were too few. " + words)
            : Found.Pass(words);
    }

    private static bool IsReal(JsonElement verdict) => verdict.GetProperty("isReal").GetBoolean();

    private async Task<bool> HasPeerAsync()
    {
        string probe = Directory.CreateDirectory(Path.Combine(folder, "peer")).FullName;
        foreach (string file in (string[])["Directory.Build.props", "Directory.Build.targets", "Directory.Packages.props"])
        {
            await File.WriteAllTextAsync(Path.Combine(probe, file), "<Project />", cancel);
        }

        await File.WriteAllTextAsync(Path.Combine(probe, "peer.csproj"), """
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup><TargetFramework>netstandard2.0</TargetFramework></PropertyGroup>
              <ItemGroup><PackageReference Include="Microsoft.Build.CopyOnWrite" Version="*" /></ItemGroup>
            </Project>
            """, cancel);
        return (await DotNet.RunAsync(probe, ["restore"], cancellation: cancel)).Succeeded;
    }
}
