namespace CopyOnWrite.Pipelines.Tests;

/// <summary>A script in a pipeline.</summary>
internal sealed record Step(string File, string Job, string Shell, string Script);

/// <summary>A job of a pipeline, with the values of all its keys.</summary>
internal sealed record Job(string File, string Name, YamlMappingNode Node);

/// <summary>A pipeline's jobs and their scripts: GitHub's "run", and "bash" of Azure Pipelines.</summary>
internal sealed class Pipelines
{
    private Pipelines(string file)
    {
        YamlNode jobs = Read(file)["jobs"];
        Jobs = jobs is YamlMappingNode named
            ? [.. named.Select(job => new Job(file, $"{job.Key}", (YamlMappingNode)job.Value))]
            : [.. ((YamlSequenceNode)jobs).Cast<YamlMappingNode>().Select(job => new Job(file, $"{job["job"]}", job))];
        Steps = [.. Jobs.SelectMany(job => StepsOf(job))];
    }

    internal static IReadOnlyList<Pipelines> All { get; } =
    [
        .. Directory.GetFiles(Path.Combine(RepositoryRoot.Folder, ".github", "workflows"))
            .Order(StringComparer.Ordinal)
            .Select(file => new Pipelines(file)),
    ];

    /// <summary>The templates of a bench in docs/guide/pipelines, for readers to copy and change: nothing runs them here.</summary>
    internal static IReadOnlyList<Pipelines> Templates { get; } =
    [
        .. Directory.GetFiles(Path.Combine(RepositoryRoot.Folder, "docs", "guide", "pipelines"), "bench-*.yml")
            .Order(StringComparer.Ordinal)
            .Select(file => new Pipelines(file)),
    ];

    internal IReadOnlyList<Job> Jobs { get; }

    internal IReadOnlyList<Step> Steps { get; }

    /// <summary>Replaces each ${{ expression }} and $(macro) by a word, as the pipeline does before it starts the shell.</summary>
    internal static string WithoutExpressions(string script) => Regex.Replace(script, @"\$\{\{.*?\}\}|\$\((Build|Agent)\.\w+\)", "value");

    /// <param name="file">Its path, in the repository or full.</param>
    internal static YamlMappingNode Read(string file)
    {
        using StreamReader reader = File.OpenText(Path.Combine(RepositoryRoot.Folder, file));
        var yaml = new YamlStream();
        yaml.Load(reader);
        return (YamlMappingNode)yaml.Documents.Single().RootNode;
    }

    private static IEnumerable<Step> StepsOf(Job job)
    {
        string usual = job.Node.Children.TryGetValue("defaults", out YamlNode? defaults) ? $"{defaults["run"]["shell"]}" : "bash";
        foreach (YamlMappingNode step in ((YamlSequenceNode)job.Node["steps"]).Cast<YamlMappingNode>())
        {
            foreach ((YamlNode key, YamlNode value) in step.Children)
            {
                string? shell = $"{key}" switch { "run" => usual.Split(' ')[0], "bash" => "bash", _ => null };
                if (shell is not null)
                {
                    yield return new Step(job.File, job.Name, shell, $"{value}");
                }
            }
        }
    }
}
