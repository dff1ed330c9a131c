namespace CopyOnWrite.Tool.Report;

/// <summary>The reason why several projects wrote a file.</summary>
internal enum SharedCause
{
    /// <summary>One project was built with different global properties, and the paths of its outputs do not depend on them.</summary>
    GlobalProperties,

    /// <summary>One project was built from different solutions, or from one and also without it.</summary>
    Solutions,

    /// <summary>Projects have one output folder.</summary>
    OutputFolder,

    /// <summary>Projects have one output folder, by the option -o of the command.</summary>
    OutputOption,

    /// <summary>One project was built several times, and the log does not say in what these builds differ.</summary>
    Unknown,

    /// <summary>Two commands built at the same time.</summary>
    Commands,

    /// <summary>An Exec of the build builds a project that the build itself builds as well.</summary>
    NestedBuild,
}

/// <param name="Properties">The project's values of the global properties in which the writers differ.</param>
/// <param name="RequestedBy">The projects that requested it with these properties.</param>
/// <param name="PassedBy">What passed these properties: a requesting project, or one that requested that project.</param>
/// <param name="Tasks">The tasks that wrote the first of the files.</param>
/// <param name="Command">The command that built the project, where several commands wrote.</param>
internal sealed record Writer(
    string Project, IReadOnlyDictionary<string, string> Properties, IReadOnlyList<string> RequestedBy, IReadOnlyList<Passer> PassedBy,
    IReadOnlyList<WritingTask> Tasks, string? Command = null);

/// <param name="Project">The project's file, or the command line.</param>
/// <param name="Target">The target that has the MSBuild task; null for one of MSBuild's own.</param>
internal sealed record Passer(string Project, string? Target);

/// <param name="IsOfUser">Whether the target is not MSBuild's own.</param>
internal sealed record WritingTask(string Task, string Target, bool IsOfUser, DateTime Start, DateTime? End);

internal sealed record CodeCount(string Code, int Count);

/// <summary>Files that several projects wrote for one cause.</summary>
/// <param name="Count">How many projects, or commands, wrote the first of the files.</param>
/// <param name="Differing">The global properties in which the writers differ.</param>
/// <param name="Overlapping">How many of the files two tasks wrote at the same time.</param>
/// <param name="IsSameContent">Whether all files were copied from one source that only one project wrote.</param>
/// <param name="Codes">The errors and warnings of the log that name one of the files.</param>
internal sealed record SharedFiles(
    SharedCause Cause, IReadOnlyList<string> Files, IReadOnlyList<Writer> Writers, int Count, IReadOnlyList<string> Differing,
    int Overlapping, bool IsSameContent, IReadOnlyList<CodeCount> Codes)
{
    internal const string SolutionPath = "SolutionPath";
}

/// <summary>A file that one project copied while a task of another wrote it.</summary>
/// <param name="Command">The command that built the writer, if it is not the reader's.</param>
internal sealed record ReadWhileWritten(
    string File, string Reader, string Writer, string Task, string? Command, IReadOnlyList<CodeCount> Codes);

/// <summary>The reason why an error names a file that at most one project of the build wrote.</summary>
internal enum ErrorCause
{
    /// <summary>Another program or build had the file open, or deleted it.</summary>
    Outside,

    /// <summary>No project of the build made the file.</summary>
    NotMade,

    /// <summary>No project made the file, because this build was not to: NoBuild, no references, another configuration.</summary>
    NotBuilt,

    /// <summary>A project that the one with the error did not wait for makes the file.</summary>
    NotReferenced,

    /// <summary>The project with the error makes the file itself, later.</summary>
    TargetOrder,
}

/// <summary>A file that was in use or missing by an error, and that at most one project of the build wrote.</summary>
/// <param name="Reader">The project of the first error; if one instance needs a file of another, the project that requested it.</param>
/// <param name="Writer">The project that wrote it; null if none did.</param>
/// <param name="Owner">Without a writer, the project in whose bin or obj the file lies.</param>
/// <param name="Message">The first line of the first error that has the system's own words, else of the first error.</param>
/// <param name="HeldBy">The programs that had it open; null where no error says.</param>
internal sealed record FileOfError(
    string File, ErrorCause Cause, string Reader, string? Writer, string? Owner, string Message, string? HeldBy,
    IReadOnlyList<CodeCount> Codes);
