namespace CopyOnWrite.Tool.Checkouts;

/// <summary>Says of a new checkout whether a build compiles, what is not in it, and how much disk it takes: in at most six lines.</summary>
internal sealed class CheckoutAnswer(ClonedCheckout made)
{
    private const int MostLines = 6;
    private const int MostAttention = 2;

    /// <summary>Of a worktree: "branch x at 1a2b3c4".</summary>
    internal string? Commit { get; init; }

    /// <summary>What git's hook post-checkout wrote, if it failed.</summary>
    internal string? FailedHook { get; init; }

    private bool IsWorktree => Commit is not null;

    internal int Write(Screen screen, bool quiet)
    {
        CompiledProject[] compiled = [.. made.Projects.Where(project => project.Why != WhyCompiled.None)];
        int built = made.Projects.Count(project => project.Why != WhyCompiled.NotBuilt);
        int ready = made.Projects.Count - compiled.Length;
        string[] attention = [.. Attention()];
        attention = attention.Length <= MostAttention ? attention : [string.Join(' ', attention)];
        string summary = $"{made.Path}{(IsWorktree ? $" ({Commit})" : string.Empty)}: " + (built == 0 ? "no project was built."
            : $"{(ready == built ? "none" : built - ready)} of {Words.Count(built, "built project")} will compile.");
        string[] below = LeftOutLine() is { Length: > 0 } leftOut ? [leftOut, DiskLine()] : [DiskLine()];
        string[] lines = [.. Reasons(compiled, MostLines - 1 - attention.Length - below.Length), .. below];

        // A worktree is usable: git has its sources. What a plain folder should have is not known.
        bool well = IsWorktree || (attention.Length == 0 && made.Tree.NotKept.Count == 0
            && made.Tree.Entries.All(entry => entry.Kind != TreeEntryKind.Changed || Path.Exists(Path.Join(made.Path, entry.Path))));
        var answer = new
        {
            summary, made.Donor, made.Path, Head = Commit, FailedHook,
            Projects = made.Projects.Select(project => new { project.File, project.Folder, project.Why, project.Where }),
            LeftOut = made.LeftOut.Select(one => new { one.Path, one.Why }),
            Counts = made.Tree.Counts.Select(
                one => new { one.Kind, Why = CloneOutcome.Copied(one.Reason, one.Bytes).FailureReason, one.Files, one.Bytes }),
            NotCloned = made.Tree.Entries.Where(one => one.Kind != TreeEntryKind.SymbolicLink)
                .Select(one => new { one.Path, one.Kind, Error = one.Error?.Message }),
            NotKept = made.Tree.NotKept.Select(one => new { one.Property, one.Count, one.FirstPath }),
            LeadsBack = made.BackLinks,
        };
        _ = screen.Answer(answer, quiet ? made.Path : summary, well && attention.Length == 0, () => screen.Lines(
            quiet ? [] : [.. attention.Select(line => $"! {line}"), .. lines.Select(line => $"- {line}")]));
        return well ? ExitCode.Success : ExitCode.NeedsAttention;
    }

    /// <summary>The most frequent first; the least frequent in one line.</summary>
    private string[] Reasons(IEnumerable<CompiledProject> compiled, int most)
    {
        string[] all = [.. compiled.GroupBy(project => project.Why).OrderByDescending(same => same.Count()).Select(same =>
            $"{Words.Count(same.Count(), "project")} {ReasonOf(same.Key, same.First())}: {Some(same.Select(one => one.File))}.")];
        return all.Length <= most ? all : [.. all.Take(most - 1), string.Join(' ', all.Skip(most - 1))];
    }

    private string ReasonOf(WhyCompiled why, CompiledProject first) => why switch
    {
        WhyCompiled.NamesDonor =>
            $"compiled into outputs that name {first.Where} (compile them again with DeterministicSourcePaths=true, see {Page})",
        WhyCompiled.EmbedsDonor => $"whose pdb has generated sources that name {made.Donor}, as Razor's do",
        WhyCompiled.Changed => $"of which a file changed meanwhile ({first.Where})",
        WhyCompiled.OtherFiles => $"built with files that are not in the new checkout ({first.Where})",
        WhyCompiled.OtherSources => $"with other sources than in {made.Donor} ({first.Where}), besides those that refer to them",
        WhyCompiled.BuiltBefore => $"that {made.Donor} has not built since {first.Where} changed, besides those that refer to them",
        WhyCompiled.OtherCommit => $"whose assemblies name another commit ({first.Where![..7]}, see {Page})",
        WhyCompiled.OtherFolder => $"that read {first.Where}, which is not the same for both folders",
        WhyCompiled.Path => "in a folder whose path has a character that MSBuild takes for its own",
        WhyCompiled.NotRestored => "without the files of a restore",
        _ when made.LeftOut.Any(one => one.Why == LeftOut.NotInGit && Path.GetFileName(one.Path) == "obj") =>
            "without outputs, as git does not ignore bin and obj here (`dotnet new gitignore`)",
        _ => $"that {made.Donor} has not built{(first.Where is { } where ? $" ({where})" : string.Empty)}",
    };

    private static string Page => CopyOnWrite.Tasks.Documentation.PathOf(Path.Combine("docs", "guide", "many-checkouts.md"));

    /// <summary>Empty where all was cloned.</summary>
    private string LeftOutLine()
    {
        TreeEntry[] changed = [.. made.Tree.Entries.Where(entry => entry.Kind == TreeEntryKind.Changed)];
        string[] parts =
        [
            .. made.LeftOut.GroupBy(one => one.Why, one => one.Path).Select(same => PartOf(same.Key, [.. same])),
            .. made.Tree.Counts.Where(one => one.Kind == TreeEntryKind.Skipped)
                .Select(one => Words.Count(one.Files, "pipe, socket or device", "pipes, sockets, devices")),
        ];
        return string.Join(' ', ((string?[])
        [
            parts.Length == 0 ? null : $"Left out: {string.Join(", ", parts)}.",
            changed.Length == 0 ? null : $"Changed meanwhile: {Some(changed.Select(entry => entry.Path.Length == 0 ? "." : entry.Path))}.",
        ]).OfType<string>());
    }

    private static string PartOf(LeftOut why, string[] paths) => why switch
    {
        LeftOut.Cache => "the cross-volume cache",
        LeftOut.VisualStudio => ".vs",
        LeftOut.Worktree => Words.Count(paths.Length, "other worktree"),
        LeftOut.NotInGit => $"{paths.Length} that git does not know ({Some(paths)})",
        LeftOut.NotInCommit => $"{paths.Length} that the commit does not have ({Some(paths)})",
        LeftOut.Submodule => $"{Words.Count(paths.Length, "submodule")} (`git submodule update --init` there: {Some(paths)})",
        LeftOut.Link => $"{Words.Count(paths.Length, "symbolic link")} ({Some(paths)})",
        LeftOut.Leftover => $"{paths.Length} left by killed builds",
        _ => Some(paths),
    };

    private string DiskLine()
    {
        long cloned = made.Tree.Counts.Where(one => one.Kind == TreeEntryKind.Cloned).Sum(one => one.Bytes);
        TreeCount[] copied = [.. made.Tree.Counts.Where(one => one.Kind == TreeEntryKind.Copied && one.Bytes > 0)];
        string why = copied.Length == 0 ? string.Empty : $" ({ReasonText.Of(copied.MaxBy(one => one.Bytes)!.Reason)})";
        return $"{Words.Count(made.Tree.Counts.Where(one => one.Kind != TreeEntryKind.Skipped).Sum(one => one.Files), "file")}: "
            + $"{Words.Bytes(cloned)} in blocks shared with {made.Donor}, {Words.Bytes(copied.Sum(one => one.Bytes))} copied{why}.";
    }

    private IEnumerable<string> Attention()
    {
        TreeEntry[] failed = [.. made.Tree.Entries.Where(entry => entry.Kind == TreeEntryKind.Failed)];
        return ((string?[])
        [
            failed.Length == 0 ? null
                : $"{Words.Count(failed.Length, "entry", "entries")} not cloned, such as {failed[0].Path}: {failed[0].Error!.Message}",
            .. made.Tree.NotKept.Select(loss => $"{made.Path} keeps no {WordOf(loss.Property)}: "
                + $"{Words.Count(loss.Count, "file lacks its", "files lack theirs")}, such as {loss.FirstPath}."),
            .. made.BackLinks.GroupBy(link => link.Program, link => link.Path).Select(same => same.Key is { } program
                ? $"{program} in {Some(same.Select(path => Path.Join(made.Path, Path.GetDirectoryName(path))))} changes another checkout: "
                    + $"{Page}#git"
                : $"{Words.Count(same.Count(), "symbolic link leads", "symbolic links lead")} into {made.Donor}: {Some(same)}"),
            FailedHook is null ? null : $"The hook post-checkout failed: {FailedHook}",
        ]).OfType<string>();
    }

    private static string WordOf(TreeProperty attribute) => attribute switch
    {
        TreeProperty.Mode => "modes",
        TreeProperty.Time => "write times",
        TreeProperty.Owner => "owners",
        _ => "hard links",
    };

    private static string Some(IEnumerable<string> names) => Words.Some([.. names.Order(StringComparer.Ordinal)]);
}
