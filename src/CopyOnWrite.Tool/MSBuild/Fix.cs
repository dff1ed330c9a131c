using System;
using System.IO;
using System.Linq;
using Microsoft.Build.Construction;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>Sentences that tell one change to a file, exactly enough to be followed without thinking.</summary>
internal static class Fix
{
    internal static string Remove(ProjectElement element)
    {
        string file = element.ContainingProject.FullPath;
        int line = element.Location.Line;
        return TextOf(file, line, element.ElementName) is { } text
            ? $"In {file}, line {line}, remove `{text}`."
            : $"In {file}, remove the element {element.ElementName} that begins in line {line}.";
    }

    internal static string Replace(string file, int line, string old, string by) => $"In {file}, line {line}, replace `{old}` by `{by}`.";

    internal static string Insert(string file, int line, string after, string text) =>
        $"In {file}, line {line}, insert `{text}` after `{after}`.";

    /// <summary>The element as it stands there; null when it goes on in the next line.</summary>
    internal static string? TextOf(string file, int line, string name)
    {
        string text = File.Exists(file) ? File.ReadLines(file).ElementAtOrDefault(line - 1) ?? string.Empty : string.Empty;
        int begin = text.IndexOf("<" + name, StringComparison.Ordinal);
        if (begin < 0)
        {
            return null;
        }

        string closing = $"</{name}>";
        int end = text.IndexOf(closing, begin, StringComparison.Ordinal);
        int firstEnd = text.IndexOf('>', begin);
        return firstEnd > 0 && text[firstEnd - 1] == '/' ? text[begin..(firstEnd + 1)]
            : end > 0 ? text[begin..(end + closing.Length)]
            : null;
    }
}
