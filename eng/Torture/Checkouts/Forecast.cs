namespace CopyOnWrite.Torture.Checkouts;

/// <summary>What a command said of a first build: of each project file why it compiles, "none" if it does not.</summary>
internal sealed record Forecast(IReadOnlyDictionary<string, string> Why)
{
    internal static Forecast? Of(DotNetResult result) => Read(result.ThrowIfFailed().Output);

    /// <summary>Null where it said nothing of projects.</summary>
    internal static Forecast? Read(string answer)
    {
        using var json = JsonDocument.Parse(answer[answer.IndexOf('{', StringComparison.Ordinal)..(answer.LastIndexOf('}') + 1)]);
        return !json.RootElement.TryGetProperty("projects", out JsonElement projects) || projects.GetArrayLength() == 0 ? null
            : new Forecast(projects.EnumerateArray().GroupBy(one => one.GetProperty("file").GetString()!).ToDictionary(
                same => same.Key,
                same => same.Select(one => one.GetProperty("why").GetString()!).FirstOrDefault(why => why != "none", "none")));
    }

    /// <summary>Where the build did otherwise. What refers to a project that compiles may compile, too, as the command says.</summary>
    internal IEnumerable<string> Mistakes(Checkout made, Built built)
    {
        HashSet<string> compiled = [.. built.Compiled];
        foreach ((string project, string why) in Why)
        {
            bool isForetold = why != "none";
            if (isForetold != compiled.Contains(project) && (isForetold || !NeededBy(made, project).Any(compiled.Contains)))
            {
                yield return $"foretold of {project}: {why}; {(isForetold ? "it did not compile" : "it compiled")}";
            }
        }
    }

    private static IEnumerable<string> NeededBy(Checkout made, string project)
    {
        string? file = made.Files("*.*proj").FirstOrDefault(path => Path.GetFileName(path) == project);
        string[] direct = file is null ? [] :
        [
            .. Regex.Matches(made.Read(file), @"ProjectReference Include=""\.\./\w+/(\w+\.\w+)""").Select(found => found.Groups[1].Value),
            .. project.EndsWith(".csproj", StringComparison.Ordinal) && project != "Seen.csproj" ? (string[])["Seen.csproj"] : [],
        ];
        return direct.Concat(direct.SelectMany(one => NeededBy(made, one)));
    }
}
