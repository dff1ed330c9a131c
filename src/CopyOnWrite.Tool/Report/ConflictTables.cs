namespace CopyOnWrite.Tool.Report;

/// <summary>What a log says of files with more than one writer, in words.</summary>
internal static class ConflictTables
{
    private const int Most = 4;

    private const string OneBuild =
        "one build of a checkout at a time: none in an Exec or an editor beside it, others in their own checkout (dotnet cow worktree)";

    internal static IEnumerable<PageTable> Of(FileConflicts conflicts, Func<string, string> named)
    {
        yield return new PageTable(
            "Files with more than one writer",
            ["file", "written by", "at the same time", "errors and warnings", "what to do", "with CopyOnWrite.Sdk"],
            [
                .. conflicts.Shared.Select(shared => new[]
                {
                    named(shared.Files[0]) + (shared.Files.Count > 1 ? $" and {Words.Number(shared.Files.Count - 1)} more" : string.Empty),
                    WrittenBy(shared, named),
                    shared.Overlapping > 0 ? Words.Count(shared.Overlapping, "file") : "none in this build",
                    Text(shared.Codes),
                    ConflictAdvice.Of(shared, named),
                    shared.IsSameContent
                        ? "safe: all have the same content, and a reader finds a whole file"
                        : "not repaired: the contents may differ, and the last one stays",
                }),
            ]);
        yield return new PageTable(
            "Files that one project copied while another wrote them",
            ["file", "copied by", "written by", "errors and warnings", "with CopyOnWrite.Sdk"],
            [
                .. conflicts.Read.Select(read => new[]
                {
                    named(read.File), named(read.Reader), $"{named(read.Writer)} ({read.Task})", Text(read.Codes),
                    read.Task == "Copy" ? "repaired: the old file or the new one is copied"
                        : "less likely to fail: it waits for a missing or locked file",
                }),
            ]);
        yield return new PageTable(
            "Other files of such errors",
            ["file", "errors and warnings", "of", "written by", "what to do"],
            [
                .. conflicts.Others.Select(other => new[]
                {
                    named(other.File), Text(other.Codes), named(other.Reader), WrittenBy(other, Outside(conflicts, named), named), WhatToDo(other, named),
                }),
            ]);
    }

    /// <summary>For the first line of the answer; empty without any.</summary>
    internal static string Summary(FileConflicts conflicts)
    {
        int files = conflicts.Shared.Sum(shared => shared.Files.Count);
        int overlapping = conflicts.Shared.Sum(shared => shared.Overlapping);
        return files == 0 ? string.Empty
            : $"{Words.Count(files, "file has", "files have")} more than one writer, {Words.Number(overlapping)} at the same time. ";
    }

    // A project that was built several times is named once, and so are the properties of projects that were built alike.
    private static string WrittenBy(SharedFiles shared, Func<string, string> named)
    {
        IGrouping<string, Writer>[] projects = [.. shared.Writers.GroupBy(writer => writer.Project)];
        string[] names = [.. projects.Select(project => Name(project, named))];
        bool isOfFolder = shared.Cause == SharedCause.OutputFolder;
        Writer[] writers = isOfFolder ? [.. shared.Writers] : [.. projects[0]];
        IEnumerable<string> built = writers.Take(Most).Select(writer => isOfFolder
            ? Name([writer], named) + HowBuilt(writer, shared.Differing, named)
            : HowBuilt(writer, shared.Differing, named).TrimStart());
        return (isOfFolder ? string.Empty
                : $"{Some(names)}, {(names.Length > 1 ? "each " : string.Empty)}built {Words.Count(writers.Length, "time")}: ")
            + string.Join("; ", built)
            + (writers.Length > Most ? $"; and {Words.Number(writers.Length - Most)} more" : string.Empty);
    }

    private static string Name(IEnumerable<Writer> project, Func<string, string> named)
    {
        IEnumerable<string> tasks = project.SelectMany(writer => writer.Tasks).Select(task => task.Task).Distinct();
        return named(project.First().Project) + (string.Join(", ", tasks) is { Length: > 0 } all ? $" ({all})" : string.Empty);
    }

    private static string HowBuilt(Writer writer, IReadOnlyList<string> differing, Func<string, string> named)
    {
        ILookup<bool, string> names = differing.ToLookup(writer.Properties.ContainsKey);
        return Joined(" with ", names[true].Select(name => $"{name}={Short(writer.Properties[name])}"))
            + Joined(" without ", names[false])
            + (writer.PassedBy.Count > 0
                ? Joined(", passed by ", writer.PassedBy.Take(Most).Select(passer =>
                    named(passer.Project) + (passer.Target is { } target ? $" (target {target})" : string.Empty)))
                : Joined(" for ", writer.RequestedBy.Take(Most).Select(named)));
    }

    private static string Joined(string before, IEnumerable<string> words) =>
        string.Join(", ", words) is { Length: > 0 } joined ? before + joined : string.Empty;

    private static string Some(string[] names) =>
        names.Length <= Most ? string.Join(", ", names) : $"{string.Join(", ", names.Take(Most - 1))} and {names.Length - Most + 1} more";

    private static string Text(IReadOnlyList<CodeCount> codes) =>
        codes.Count == 0 ? "none"
            : string.Join(", ", codes.Select(code => code.Count == 1 ? code.Code : $"{code.Code} {code.Count} times"));

    private static string Outside(FileConflicts conflicts, Func<string, string> named) =>
        (conflicts.NestedBuilds is [var first, ..]
            ? $"another build, such as that of the Exec in {named(first.Project)} (target {first.Target}: {Short(first.Command)}),"
            : "another build")
        + " or a program, such as a virus scanner,";

    private static string WrittenBy(FileOfError other, string outside, Func<string, string> named) => other.Cause switch
    {
        ErrorCause.NotReferenced when other.Writer is null => $"no task that the log names; it is among the outputs of {named(other.Owner!)}",
        ErrorCause.NotReferenced or ErrorCause.TargetOrder => $"{named(other.Writer!)}, after {named(other.Reader)} looked for it",
        ErrorCause.NotMade => "no task that the log names: it never was there, or another build deleted it",
        _ when other.Writer is { } writer => $"{named(writer)} alone: {outside} had it open or deleted it",
        _ => $"no task that the log names: {outside} wrote, opened or deleted it",
    };

    private static string WhatToDo(FileOfError other, Func<string, string> named) => other.Cause switch
    {
        ErrorCause.NotReferenced => $"Let {named(other.Reader)} wait for {named(other.Writer ?? other.Owner!)}: a ProjectReference, with "
            + "ReferenceOutputAssembly=\"false\" if it needs only the file",
        ErrorCause.TargetOrder => "Let the target that needs it run after the one that makes it (AfterTargets, DependsOnTargets)",
        ErrorCause.NotMade => $"If no build makes it, take it out of the project. Else run {OneBuild}",
        _ => $"Run {OneBuild}",
    };

    internal static string Short(string value) => value.Length <= 60 ? value : value[..57] + "...";
}
