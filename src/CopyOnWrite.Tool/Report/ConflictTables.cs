namespace CopyOnWrite.Tool.Report;

/// <summary>What a log says of files with more than one writer, in words.</summary>
internal static class ConflictTables
{
    internal static IEnumerable<PageTable> Of(FileConflicts conflicts, Func<string, string> named)
    {
        yield return new PageTable(
            "Files with more than one writer",
            ["file", "written by", "at the same time", "errors and warnings", "what to do", "with the package CopyOnWrite.Sdk"],
            [
                .. conflicts.Shared.Select(shared => new[]
                {
                    named(shared.Files[0]) + (shared.Files.Count > 1 ? $" and {Words.Number(shared.Files.Count - 1)} more" : string.Empty),
                    WrittenBy(shared, named),
                    shared.Overlapping > 0 ? Words.Count(shared.Overlapping, "file") : "none in this build, by luck",
                    Text(shared.Codes),
                    ConflictAdvice.Of(shared, named),
                    shared.IsSameContent
                        ? "safe: all have the same content, and a reader finds a whole file"
                        : "not repaired: the contents may differ, and the last one stays",
                }),
            ]);
        yield return new PageTable(
            "Files that were copied while being written",
            ["file", "copied by", "written by", "errors and warnings", "what to do", "with the package CopyOnWrite.Sdk"],
            [
                .. conflicts.Read.Select(read => new[]
                {
                    named(read.File), named(read.Reader), $"{named(read.Writer)} ({read.Task})", Text(read.Codes),
                    ConflictAdvice.Of(read, named),
                    read.Task == "Copy" ? "no half of a file: the old or the new one is copied"
                        : "less likely to fail: it waits for a missing or locked file",
                }),
            ]);
        yield return new PageTable(
            "Other files of such errors",
            ["file", "errors and warnings", "of", "the first one", "written by", "what to do"],
            [
                .. conflicts.Others.Select(other => new[]
                {
                    named(other.File), Text(other.Codes), named(other.Reader), other.Message, WrittenBy(other, named),
                    ConflictAdvice.Of(other, conflicts.NestedBuilds, named),
                }),
            ]);
    }

    /// <summary>Sentences for the first line of the answer; empty without any.</summary>
    internal static string Summary(FileConflicts conflicts)
    {
        int files = conflicts.Shared.Sum(shared => shared.Files.Count);
        int overlapping = conflicts.Shared.Sum(shared => shared.Overlapping);
        return (files == 0 ? string.Empty
                : $"{Words.Count(files, "file has", "files have")} more than one writer, {Words.Number(overlapping)} at the same time. ")
            + (conflicts.Read.Count == 0 ? string.Empty
                : $"{Words.Count(conflicts.Read.Count, "file was", "files were")} copied while being written. ")
            + (conflicts.Others.Count == 0 ? string.Empty
                : $"{Words.Count(conflicts.Others.Count, "file was", "files were")} missing or in use. ");
    }

    // A project that was built several times is named once; of several such projects the first says how.
    private static string WrittenBy(SharedFiles shared, Func<string, string> named)
    {
        if (shared.Cause is SharedCause.OutputFolder or SharedCause.OutputOption)
        {
            return Words.Some([.. shared.Writers.Select(writer => Name([writer], named))], "; ");
        }

        IGrouping<string, Writer>[] projects = [.. shared.Writers.GroupBy(writer => writer.Project)];
        Writer[] first = [.. projects[0]];
        string[] differing = [.. shared.Differing.Where(name => Array.Exists(first, writer => writer.Properties.ContainsKey(name)))];
        return $"{Name(first, named)}, built {Words.Count(first.Length, "time")}: "
            + Words.Some([.. first.Select(writer => HowBuilt(writer, differing, named))], "; ")
            + Joined("; likewise ", Words.Some([.. projects.Skip(1).Select(project => named(project.Key))]));
    }

    private static string Name(IEnumerable<Writer> project, Func<string, string> named) =>
        named(project.First().Project)
            + $" ({string.Join(", ", project.SelectMany(writer => writer.Tasks).Select(NameOf).Distinct())})";

    private static string NameOf(WritingTask task) => task.IsOfUser ? $"{task.Task} in target {task.Target}" : task.Task;

    private static string HowBuilt(Writer writer, string[] differing, Func<string, string> named)
    {
        ILookup<bool, string> names = differing.ToLookup(writer.Properties.ContainsKey);
        return string.Join(' ', ((string[])
        [
            Joined("with ", Words.Some([.. names[true].Select(name => $"{name}={Short(writer.Properties[name])}")])),
            Joined("without ", Words.Some([.. names[false]])),
        ]).Where(text => text.Length > 0))
            + (writer.PassedBy.Count > 0
                ? Joined(", passed by ", Words.Some([.. writer.PassedBy.Select(passer =>
                    named(passer.Project) + (passer.Target is { } target ? $" (target {target})" : string.Empty))]))
                : Joined(" for ", Words.Some([.. writer.RequestedBy.Select(named)])));
    }

    private static string Joined(string before, string words) => words.Length > 0 ? before + words : string.Empty;

    private static string Text(IReadOnlyList<CodeCount> codes) =>
        codes.Count == 0 ? "none"
            : string.Join(", ", codes.Select(code => code.Count == 1 ? code.Code : $"{code.Code} {code.Count} times"));

    private static string WrittenBy(FileOfError other, Func<string, string> named) => other.Cause switch
    {
        ErrorCause.NotReferenced when other.Writer is null => $"no task that the log names; it is among the outputs of {named(other.Owner!)}",
        ErrorCause.NotReferenced or ErrorCause.TargetOrder => $"{named(other.Writer!)}, after the error",
        ErrorCause.NotMade => "no task that the log names: it never was there, or another build deleted it",
        _ => other.Writer is { } writer ? $"{named(writer)} alone" : "no task that the log names",
    };

    internal static string Short(string value) => value.Length <= 60 ? value : value[..57] + "...";
}
