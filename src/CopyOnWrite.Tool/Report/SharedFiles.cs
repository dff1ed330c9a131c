namespace CopyOnWrite.Tool.Report;

/// <summary>Why several projects wrote a file.</summary>
internal enum SharedCause
{
    /// <summary>One project was built with other global properties, and the paths of its outputs do not depend on them.</summary>
    GlobalProperties,

    /// <summary>The same, and the properties are those of a solution.</summary>
    Solutions,

    /// <summary>Projects have one output folder.</summary>
    OutputFolder,
}

/// <param name="Properties">Its global properties, of those in which the writers differ.</param>
/// <param name="RequestedBy">The projects that built it so.</param>
/// <param name="PassedBy">What gave it these properties: one of the former, or what these in turn were built by.</param>
/// <param name="Tasks">What wrote the files.</param>
internal sealed record Writer(
    string Project, IReadOnlyDictionary<string, string> Properties, IReadOnlyList<string> RequestedBy, IReadOnlyList<string> PassedBy,
    IReadOnlyList<WritingTask> Tasks);

internal sealed record WritingTask(string Task, string Target, DateTime Start, DateTime? End);

internal sealed record CodeCount(string Code, int Count);

/// <summary>Files that several projects wrote for one cause.</summary>
/// <param name="Differing">The global properties in which the writers differ.</param>
/// <param name="Overlapping">How many of the files two tasks wrote at the same time.</param>
/// <param name="IsSameContent">Whether all were copied from one source that only one project wrote.</param>
/// <param name="Codes">The errors and warnings of the log that name one of the files.</param>
internal sealed record SharedFiles(
    SharedCause Cause, IReadOnlyList<string> Files, IReadOnlyList<Writer> Writers, IReadOnlyList<string> Differing, int Overlapping,
    bool IsSameContent, IReadOnlyList<CodeCount> Codes);

/// <summary>A file that one project copied while a task of another wrote it.</summary>
internal sealed record ReadWhileWritten(string File, string Reader, string Writer, string Task, IReadOnlyList<CodeCount> Codes);

/// <summary>A file that an error says was in use or missing, and that at most one project of the build wrote.</summary>
/// <param name="Writer">The project that wrote it; null if none did.</param>
internal sealed record FileOfError(string File, string? Writer, IReadOnlyList<CodeCount> Codes);
