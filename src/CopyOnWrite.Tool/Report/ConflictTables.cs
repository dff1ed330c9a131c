namespace CopyOnWrite.Tool.Report;

/// <summary>The words and tables about files with more than one writer.</summary>
internal static class ConflictTables
{
    internal static IEnumerable<PageTable> Of(FileConflicts conflicts, Func<string, string> named)
    {
        yield return new PageTable(
            "Files with more than one writer",
            ["file", "written by", "written at the same time", "errors and warnings", "what to do", "with the package CopyOnWrite.Sdk"],
            [
                .. conflicts.Shared.Select(shared => new[]
                {
                    NameOf(named(shared.Files[0]), shared.Files.Count),
                    WrittenBy(shared, named),
                    shared.Overlapping > 0 ? Words.Count(shared.Overlapping, "file") : "none in this build, but possible in the next",
                    Text(shared.Codes),
                    ConflictAdvice.Of(shared, named),
                    shared.IsSameContent
                        ? "safe: all writers have the same content, and a reader finds a complete file"
                        : "not repaired: the contents may differ, and the content of the last writer stays",
                }),
            ]);
        yield return new PageTable(
            "Files that were copied while being written",
            ["file", "copied by", "written by", "errors and warnings", "what to do", "with the package CopyOnWrite.Sdk"],
            [
                .. conflicts.Read.Select(read => new[]
                {
                    named(read.File), named(read.Reader),
                    $"{named(read.Writer)} ({read.Task}){(read.Command is { } command ? $" of {ShortOf(command)}" : string.Empty)}",
                    Text(read.Codes),
                    ConflictAdvice.Of(read, named),
                    read.Task == "Copy" ? "never half a file: the task copies the old or the new one"
                        : "less likely to fail: the task waits for a missing or locked file",
                }),
            ]);
        yield return new PageTable(
            "Other files that were missing or in use",
            ["file", "errors and warnings", "project", "first message", "written by", "what to do"],
            [
                .. from other in conflicts.Others
                   let writtenBy = WrittenBy(other, named)
                   let advice = ConflictAdvice.Of(other, conflicts.NestedBuilds, named)
                   group other by (Codes: Text(other.Codes), other.Reader, writtenBy, advice) into same
                   let first = same.First()
                   select new[]
                   {
                       NameOf(named(first.File), same.Count()), same.Key.Codes, named(first.Reader), first.Message, same.Key.writtenBy,
                       same.Key.advice,
                   },
            ]);
    }

    /// <summary>Gives the first line of the answer: which file has several writers, or that none has.</summary>
    /// <param name="accepted">How many causes a baseline accepts.</param>
    internal static string FirstLine(FileConflicts conflicts, int accepted = 0)
    {
        int files = conflicts.Shared.SelectMany(shared => shared.Files).Distinct().Count();
        int overlapping = conflicts.Shared.Sum(shared => shared.Overlapping);
        string shared = files == 0 ? string.Empty
            : $"{Title(conflicts.Shared[0])}{Why(conflicts.Shared[0].Codes, IsSeen(conflicts.Shared[0], conflicts.Read))}. "
                + (files == 1 ? string.Empty
                    : $"In all, {Words.Number(files)} files have more than one writer, "
                        + $"{(overlapping == 0 ? "none" : Words.Number(overlapping))} of them at the same time. ");
        string read = conflicts.Read.Count == 0 ? string.Empty
            : $"{LoggedPath.FileName(conflicts.Read[0].File)} was copied while it was written{Why(conflicts.Read[0].Codes, isSeen: true)}. "
                + (conflicts.Read.Count == 1 ? string.Empty : $"In all, {Words.Number(conflicts.Read.Count)} files were. ");
        string early = string.Concat(conflicts.Others.GroupBy(other => other.Cause).OrderBy(same => same.Key).Select(same => same.Key switch
        {
            ErrorCause.NotBuilt => $"{Those(same)} not built: this command does not build the project that makes it. ",
            ErrorCause.NotReferenced => $"{Those(same)} needed by a project that does not wait for the one that makes it. ",
            ErrorCause.TargetOrder => $"{Those(same)} needed by a target that runs before the one that makes it. ",
            ErrorCause.NotMade => $"{Those(same)} missing, and no task of this build makes it. ",
            _ => $"{Those(same)} in use, gone, or could not be written{Joined(", held by ", HolderOf(same))}. ",
        }));
        string outside = conflicts.AnyWriters ? string.Empty
            : accepted > 0 ? $"No new writers: the baseline accepts {Words.Count(accepted, "cause")}. "
            : "No file has two writers" + (conflicts.Others.Any(other => other.Cause == ErrorCause.Outside)
                ? " in this log: look outside of it. " : ". ");
        return shared + read + outside + early;
    }

    private static string NameOf(string first, int files) => first + (files > 1 ? $" and {Words.Number(files - 1)} more" : string.Empty);

    private static string Those(IEnumerable<FileOfError> some) => some.Count() == 1
        ? $"{LoggedPath.FileName(some.First().File)} was" : $"{Words.Number(some.Count())} files were";

    private static string HolderOf(IEnumerable<FileOfError> some) =>
        some.Select(one => one.HeldBy).FirstOrDefault(holder => holder is not null) ?? string.Empty;

    /// <summary>"Two projects write a.txt", or "Lib.csproj is built twice, and writes Lib.dll each time".</summary>
    internal static string Title(SharedFiles shared)
    {
        bool areProjects = shared.Cause is SharedCause.OutputFolder or SharedCause.OutputOption;
        int count = areProjects ? shared.Writers.Select(writer => writer.Project).Distinct().Count() : shared.Count;
        string? writers = areProjects ? "projects"
            : shared.Cause == SharedCause.Commands ? "commands"
            : shared.Cause == SharedCause.NestedBuild ? "builds"
            : null;
        string file = LoggedPath.FileName(shared.Files[0]);
        return writers is null
            ? $"{LoggedPath.FileName(shared.Writers[0].Project)} is built {(count == 2 ? "twice" : $"{Words.Number(count)} times")}, "
                + (file.Length > 0 ? $"and writes {file} each time" : "each time into one folder of obj")
            : $"{(count == 2 ? "Two" : Words.Number(count))} {writers} {(file.Length > 0 ? $"write {file}" : "share one folder of obj")}";
    }

    // That a file has two writers does not say that they met: a program can have held it, and the writers are another risk.
    private static bool IsSeen(SharedFiles shared, IReadOnlyList<ReadWhileWritten> all) =>
        shared.Overlapping > 0 || all.Any(read => shared.Files.Contains(read.File));

    private static string Why(IReadOnlyList<CodeCount> codes, bool isSeen) => codes.Count == 0 ? string.Empty
        : $": this is {(isSeen ? "why" : "likely why")} {string.Join(" and ", codes.Select(code => code.Code))} happened";

    // Names a project that was built several times once; only the first of several such projects shows how it was built.
    internal static string WrittenBy(SharedFiles shared, Func<string, string> named)
    {
        if (shared.Writers.Any(writer => writer.Command is not null))
        {
            Writer[] of = [.. shared.Writers.DistinctBy(writer => writer.Command)];
            return Words.Some([.. of.Select(one => Name([one], named) + Joined(" of ", ShortOf(one.Command ?? string.Empty)))], "; ")
                + Joined("; also ", Words.Some(
                    [.. shared.Writers.Select(one => named(one.Project)).Distinct().Except(of.Select(one => named(one.Project)))]));
        }

        if (shared.Cause is SharedCause.OutputFolder or SharedCause.OutputOption)
        {
            return Words.Some([.. shared.Writers.Select(writer => Name([writer], named))], "; ");
        }

        IGrouping<string, Writer>[] projects = [.. shared.Writers.GroupBy(writer => writer.Project)];
        Writer[] first = [.. projects[0]];
        string[] differing = [.. shared.Differing.Where(name => Array.Exists(first, writer => writer.Properties.ContainsKey(name)))];
        return $"{Name(first, named)}, built {Words.Count(first.Length, "time")}: "
            + Words.Some([.. first.Select(writer => HowBuilt(writer, differing, named))], "; ")
            + Joined("; also ", Words.Some([.. projects.Skip(1).Select(project => named(project.Key))]));
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
                : Joined(", requested by ", Words.Some([.. writer.RequestedBy.Select(named)])));
    }

    private static string Joined(string before, string words) => words.Length > 0 ? before + words : string.Empty;

    private static string Text(IReadOnlyList<CodeCount> codes) =>
        codes.Count == 0 ? "none"
            : string.Join(", ", codes.Select(code => code.Count == 1 ? code.Code : $"{code.Code} {code.Count} times"));

    private static string WrittenBy(FileOfError other, Func<string, string> named) => other.Cause switch
    {
        ErrorCause.NotReferenced when other.Writer is null => $"no task in this log; the path belongs to {named(other.Owner!)}",
        ErrorCause.NotReferenced or ErrorCause.TargetOrder => $"{named(other.Writer!)}, after the error",
        ErrorCause.NotBuilt => "no task: this build left the project of the file out",
        ErrorCause.NotMade => "no task in this log: the file never existed, or another build deleted it",
        _ => other.Writer is { } writer ? $"only {named(writer)}" : "no task in this log",
    };

    internal static string Short(string value, int kept = 0) => value.Length <= kept + 60 ? value : value[..(kept + 57)] + "...";

    /// <summary>Shortens "x.binlog: msbuild arguments", and keeps the log's whole name: two may begin alike.</summary>
    private static string ShortOf(string command) => Short(command, command.IndexOf(": ", StringComparison.Ordinal) + 1);
}
