namespace CopyOnWrite.Testing;

/// <summary>Makes a repository to build from one of samples/, somewhere else, with or without the SDK.</summary>
public static class SampleRepository
{
    // The marker in each sample's Directory.Build.props where a user would put the line.
    private const string Marker = "  <!-- CopyOnWrite.Sdk goes here -->";

    /// <summary>Copies the sample, its files' times with them.</summary>
    /// <param name="feed">A folder of packages, used with the machine's sources.</param>
    /// <param name="sdkVersion">The version of CopyOnWrite.Sdk to add; null for none.</param>
    /// <exception cref="InvalidOperationException">The sample has no place for the SDK's line.</exception>
    public static void Create(string sample, string target, string feed, string? sdkVersion)
    {
        CopyTree(new DirectoryInfo(sample), target);
        WriteNuGetConfig(target, feed);
        if (sdkVersion is null)
        {
            return;
        }

        string file = Path.Combine(target, "Directory.Build.props");
        string text = File.ReadAllText(file);
        if (!text.Contains(Marker, StringComparison.Ordinal))
        {
            throw new InvalidOperationException($"{file} has no line \"{Marker}\".");
        }

        string line = $"  <Sdk Name=\"CopyOnWrite.Sdk\" Version=\"{sdkVersion}\" />";
        DateTime modified = File.GetLastWriteTimeUtc(file);
        File.WriteAllText(file, text.Replace(Marker, line, StringComparison.Ordinal));
        File.SetLastWriteTimeUtc(file, modified);
    }

    /// <summary>
    /// Builds with what a worktree that compiles nothing needs (docs/guide/many-checkouts.md): no name of its folder or commit.
    /// </summary>
    public static async Task<DotNetResult> BuildAsync(
        string folder, IEnumerable<string> arguments, string packages, CompilerServer server, CancellationToken cancel)
    {
        var variables = new Dictionary<string, string?>(server.Variables)
        {
            ["DeterministicSourcePaths"] = "true", ["IncludeSourceRevisionInInformationalVersion"] = "false",
            ["EnableSourceLink"] = "false",
        };
        string[] all = [.. arguments, "-nologo", "-clp:PerformanceSummary"];
        return (await DotNet.RunAsync(folder, all, packages, variables, [], cancel).ConfigureAwait(false)).ThrowIfFailed();
    }

    /// <summary>Makes it a git repository with one commit, whose outputs git ignores.</summary>
    public static async Task CommitAsync(string folder, CancellationToken cancel)
    {
        await File.WriteAllTextAsync(Path.Combine(folder, ".gitignore"), "bin/\nobj/\n", cancel);
        string[][] commands =
        [
            ["init", "-q"], ["add", "."],
            ["-c", "user.name=sample", "-c", "user.email=sample@example.org", "-c", "commit.gpgsign=false", "-c", "core.hooksPath=",
                "commit", "-q", "-m", "sample"],
        ];
        foreach (string[] command in commands)
        {
            await Shell.RequireAsync("git", ["-C", folder, .. command], cancel);
        }
    }

    /// <summary>Adds the folder to the machine's package sources, for builds in the target.</summary>
    public static void WriteNuGetConfig(string target, string feed)
    {
        Directory.CreateDirectory(target);
        File.WriteAllText(
            Path.Combine(target, "NuGet.config"),
            $"<configuration><packageSources><add key=\"under-test\" value=\"{feed}\" /></packageSources></configuration>\n");
    }

    private static void CopyTree(DirectoryInfo from, string to)
    {
        Directory.CreateDirectory(to);
        foreach (FileInfo file in from.EnumerateFiles())
        {
            file.CopyTo(Path.Combine(to, file.Name));
        }

        foreach (DirectoryInfo folder in from.EnumerateDirectories().Where(f => f.Name is not "bin" and not "obj"))
        {
            CopyTree(folder, Path.Combine(to, folder.Name));
        }
    }
}
