namespace CopyOnWrite.Measure;

/// <summary>Builds with and without the package, by `dotnet cow bench`: outputs are compared, and times with an A/A arm.</summary>
internal sealed class Times(string folder, string tool, string results, int rounds, CancellationToken cancel)
{
    internal IEnumerable<Check> All(string? repository) =>
    [
        new("builds of samples/DeepGraph: equal outputs, not slower", () => MeasureAsync(RepositoryRoot.Sample("DeepGraph"), results)),
        .. repository is null ? Array.Empty<Check>()
            : [new Check("builds of --repository: equal outputs, not slower", () => MeasureAsync(repository, folder))],
    ];

    /// <param name="output">Where the bench's files go: of the user's repository not among the results, as they name files.</param>
    private async Task<Found> MeasureAsync(string repository, string output)
    {
        // One that the machine's sources lack is an arm that cannot be restored.
        bool hasPeer = await HasPeerAsync();
        string[] arms = [.. ((string[])["built-in", "built-in-again", "sdk", .. hasPeer ? (string[])["microsoft"] : []]).SelectMany(arm => new[] { "--arm", arm })];
        var said = new StringBuilder();
        int exitCode = await Shell.RunAsync(
            ChildProcess.DotNetHost,
            [
                tool, "bench", repository, "--json", "--volume", folder, .. arms, "--no-op", "--rounds", $"{rounds}", "--source", PackedPackage.Feed,
                "--output", Path.Combine(output, "times"),
            ],
            cancel, read: line => said.AppendLine(line));
        JsonElement answer = JsonDocument.Parse(said.ToString()).RootElement;
        if (exitCode > 1)
        {
            return Found.Fail($"dotnet cow bench: {answer.GetProperty("error").GetString()}");
        }

        JsonElement[] verdicts = [.. answer.GetProperty("verdicts").EnumerateArray()];
        string words = string.Join(" ", verdicts.Select(verdict => verdict.GetProperty("words").GetString()))
            + (hasPeer ? string.Empty : " Microsoft.Build.CopyOnWrite: not shown, this machine's sources lack it.");
        return exitCode != 0 || verdicts.Any(IsSlower) ? Found.Fail(answer.GetProperty("summary").GetString() + " " + words) : Found.Pass(words);
    }

    private static bool IsSlower(JsonElement verdict) => verdict.GetProperty("kind").GetString() == "sdk"
        && verdict.GetProperty("isReal").GetBoolean() && verdict.GetProperty("ratio").GetProperty("low").GetDouble() > 1;

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
