using System.Collections;

namespace CopyOnWrite.Measurement;

/// <summary>One build, which has one log.</summary>
public sealed class LoggedBuild
{
    /// <summary>The log's file name and the arguments of MSBuild, without those about logging.</summary>
    public required string Command { get; set; }

    public DateTime Start { get; set; } = DateTime.MaxValue;
    public DateTime End { get; set; } = DateTime.MaxValue;
}

/// <summary>A project with its global properties, which a build evaluates once and calls a project instance.</summary>
/// <param name="requestedBy">The tasks that asked for it; none for what the command line names.</param>
public sealed class LoggedProject(string file, IReadOnlyDictionary<string, string> properties, HashSet<LoggedTask> requestedBy)
{
    public string File => file;
    public IReadOnlyDictionary<string, string> Properties => properties;
    public HashSet<LoggedTask> RequestedBy => requestedBy;

    /// <summary>The build that evaluated it: null stands for the only one.</summary>
    public LoggedBuild? Build { get; init; }

    /// <summary>The result of its evaluation; null in older logs.</summary>
    public Evaluated? Evaluated { get; init; }

    /// <summary>The instance of the same file that asked for this one, if no other did.</summary>
    public LoggedProject? Outer =>
        requestedBy.Select(task => task.Project).Distinct().ToArray() is [var only] && only.File == file ? only : null;
}

/// <param name="IntermediateFolder">IntermediateOutputPath, absolute and without a separator at its end; null where it has none.</param>
/// <param name="IsNotBuilt">
/// NoBuild, or GeneratePackageOnBuild, with which `dotnet pack` does not build (NuGet.Build.Tasks.Pack.targets).
/// </param>
public sealed record Evaluated(string? IntermediateFolder, bool IsNotBuilt)
{
    internal static Evaluated Of(IEnumerable properties, string project)
    {
        string? intermediate = null;
        bool isNotBuilt = false;
        foreach (object one in properties)
        {
            (string? name, string? value) = one switch
            {
                DictionaryEntry entry => (entry.Key as string, entry.Value as string),
                KeyValuePair<string, string> pair => (pair.Key, pair.Value),
                _ => default,
            };
            intermediate = name == "IntermediateOutputPath" && value?.Length > 0 ? LoggedPath.Absolute(value, project) : intermediate;
            isNotBuilt |= name is "NoBuild" or "GeneratePackageOnBuild" && string.Equals(value, "true", StringComparison.OrdinalIgnoreCase);
        }

        return new(intermediate?.TrimEnd('/', '\\'), isNotBuilt);
    }
}

/// <param name="file">The project or the imported file that has the task.</param>
public sealed class LoggedTask(LoggedProject project, string target, string name, DateTime start, string file = "")
{
    public LoggedProject Project => project;

    /// <summary>Whether the target is the user's, and not one of MSBuild, the .NET SDK, NuGet or a solution.</summary>
    public bool IsOfUser => file.Length > 0 && !file.EndsWith(".metaproj", StringComparison.OrdinalIgnoreCase)
        && LoggedPath.FileName(file) is var name && !name.StartsWith("Microsoft.", StringComparison.Ordinal)
        && !name.StartsWith("NuGet.", StringComparison.Ordinal);

    public string Target => target;
    public string Name => name;
    public DateTime Start => start;

    /// <summary>The task's end; the latest time while it has not finished.</summary>
    public DateTime End { get; set; } = DateTime.MaxValue;

    public bool Overlaps(LoggedTask other) => Start < other.End && other.Start < End;
}

/// <param name="Path">Absolute; as the log has it, not as the file system knows it.</param>
/// <param name="Source">The file that a Copy wrote it from.</param>
/// <param name="IsUnchanged">A Copy found it there already, as its source is.</param>
public sealed record FileWrite(string Path, LoggedTask By, string? Source = null, bool IsUnchanged = false);

/// <summary>A build that an Exec of this build ran.</summary>
public sealed record NestedBuild(LoggedTask Exec, string Command)
{
    private string[] Words => Command.Split(' ', '"', '\'', '\t', '\r', '\n', ';', '&', '=');

    /// <summary>
    /// Whether the command may name the project, by its file or its folder. Its working directory is not known, so of a relative path the
    /// end is compared.
    /// </summary>
    public bool Names(string project)
    {
        string file = project.Replace('\\', '/');
        return Array.Exists(Words, word =>
        {
            string path = word.Replace('\\', '/').TrimEnd('/');
            string end = "/" + string.Join('/', path.Split('/').Where(name => name is not ("." or ".." or "")));
            return end.Length > 1 && (file.EndsWith(end, StringComparison.OrdinalIgnoreCase)
                || (path.Contains('/') && LoggedPath.FolderOf(file).EndsWith(end, StringComparison.OrdinalIgnoreCase)));
        });
    }

    /// <summary>Whether the build may write the file: not if its command names a configuration that the path does not have.</summary>
    public bool MayWrite(string path) => Array.FindIndex(Words, word => word is "-c" or "--configuration" or "Configuration") is var index
        && (index < 0 || index + 1 >= Words.Length || path.Split('/', '\\').Contains(Words[index + 1], StringComparer.OrdinalIgnoreCase));
}

/// <summary>A run of a compiler.</summary>
/// <param name="Names">MSBuild's reason: a missing file, or a file and the older one. Empty where the log has none.</param>
public sealed record LoggedCompilation(LoggedTask Compiler, IReadOnlyList<string> Names);
