using System;
using System.IO;
using System.Runtime.CompilerServices;

namespace CopyOnWrite.Tasks;

/// <summary>
/// What the task asks of the MSBuild that hosts it: the project's folder and its environment. In a multithreaded build both belong to the
/// project and not to the process, and come from TaskEnvironment (18.4); older hosts run one project a process, so the process's serve.
/// </summary>
internal readonly struct Host
{
    private static bool s_hasTaskEnvironment = true;

    private readonly Microsoft.Build.Tasks.Copy _task;

    internal Host(Microsoft.Build.Tasks.Copy task) => _task = task;

    internal string ProjectFolder()
    {
        if (s_hasTaskEnvironment)
        {
            try
            {
                return ProjectFolderOf(_task);
            }
            catch (Exception e) when (e is MissingMemberException or TypeLoadException)
            {
                s_hasTaskEnvironment = false;
            }
        }

        return Directory.GetCurrentDirectory();
    }

    internal string? Variable(string name)
    {
        if (s_hasTaskEnvironment)
        {
            try
            {
                return VariableOf(_task, name);
            }
            catch (Exception e) when (e is MissingMemberException or TypeLoadException)
            {
                s_hasTaskEnvironment = false;
            }
        }

        return Environment.GetEnvironmentVariable(name);
    }

    /// <summary>Whether the call names folders to copy (17.10); a host that does not know the parameter cannot pass it.</summary>
    internal bool HasSourceFolders()
    {
        try
        {
            return SourceFoldersOf(_task);
        }
        catch (MissingMemberException)
        {
            return false;
        }
    }

    // Each member that a host may lack stands in a method of its own: it is looked up when that method is compiled.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static string ProjectFolderOf(Microsoft.Build.Tasks.Copy task) => task.TaskEnvironment.ProjectDirectory.Value;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static string? VariableOf(Microsoft.Build.Tasks.Copy task, string name) => task.TaskEnvironment.GetEnvironmentVariable(name);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool SourceFoldersOf(Microsoft.Build.Tasks.Copy task) => task.SourceFolders is { Length: > 0 };
}
