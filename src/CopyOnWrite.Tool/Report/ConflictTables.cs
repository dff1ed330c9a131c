namespace CopyOnWrite.Tool.Report;

/// <summary>What a log says of files that several projects wrote, in words.</summary>
internal static class ConflictTables
{
    internal static IEnumerable<PageTable> Of(FileConflicts conflicts, Func<string, string> named)
    {
        yield return new PageTable(
            "Files that several projects wrote",
            ["file", "written by", "at the same time", "errors and warnings", "what to do", "with CopyOnWrite.Sdk"],
            [
                .. conflicts.Shared.Select(shared => new[]
                {
                    named(shared.Files[0]) + (shared.Files.Count > 1 ? $" and {Words.Number(shared.Files.Count - 1)} more" : string.Empty),
                    string.Join("; ", shared.Writers.Select(writer => Text(writer, named))),
                    shared.Overlapping > 0 ? Words.Count(shared.Overlapping, "file") : "none, this time",
                    Text(shared.Codes),
                    WhatToDo(shared),
                    shared.IsSameContent
                        ? "safe: all have the same content, and a reader finds a whole file"
                        : "not repaired: the contents may differ, and the last one stays",
                }),
            ]);
        yield return new PageTable(
            "Files that one project copied while another wrote them",
            ["file", "copied by", "written by", "with CopyOnWrite.Sdk"],
            [
                .. conflicts.Read.Select(read => new[]
                {
                    named(read.File), named(read.Reader), $"{named(read.Writer)} ({read.Task})",
                    read.Task == "Copy" ? "repaired: the old file or the new one is copied" : "less likely to fail: it waits for a missing or locked file",
                }),
            ]);
        yield return new PageTable(
            "Other files of such errors",
            ["file", "errors and warnings", "written by"],
            [
                .. conflicts.Others.Select(other => new[]
                {
                    named(other.File), Text(other.Codes),
                    other.Writer is { } writer
                        ? $"{named(writer)} alone: something outside of this build had it open, such as another build, a program or a virus scanner"
                        : "no task that the log names: something outside of this build wrote, opened or deleted it",
                }),
            ]);
    }

    /// <summary>For the first line of the answer; empty without any.</summary>
    internal static string Summary(FileConflicts conflicts)
    {
        int files = conflicts.Shared.Sum(shared => shared.Files.Count);
        int overlapping = conflicts.Shared.Sum(shared => shared.Overlapping);
        return files == 0 ? string.Empty
            : $"{Words.Count(files, "file was", "files were")} written by several projects, {Words.Number(overlapping)} at the same time. ";
    }

    private static string Text(Writer writer, Func<string, string> named)
    {
        string properties = string.Join(", ", writer.Properties.Where(pair => !IsLong(pair.Key)).Select(pair => $"{pair.Key}={Short(pair.Value)}"));
        string tasks = string.Join(", ", writer.Tasks.Select(task => task.Task).Distinct());
        return named(writer.Project) + (properties.Length > 0 ? $" with {properties}" : string.Empty)
            + (writer.RequestedBy.Count > 0 ? $" for {string.Join(", ", writer.RequestedBy.Take(3).Select(named))}" : string.Empty) + $" ({tasks})";
    }

    private static string Text(IReadOnlyList<CodeCount> codes) =>
        codes.Count == 0 ? "none" : string.Join(", ", codes.Select(code => code.Count == 1 ? code.Code : $"{code.Code} {code.Count} times"));

    private static string WhatToDo(SharedFiles shared)
    {
        string project = LoggedPath.FileName(shared.Writers[0].Project);
        string names = string.Join(", ", shared.Differing.Where(name => !IsLong(name)));
        return shared.Cause switch
        {
            SharedCause.Solutions =>
                $"Build {project} by one solution: it was built by several, or by one and also without it",
            SharedCause.GlobalProperties when names == "TargetFramework" =>
                $"Let the output folders of {project} contain its target framework (AppendTargetFrameworkToOutputPath, IntermediateOutputPath)",
            SharedCause.GlobalProperties =>
                $"Build {project} with one value of {names}: pass it by every reference or by none (GlobalPropertiesToRemove on a "
                    + "ProjectReference takes it off), or set it in the project",
            _ when IsInObj(shared.Files[0]) =>
                "Give each project its own obj: put them into folders of their own, or set BaseIntermediateOutputPath in each",
            _ when shared.IsSameContent =>
                "Let one of the projects copy it (Private=\"false\" on the others' references), or give each its own OutputPath",
            _ => "Give each project its own OutputPath",
        };
    }

    private static bool IsInObj(string file) => file.Split('/', '\\').Contains("obj", StringComparer.OrdinalIgnoreCase);

    // A text of many lines, and what SolutionPath says already.
    private static bool IsLong(string property) => FileConflicts.IsOfSolution(property) && property != "SolutionPath";

    private static string Short(string value) => value.Length <= 60 ? value : value[..57] + "...";
}
