using CopyOnWrite.Tool.Outputs;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>The words for a person: which projects a first build compiles, which files were cloned, and which were not.</summary>
internal sealed class OutputWords(
    string donor, string path, IReadOnlyList<Decision> projects, IReadOnlyList<CompiledProject> embedding, CloneTreeResult cloned)
{
    private readonly Decision[] _compiled = [.. projects.Where(project => project.Why != WhyCompiled.None)];

    private static string Page => CopyOnWrite.Tasks.Documentation.PathOf(Path.Combine("docs", "guide", "many-checkouts.md"));

    /// <summary>"/home/me/app-2 is already built: all 31 projects are up to date."</summary>
    internal string Summary(string name)
    {
        int built = projects.Count(project => project.Why != WhyCompiled.NotBuilt);
        int ready = projects.Count - _compiled.Length;

        // Others are mostly none of the build that follows.
        string which = built == projects.Count ? string.Empty : $" that {(built == 1 ? "was" : "were")} built in {donor}";
        string all = (built == 1 ? "the project" : $"all {Words.Count(built, "project")}") + which;
        return built == 0 ? $"{name}: no project was built in {donor}."
            : ready == built ? $"{name} is already built: {all} {(built == 1 ? "is" : "are")} up to date."
            : ready == 0 ? $"{name}: a build compiles {all}."
            : $"{name}: {Words.Number(ready)} of {Words.Count(built, "project")}{which} {(ready == 1 ? "is" : "are")} up to date, "
                + $"and a build compiles at least the other {(built - ready == 1 ? "one" : Words.Number(built - ready))}.";
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
               let place = same.First().Where
               select same.Key == WhyCompiled.NotBuilt
                   ? $"{Words.Count(same.Count(), "project was", "projects were")} not built in {donor}"
                       + $"{(place is null ? string.Empty : $" ({place})")}: {names}."
                   : $"{Words.Count(same.Count(), "project")} will compile ({names}): {ReasonOf(same.Key, place)}.",
        ];
        return all.Length <= most ? all : [.. all.Take(most - 1), string.Join(' ', all.Skip(most - 1))];
    }

    internal string ReasonOf(WhyCompiled why, string? where) => why switch
    {
        WhyCompiled.NamesDonor =>
            $"the outputs contain the path {where}; `dotnet cow prepare` and a build in {donor} prevent that, see {Page}",
        WhyCompiled.NamesDonorInText => $"{where} contains the path of {donor}",
        WhyCompiled.EmbedsDonor => $"the pdb contains generated sources that name {donor}, as Razor's do",
        WhyCompiled.Changed => $"a file changed while the command ran, or cannot be used ({where})",
        WhyCompiled.OtherFiles => $"a file that the build reads is not the same here and in {donor} ({where})",
        WhyCompiled.OtherSources =>
            $"a source differs from the one in {donor} ({where}); projects that reference such a project may compile as well",
        WhyCompiled.BuiltBefore =>
            $"{donor} was not built after {where} changed; projects that reference such a project may compile as well",
        WhyCompiled.OtherCommit => $"the outputs contain the version of another commit or branch ({where}, see {Page})",
        WhyCompiled.OtherFolder => $"the build reads {where}, which is not the same for both folders",
        WhyCompiled.Path => "one of the two paths contains a character that is special in MSBuild, such as % or ;",
        WhyCompiled.NotRestored => "the files that a restore writes into obj are missing",
        _ => throw new ArgumentOutOfRangeException(nameof(why), why, null),
    };

    /// <summary>Names projects that are up to date, and whose pdbs differ from those of a compilation here.</summary>
    internal string? EmbeddingLine => embedding.Count == 0 ? null
        : $"{Words.Count(embedding.Count, "pdb contains", "pdbs contain")} generated sources that name {donor}, as Razor's do "
            + $"({Some(embedding.Select(one => one.File))}). With --strict, such projects compile.";

    internal string? ChangedLine
    {
        get
        {
            TreeEntry[] changed = [.. cloned.Entries.Where(entry => entry.Kind == TreeEntryKind.Changed)];
            return changed.Length == 0 ? null
                : $"Changed while the command ran: {Some(changed.Select(entry => entry.Path.Length == 0 ? "." : entry.Path))}.";
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
                + (!copied[true].Any() ? amounts
                    : shared + copied[false].Sum(one => one.Bytes) == 0 ? bySystem : $"{amounts}, {bySystem}") + ".";
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
                : [$"{Words.Count(failed.Length, "entry was", "entries were")} not cloned, such as {failed[0].Path}: "
                    + failed[0].Error!.Message],
            .. junctions.Length == 0 ? (string[])[]
                : [$"{Words.Count(junctions.Length, "junction was", "junctions were")} not cloned, such as {junctions[0].Path}. "
                    + $"Install these packages in {path}."],
            .. cloned.NotKept.Select(loss => $"{path} does not keep {WordOf(loss.Property)} of {Words.Count(loss.Count, "file")}, "
                + $"such as {loss.FirstPath}."),
        ];
    }

    private static string WordOf(TreeProperty attribute) => attribute switch
    {
        TreeProperty.Mode => "the modes",
        TreeProperty.Time => "the write times",
        TreeProperty.Owner => "the owners",
        _ => "the hard links",
    };

    internal static string Some(IEnumerable<string> names) => Words.Some([.. names.Order(StringComparer.Ordinal)]);
}
