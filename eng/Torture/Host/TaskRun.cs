using System.Reflection;
using System.Runtime.Loader;
using CopyOnWrite.Tasks.Tests;
using Microsoft.Build.Framework;
using Microsoft.Build.Utilities;

namespace CopyOnWrite.Torture.Host;

/// <summary>Apart from HostProgram, because its types are looked up only once MSBuild's folder is known.</summary>
internal static class TaskRun
{
    internal static int Run(Job job, string msbuild)
    {
        // Apart from this program's own, or the library would be the one that it was built with.
        Assembly assembly = new AssemblyLoadContext("product").LoadFromAssemblyPath(
            job.Assembly.Length > 0 ? job.Assembly : Path.Combine(msbuild, "Microsoft.Build.Tasks.Core.dll"));
        var engine = new RecordingEngine { ProjectFileOfTaskNode = Path.Combine(job.Folder, "CopyOnWrite.Staging.targets") };
        Directory.SetCurrentDirectory(job.Folder);
        ITask[] tasks = [.. job.Calls.Select(call => Make(call, assembly, engine))];
        if (!job.HasHelpers)
        {
            OneThread.For(tasks[0].GetType());
        }

        Console.Out.WriteLine(HostProgram.Ready);
        _ = Console.In.ReadLine();
        string state;
        try
        {
            do
            {
                state = tasks.All(task => task.Execute()) ? "succeeded" : "failed";
            }
            while (state == "succeeded" && job.Until is { } end && !File.Exists(end));
        }
#pragma warning disable CA1031 // The engine logs any exception as MSB4018.
        catch (Exception e)
#pragma warning restore CA1031
        {
            state = $"threw {e.GetType().Name} {e.Message}";
        }

        // MSBuild's process goes on, so a task's background work ends.
        WaitForPruning();
        Console.Out.WriteLine(JsonSerializer.Serialize(new HostRun(state, [.. engine.Events.Select(ComplaintOf).OfType<Logged>()])));
        return 0;
    }

    /// <summary>Waits for pruning, found by its thread's name, of which the kernel keeps 15 characters (PR_SET_NAME in prctl(2)).</summary>
    private static void WaitForPruning()
    {
        while (Directory.GetFiles(
            "/proc/self/task", "comm", new EnumerationOptions { RecurseSubdirectories = true, MaxRecursionDepth = 1 }).Any(IsPruning))
        {
            System.Threading.Thread.Sleep(1);
        }
    }

    private static bool IsPruning(string comm)
    {
        try
        {
            return File.ReadAllText(comm).StartsWith("CopyOnWrite cac", StringComparison.Ordinal);
        }
        catch (IOException)
        {
            // The thread ended meanwhile.
            return false;
        }
    }

    /// <summary>Null for a message.</summary>
    private static Logged? ComplaintOf(BuildEventArgs logged) => logged switch
    {
        BuildErrorEventArgs error => new Logged($"error {error.Code}", error.Message ?? string.Empty),
        BuildWarningEventArgs warning => new Logged($"warning {warning.Code}", warning.Message ?? string.Empty),
        _ => null,
    };

    private static ITask Make(Call call, Assembly assembly, IBuildEngine engine)
    {
        ITask task = call.Task == Tool.Library.Task
            ? new LibraryCopy(assembly)
            : (ITask)Activator.CreateInstance(assembly.GetType(call.Task, throwOnError: true)!)!;
        Type type = task.GetType();
        task.BuildEngine = engine;
        foreach ((string name, string value) in call.Parameters)
        {
            PropertyInfo property = type.GetProperty(name) ?? throw new InvalidOperationException($"{type} has no {name}.");
            property.SetValue(
                task,
                property.PropertyType == typeof(ITaskItem) ? new TaskItem(value) : Convert.ChangeType(value, property.PropertyType, null));
        }

        foreach (IGrouping<string, Item> items in call.Items.GroupBy(item => item.Parameter))
        {
            type.GetProperty(items.Key)!.SetValue(task, items.Select(MakeItem).ToArray());
        }

        return task;
    }

    private static ITaskItem MakeItem(Item item)
    {
        // Escaped, as the engine's items are.
        var made = new TaskItem(Escape(item.Include));
        foreach ((string name, string value) in item.Metadata)
        {
            made.SetMetadata(name, Escape(value));
        }

        return made;
    }

    private static string Escape(string text) => text.Replace("%", "%25", StringComparison.Ordinal);
}
