namespace CopyOnWrite.Tool.Checkouts;

/// <summary>Tells in six lines what compiles in a clone, what is missing or leads back, and how much disk the clone takes.</summary>
internal sealed class CloneAnswer(ClonedFolder made)
{
    private const int MostLines = 6;
    private const int MostAttention = 2;

    private static string Page => CopyOnWrite.Tasks.Documentation.PathOf(Path.Combine("docs", "guide", "many-checkouts.md"));

    internal int Write(Screen screen, bool quiet)
    {
        var words = new OutputWords(made.Donor, made.Path, made.Projects, made.Embedding, made.Tree);
        string[] attention = [.. words.Attention(), .. LeadsBack()];
        attention = attention.Length <= MostAttention ? attention : [string.Join(' ', attention)];
        string summary = words.Summary(made.Path);
        string leftOut = string.Join(' ', ((string?[])[words.EmbeddingLine, LeftOutLine(), words.ChangedLine]).OfType<string>());
        string[] below = leftOut.Length > 0 ? [leftOut, words.DiskLine] : [words.DiskLine];
        string[] lines = [.. words.Reasons(MostLines - 1 - attention.Length - below.Length), .. below];

        // An entry that went on changing is missing. Nothing tells whether a plain folder needs the entry.
        bool well = attention.Length == 0 && made.Tree.Entries.All(
            entry => entry.Kind != TreeEntryKind.Changed || Path.Exists(Path.Join(made.Path, entry.Path)));
        var answer = new
        {
            summary, made.Donor, made.Path, Projects = words.ProjectsAsJson, Embedding = words.EmbeddingAsJson,
            LeftOut = made.LeftOut.Select(one => new { one.Path, one.Why }),
            Counts = words.CountsAsJson, NotCloned = words.NotClonedAsJson, NotKept = words.NotKeptAsJson, LeadsBack = made.BackLinks,
        };
        return screen.Answer(answer, quiet ? made.Path : summary, well, () => screen.Lines(
            quiet ? [] : [.. attention.Select(line => $"! {line}"), .. lines.Select(line => $"- {line}")]));
    }

    private string? LeftOutLine()
    {
        string[] parts =
        [
            .. made.LeftOut.GroupBy(one => one.Why, one => one.Path).Select(same => PartOf(same.Key, [.. same])),
            .. made.Tree.Counts.Where(one => one.Kind == TreeEntryKind.Skipped && !OperatingSystem.IsWindows())
                .Select(one => Words.Count(one.Files, "pipe, socket or device", "pipes, sockets, devices")),
        ];
        return parts.Length == 0 ? null : $"Left out: {string.Join(", ", parts)}.";
    }

    private static string PartOf(LeftOut why, string[] paths) => why switch
    {
        LeftOut.Cache => "the cross-volume cache",
        LeftOut.VisualStudio => ".vs",
        LeftOut.Worktree => Words.Count(paths.Length, "other worktree"),
        LeftOut.Leftover => Words.Count(paths.Length, "leftover of killed builds", "leftovers of killed builds"),
        _ => OutputWords.Some(paths),
    };

    private IEnumerable<string> LeadsBack() =>
        from link in made.BackLinks
        group link.Path by link.Program into same
        let folders = same.Select(path => Path.Join(made.Path, Path.GetDirectoryName(path)))
        select same.Key is { } program
            ? $"{program} commands in {OutputWords.Some(folders)} change another checkout, not the clone: see {Page}#clones"
            : $"{Words.Count(same.Count(), "symbolic link leads", "symbolic links lead")} into {made.Donor}: {OutputWords.Some(same)}";
}
