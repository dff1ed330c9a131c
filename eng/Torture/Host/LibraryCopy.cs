using System.Reflection;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Torture.Host;

/// <summary>The library's call for each file, made as the Copy task is, by several threads: an exception is an error.</summary>
public sealed class LibraryCopy(Assembly library) : Microsoft.Build.Utilities.Task
{
    public ITaskItem[] SourceFiles { get; set; } = [];

    public ITaskItem[] DestinationFiles { get; set; } = [];

    public override bool Execute()
    {
        (string, string)[] files = [.. SourceFiles.Zip(DestinationFiles, (source, to) => (source.ItemSpec, to.ItemSpec))];
        Array.ForEach(files, file => Directory.CreateDirectory(Path.GetDirectoryName(file.Item2)!));
        Type cloner = library.GetType("CopyOnWrite.FileCloner")!;
        object shared = cloner.GetProperty("Shared")!.GetValue(null)!;
        MethodInfo copy = cloner.GetMethod("CloneOrCopy")!;
        Parallel.ForEach(files, file =>
        {
            try
            {
                _ = copy.Invoke(shared, [file.Item1, file.Item2, true]);
            }
            catch (TargetInvocationException e)
            {
                Log.LogError($"{e.InnerException!.GetType().Name}: {e.InnerException.Message}");
            }
        });
        return !Log.HasLoggedErrors;
    }
}
