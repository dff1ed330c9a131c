using System.Reflection;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Torture.Host;

/// <summary>
/// The library's call for each file, made as the Copy task is: the first file alone, as it shows what the folder refuses, the others by
/// several threads. An exception is an error.
/// </summary>
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
        Array.ForEach(files[..1], Copy);
        Parallel.ForEach(files[1..], Copy);
        return !Log.HasLoggedErrors;

        void Copy((string From, string To) file)
        {
            try
            {
                _ = copy.Invoke(shared, [file.From, file.To, true]);
            }
            catch (TargetInvocationException e)
            {
                Log.LogError($"{e.InnerException!.GetType().Name}: {e.InnerException.Message}");
            }
        }
    }
}
