using System.IO;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>The files of a call, source by source with their destinations, as items and as absolute paths.</summary>
internal readonly struct CopyPlan
{
    internal readonly ITaskItem[] Sources;
    internal readonly ITaskItem[] Destinations;
    internal readonly string[] SourcePaths;
    internal readonly string[] DestinationPaths;

    private CopyPlan(ITaskItem[] sources, ITaskItem[] destinations, string[] sourcePaths, string[] destinationPaths)
    {
        Sources = sources;
        Destinations = destinations;
        SourcePaths = sourcePaths;
        DestinationPaths = destinationPaths;
    }

    internal int Count => Sources.Length;

    /// <summary>False when unsupported path.</summary>
    internal static bool TryMake(ITaskItem[] sources, ITaskItem[] destinations, string projectFolder, out CopyPlan plan)
    {
        bool understood = TryMakeAbsolute(
            sources, projectFolder, out string[] from) & TryMakeAbsolute(destinations, projectFolder, out string[] to);
        plan = new CopyPlan(sources, destinations, from, to);
        return understood;
    }

    private static bool TryMakeAbsolute(ITaskItem[] items, string folder, out string[] paths)
    {
        paths = new string[items.Length];
        for (int i = 0; i < items.Length; i++)
        {
            string path = items[i].ItemSpec;
            if (string.IsNullOrEmpty(path) || path.IndexOf('\0') >= 0)
            {
                return false;
            }

            paths[i] = Path.GetFullPath(Path.Combine(folder, path));
        }

        return true;
    }
}
