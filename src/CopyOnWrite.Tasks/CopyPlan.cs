namespace CopyOnWrite.Tasks;

/// <summary>The files of a call, source by source with their destinations, as items and as absolute paths.</summary>
internal readonly record struct CopyPlan(ITaskItem[] Sources, ITaskItem[] Destinations, string[] SourcePaths, string[] DestinationPaths)
{
    // EscapingUtilities.cs in MSBuild: the special characters of an item's text. The percent sign comes first, as escapes have it.
    private static readonly string[] s_special = ["%", "*", "?", "@", "$", "(", ")", ";", "'"];

    internal int Count => Sources.Length;

    /// <summary>The output items of a DestinationFolder call, with the same text and metadata as the built-in task's.</summary>
    internal static ITaskItem[] ItemsIn(ITaskItem folder, ITaskItem[] sources) => Array.ConvertAll(sources, source =>
    {
        ITaskItem destination = new TaskItem(Escape(Path.Combine(folder.ItemSpec, Path.GetFileName(source.ItemSpec))));
        source.CopyMetadataTo(destination);
        return destination;
    });

    internal static string Escape(string text)
    {
        foreach (string special in s_special)
        {
            text = text.Replace(special, "%" + ((int)special[0]).ToString("x2", CultureInfo.InvariantCulture));
        }

        return text;
    }

    /// <summary>False when a path is unsupported.</summary>
    internal static bool TryMake(ITaskItem[] sources, ITaskItem[] destinations, string projectFolder, out CopyPlan plan)
    {
        bool understood = TryMakeAbsolute(
            sources, projectFolder, out string[] from) & TryMakeAbsolute(destinations, projectFolder, out string[] to);
        plan = new CopyPlan(sources, destinations, from, to);
        return understood;
    }

    internal bool IsOntoItself(int file) => PathNames.Comparer.Equals(SourcePaths[file], DestinationPaths[file]);

    /// <summary>Destinations that several files share, which the built-in task copies in order. Null for none, the usual case.</summary>
    internal HashSet<string>? DestinationsNamedTwice()
    {
        var seen = new HashSet<string>(PathNames.Comparer);
        string[] again = Array.FindAll(DestinationPaths, path => !seen.Add(path));
        return again.Length == 0 ? null : new HashSet<string>(again, PathNames.Comparer);
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
