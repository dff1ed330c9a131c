using System.Reflection;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Torture.Host;

/// <summary>The library's call, as the Copy task's: the first file alone, then several threads. An exception is an error.</summary>
public sealed class LibraryCopy(Assembly library) : Microsoft.Build.Utilities.Task
{
    public ITaskItem[] SourceFiles { get; set; } = [];

    public ITaskItem[] DestinationFiles { get; set; } = [];

    public override bool Execute()
    {
        (string, string)[] files = [.. SourceFiles.Zip(DestinationFiles, (source, to) => (source.ItemSpec, to.ItemSpec))];
        Array.ForEach(files, file => Directory.CreateDirectory(Path.GetDirectoryName(file.Item2)!));
        Type cloner = library.GetType("CopyOnWrite.FileCloner")!;
        Array.ForEach(files[..1], Copy);
        Parallel.ForEach(files[1..], Copy);
        return !Log.HasLoggedErrors;

        void Copy((string From, string To) file)
        {
            try
            {
                _ = cloner.GetMethod("CloneOrCopy")!.Invoke(cloner.GetProperty("Shared")!.GetValue(null), [file.From, file.To, true]);
            }
            catch (TargetInvocationException e)
            {
                Log.LogError($"{e.InnerException!.GetType().Name}: {e.InnerException.Message}");
            }
        }
    }
}
