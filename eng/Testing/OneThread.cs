using System.Reflection;
using System.Runtime.CompilerServices;

namespace CopyOnWrite.Testing;

/// <summary>
/// Makes the tasks of this process copy on the calling thread alone, so that a run makes the same system calls each time. The built-in
/// reads the variable once; ours reads it for each call, and would leave the call to the built-in.
/// </summary>
public static class OneThread
{
    private const string Variable = "MSBUILDCOPYTASKPARALLELISM";
    private const BindingFlags Any = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance;

    /// <param name="task">The type of a task, of ours or of MSBuild's.</param>
    public static void For(Type task)
    {
        Environment.SetEnvironmentVariable(Variable, "1");
        for (Type? type = task; type is not null; type = type.BaseType)
        {
            RuntimeHelpers.RunClassConstructor(type.TypeHandle);
        }

        Environment.SetEnvironmentVariable(Variable, null);

        object? process = task.Assembly.GetType("CopyOnWrite.Tasks.TaskProcess")?.GetProperty("Instance", Any)!.GetValue(null);
        if (process?.GetType().GetProperty("Platform", Any)!.GetValue(process) is { } platform)
        {
            platform.GetType().GetProperty("MostHelpers", Any)!.SetValue(platform, 0);
        }
    }
}
