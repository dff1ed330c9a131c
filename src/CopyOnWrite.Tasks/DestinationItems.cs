using System.IO;
using System.Text;
using Microsoft.Build.Framework;
using Microsoft.Build.Utilities;

namespace CopyOnWrite.Tasks;

/// <summary>Makes the task's output items for DestinationFolder calls, with the same text and metadata as the built-in's.</summary>
internal static class DestinationItems
{
    // EscapingUtilities.cs in MSBuild: the special characters of an item's text.
    private const string Special = "%*?@$();'";

    internal static ITaskItem[] InFolder(ITaskItem folder, ITaskItem[] sources)
    {
        var destinations = new ITaskItem[sources.Length];
        for (int i = 0; i < sources.Length; i++)
        {
            string path = Path.Combine(folder.ItemSpec, Path.GetFileName(sources[i].ItemSpec));
            destinations[i] = new TaskItem(Escape(path));
            sources[i].CopyMetadataTo(destinations[i]);
        }

        return destinations;
    }

    internal static string Escape(string text)
    {
        if (text.IndexOfAny(s_special) < 0)
        {
            return text;
        }

        var escaped = new StringBuilder(text.Length + 8);
        foreach (char c in text)
        {
            if (Special.IndexOf(c) < 0)
            {
                escaped.Append(c);
            }
            else
            {
                escaped.Append('%').Append(((int)c).ToString("x2", System.Globalization.CultureInfo.InvariantCulture));
            }
        }

        return escaped.ToString();
    }

    private static readonly char[] s_special = Special.ToCharArray();
}
