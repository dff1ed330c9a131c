namespace CopyOnWrite.Artifacts;

/// <summary>
/// The folder of the project that a task without Copy's inherited TaskEnvironment works for. In a multithreaded build the working directory
/// is not the project's, but the engine's items know where their relative paths start.
/// </summary>
internal static class ProjectFolder
{
    internal static string Of(ITaskItem item)
    {
        if (item is not ITaskItem2 writable)
        {
            return Directory.GetCurrentDirectory();
        }

        string spec = writable.EvaluatedIncludeEscaped;
        try
        {
            writable.EvaluatedIncludeEscaped = ".";
            return Path.GetFullPath(writable.GetMetadata("FullPath"));
        }
        finally
        {
            writable.EvaluatedIncludeEscaped = spec;
        }
    }
}
