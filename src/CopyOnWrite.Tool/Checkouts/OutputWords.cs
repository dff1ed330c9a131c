using CopyOnWrite.Tool.Outputs;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>The words for a person: which projects a first build compiles, which files were cloned, and which were not.</summary>
internal sealed class OutputWords(
    string donor, string path, IReadOnlyList<Verdict> projects, IReadOnlyList<CompiledProject> embedding, CloneTreeResult cloned)
{
    private readonly Verdict[] _compiled = [.. projects.Where(project => project.Why != WhyCompiled.None)];

    private static string Page => CopyOnWrite.Tasks.Documentation.PathOf(Path.Combine("docs", "guide", "many-checkouts.md"));

    /// <summary>"nothing to compile: all 31 projects are up to date."</summary>
    internal string Summary
    {
        get
        {
            int built = projects.Count(project => project.Why != WhyCompiled.NotBuilt);
            int ready = projects.Count - _compiled.Length;
            return built == 0 ? "no project was built."
                : ready < built ? $"{built - ready} of {Words.Count(built, "project")} will compile."
                : built == 1 ? "nothing to compile: the project is up to date."
                : $"nothing to compile: all {Words.Count(built, "project")} are up to date.";
        }
    }

    /// <summary>The projects, for <c>--json</c>.</summary>
    internal object ProjectsAsJson => projects.Select(one => new
    {
        one.Project.File, Folder = one.Project.Folders is [var folder, ..] ? folder : null, one.Why, one.Where,
    });

    internal object EmbeddingAsJson => embedding.Select(one => one.File);

    internal object CountsAsJson => cloned.Counts.Select(
        one => new { one.Kind, Why = CloneOutcome.Copied(one.Reason, one.Bytes).FailureReason, one.Files, one.Bytes });

    internal object NotClonedAsJson => cloned.Entries.Where(one => one.Kind != TreeEntryKind.SymbolicLink)
        .Select(one => new { one.Path, one.Kind, Error = one.Error?.Message });

    internal object NotKeptAsJson => cloned.NotKept.Select(one => new { one.Property, one.Count, one.FirstPath });

    /// <summary>Gives the reasons, the most frequent first; the least frequent share the last line.</summary>
    internal string[] Reasons(int most)
    {
        string[] all =
        [
            .. from project in _compiled
               group project by project.Why into same
               orderby same.Count() descending
               let names = Some(same.Select(one => one.Project.File))
               select $"{Words.Count(same.Count(), "project")} {ReasonOf(same.Key, same.First().Where)}: {names}.",
        ];
        return all.Length <= most ? all : [.. all.Take(most - 1), string.Join(' ', all.Skip(most - 1))];
    }

    private string ReasonOf(WhyCompiled why, string? where) => why switch
    {
        WhyCompiled.NamesDonor =>
            $"compiled into outputs that name {where} (`dotnet cow prepare` and a build in {donor} prevent it, see {Page})",
        WhyCompiled.NamesDonorInText => $"with the path of {donor} in {where}",
        WhyCompiled.EmbedsDonor => $"with generated sources in the pdb that name {donor}, as Razor's do",
        WhyCompiled.Changed => $"with a file that changed meanwhile or cannot be used ({where})",
        WhyCompiled.OtherFiles => $"built with files that are not the same here ({where})",
        WhyCompiled.OtherSources => $"with other sources than in {donor} ({where}), besides those that refer to them",
        WhyCompiled.BuiltBefore => $"that {donor} has not built since {where} changed, besides those that refer to them",
        WhyCompiled.OtherCommit => $"with a version of another commit or branch ({where}, see {Page})",
        WhyCompiled.OtherFolder => $"that read {where}, which is not the same for both folders",
        WhyCompiled.Path => "in a folder whose path has a character that MSBuild takes for its own",
        WhyCompiled.NotRestored => "without the files of a restore",
        _ => $"that {donor} has not built{(where is null ? string.Empty : $" ({where})")}",
    };

    /// <summary>Names projects that are up to date, and whose pdbs differ from those of a compilation here.</summary>
    internal string? EmbeddingLine => embedding.Count == 0 ? null
        : $"Generated sources in the pdb of {Words.Count(embedding.Count, "project")} name {donor}, as Razor's do; --strict compiles them: "
            + $"{Some(embedding.Select(one => one.File))}.";

    internal string? ChangedLine
    {
        get
        {
            TreeEntry[] changed = [.. cloned.Entries.Where(entry => entry.Kind == TreeEntryKind.Changed)];
            return changed.Length == 0 ? null
                : $"Changed meanwhile: {Some(changed.Select(entry => entry.Path.Length == 0 ? "." : entry.Path))}.";
        }
    }

    internal string SavedLine(string file) => $"{Words.Count(cloned.Counts.Sum(one => one.Files), "file")} from {file}: "
        + $"{Words.Bytes(cloned.Counts.Sum(one => one.Bytes))}.";

    internal string DiskLine
    {
        get
        {
            long shared = cloned.Counts.Where(one => one.Kind == TreeEntryKind.Cloned).Sum(one => one.Bytes);
            ILookup<bool, TreeCount> copied = cloned.Counts.Where(one => one.Kind == TreeEntryKind.Copied && one.Bytes > 0)
                .ToLookup(one => one.Reason == Reason.SystemCopyClones);
            string why = copied[false].MaxBy(one => one.Bytes) is { } most ? $" ({ReasonText.Of(most.Reason)})" : string.Empty;
            int files = cloned.Counts.Where(one => one.Kind != TreeEntryKind.Skipped).Sum(one => one.Files);
            string amounts = $"{Words.Bytes(shared)} in shared blocks, {Words.Bytes(copied[false].Sum(one => one.Bytes))} copied{why}";
            string bySystem = $"{Words.Bytes(copied[true].Sum(one => one.Bytes))} {ReasonText.Of(Reason.SystemCopyClones)}";
            return $"{Words.Count(files, "file")} from {donor}: "
                + (!copied[true].Any() ? amounts : shared + copied[false].Sum(one => one.Bytes) == 0 ? bySystem : $"{amounts}, {bySystem}") + ".";
        }
    }

    /// <summary>Names entries that are not as they are in the donor.</summary>
    internal IEnumerable<string> Attention()
    {
        TreeEntry[] failed = [.. cloned.Entries.Where(entry => entry.Kind == TreeEntryKind.Failed)];
        TreeEntry[] junctions =
            [.. cloned.Entries.Where(entry => entry.Kind == TreeEntryKind.Skipped && OperatingSystem.IsWindows())]; // No pipes there.
        return
        [
            .. failed.Length == 0 ? (string[])[]
                : [$"{Words.Count(failed.Length, "entry", "entries")} not cloned, such as {failed[0].Path}: {failed[0].Error!.Message}"],
            .. junctions.Length == 0 ? (string[])[]
                : [$"{Words.Count(junctions.Length, "junction")} not cloned, such as {junctions[0].Path}: install the packages in {path}."],
            .. cloned.NotKept.Select(loss => $"{path} keeps no {WordOf(loss.Property)}: "
                + $"{Words.Count(loss.Count, "file lacks its", "files lack theirs")}, such as {loss.FirstPath}."),
        ];
    }

    private static string WordOf(TreeProperty attribute) => attribute switch
    {
        TreeProperty.Mode => "modes",
        TreeProperty.Time => "write times",
        TreeProperty.Owner => "owners",
        _ => "hard links",
    };

    internal static string Some(IEnumerable<string> names) => Words.Some([.. names.Order(StringComparer.Ordinal)]);
}
