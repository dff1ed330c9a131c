using System;
using System.IO;
using System.Linq;
using CopyOnWrite.Tool.Output;
using Microsoft.Build.Construction;

namespace CopyOnWrite.Tool.Fixes;

/// <summary>Steps that change one line of a file.</summary>
internal static class Fix
{
    internal static FixStep Remove(ProjectElement element)
    {
        string file = element.ContainingProject.FullPath;
        int line = element.Location.Line;
        return TextOf(file, line, element.ElementName) is { } text
            ? Remove(file, line, text)
            : new FixStep($"In {file}, remove the element {element.ElementName} that begins in line {line}.");
    }

    internal static FileEdit Remove(string file, int line, string text) =>
        new(file, line, text, string.Empty, $"In {file}, line {line}, remove `{text}`.");

    internal static FileEdit Replace(string file, int line, string old, string by) =>
        new(file, line, old, by, $"In {file}, line {line}, replace `{old}` by `{by}`.");

    internal static FileEdit Insert(string file, int line, string after, string text) =>
        new(file, line, after, after + text, $"In {file}, line {line}, insert `{text}` after `{after}`.");

    /// <summary>A new file of one line.</summary>
    internal static FileEdit Create(string file, string line) => new(file, 0, string.Empty, line, $"Run: {ShellText.WriteFile(file, line)}");

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
