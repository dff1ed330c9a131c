using System;
using System.Globalization;
using System.IO;
using Microsoft.Build.Framework;
using Microsoft.Build.Utilities;

namespace CopyOnWrite.Tasks;

/// <summary>Makes the task's output items for DestinationFolder calls, with the same text and metadata as the built-in task's.</summary>
internal static class DestinationItems
{
    // EscapingUtilities.cs in MSBuild: the special characters of an item's text. The percent sign comes first, as escapes have it.
    private static readonly string[] s_special = ["%", "*", "?", "@", "$", "(", ")", ";", "'"];

    internal static ITaskItem[] InFolder(ITaskItem folder, ITaskItem[] sources) => Array.ConvertAll(sources, source =>
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
}
