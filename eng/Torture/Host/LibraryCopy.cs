using System.Reflection;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Torture.Host;

/// <summary>The library's call for many files, made as the Copy task is: an exception of a file is an error.</summary>
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
        object results = cloner.GetMethod("CloneOrCopyAll")!.Invoke(shared, [files, true, default(CancellationToken)])!;
        foreach (object result in (System.Collections.IEnumerable)results)
        {
            if (result.GetType().GetProperty("Error")!.GetValue(result) is Exception error)
            {
                Log.LogError($"{error.GetType().Name}: {error.Message}");
            }
        }

        return !Log.HasLoggedErrors;
    }
}
