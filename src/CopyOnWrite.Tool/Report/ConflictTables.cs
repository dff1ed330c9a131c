namespace CopyOnWrite.Tool.Report;

/// <summary>What a log says of files with more than one writer, in words.</summary>
internal static class ConflictTables
{
    private const int Most = 4;

    // A project is meant to be built for several of these.
    private static readonly string[] s_perBuild = ["TargetFramework", "RuntimeIdentifier"];

    private const string Outside = "another build, such as one that an Exec of this one ran, or a program, such as a virus scanner,";

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
                    WhatToDo(shared),
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
            ["file", "errors and warnings", "written by", "what to do"],
            [
                .. conflicts.Others.Select(other => new[]
                {
                    named(other.File), Text(other.Codes),
                    other.Writer is { } writer ? $"{named(writer)} alone: {Outside} had it open"
                        : IsMissing(other) ? "no task that the log names: it never was there, or another build deleted it"
                        : $"no task that the log names: {Outside} wrote, opened or deleted it",
                    (IsMissing(other) ? "If no build makes it, take it out of the project. Else run " : "Run ") + OneBuild,
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

    // A project that was built several times is named once.
    private static string WrittenBy(SharedFiles shared, Func<string, string> named)
    {
        bool isOne = shared.Cause != SharedCause.OutputFolder;
        IEnumerable<string> writers = shared.Writers.Take(Most).Select(writer => isOne
            ? HowBuilt(writer, shared.Differing, named).TrimStart()
            : Name([writer], named) + HowBuilt(writer, shared.Differing, named));
        return (isOne ? $"{Name(shared.Writers, named)}, built {Words.Count(shared.Writers.Count, "time")}: " : string.Empty)
            + string.Join("; ", writers)
            + (shared.Writers.Count > Most ? $"; and {Words.Number(shared.Writers.Count - Most)} more" : string.Empty);
    }

    private static string Name(IReadOnlyList<Writer> project, Func<string, string> named)
    {
        IEnumerable<string> tasks = project.SelectMany(writer => writer.Tasks).Select(task => task.Task).Distinct();
        return $"{named(project[0].Project)} ({string.Join(", ", tasks)})";
    }

    private static string HowBuilt(Writer writer, IReadOnlyList<string> differing, Func<string, string> named)
    {
        ILookup<bool, string> names = differing.ToLookup(writer.Properties.ContainsKey);
        return Joined(" with ", names[true].Select(name => $"{name}={Short(writer.Properties[name])}"))
            + Joined(" without ", names[false])
            + (writer.PassedBy.Count > 0
                ? Joined(", passed by ", writer.PassedBy.Take(Most).Select(named))
                : Joined(" for ", writer.RequestedBy.Take(Most).Select(named)));
    }

    private static string Joined(string before, IEnumerable<string> words) =>
        string.Join(", ", words) is { Length: > 0 } joined ? before + joined : string.Empty;

    private static string Text(IReadOnlyList<CodeCount> codes) =>
        codes.Count == 0 ? "none"
            : string.Join(", ", codes.Select(code => code.Count == 1 ? code.Code : $"{code.Code} {code.Count} times"));

    private static string WhatToDo(SharedFiles shared)
    {
        string project = LoggedPath.FileName(shared.Writers[0].Project);
        string names = string.Join(", ", shared.Differing);
        string? perBuild = s_perBuild.FirstOrDefault(name =>
            shared.Writers.Select(writer => writer.Properties.GetValueOrDefault(name)).OfType<string>().Distinct().Skip(1).Any());
        return shared.Cause switch
        {
            SharedCause.Solutions =>
                $"Build {project} from one solution only: it was built from several, or from one and also without it",
            SharedCause.GlobalProperties when perBuild is not null =>
                $"Put $({perBuild}) into these paths: take Append{perBuild}ToOutputPath=false out of {project}, or name it in its "
                    + "IntermediateOutputPath and OutputPath",
            SharedCause.GlobalProperties when names == "TargetFramework" =>
                $"Let nothing pass TargetFramework to {project}, which is built without it, too: no SetTargetFramework on a "
                    + "ProjectReference, no Properties of an MSBuild task, no -f of a command for a solution",
            SharedCause.GlobalProperties =>
                $"Let all that build {project} pass the same {names}, or none: set it in the project, or take it off by "
                    + "GlobalPropertiesToRemove on a ProjectReference. If it has to be built more than once, give each its own "
                    + "IntermediateOutputPath and OutputPath",
            _ when FileConflicts.IsInObj(shared.Files[0]) =>
                "Give each project its own obj: put them into folders of their own, or set BaseIntermediateOutputPath in each",
            _ when shared.IsSameContent =>
                "Let one of the projects copy it (Private=\"false\" on the others' references), or give each its own OutputPath",
            _ => "Give each project its own OutputPath",
        };
    }

    private static bool IsMissing(FileOfError other) => other is { Writer: null, Codes: [{ Code: "MSB3030" }] };

    private static string Short(string value) => value.Length <= 60 ? value : value[..57] + "...";
}
