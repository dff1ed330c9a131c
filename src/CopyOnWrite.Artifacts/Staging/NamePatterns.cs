using System.Collections.Generic;
using System.IO;
using System.Text;

namespace CopyOnWrite.Artifacts;

/// <summary>The names of one FileMatch, FileExclude or DirExclude.</summary>
internal sealed class NamePatterns(List<NamePattern> patterns)
{
    private const char Quote = '"';

    internal bool IsEmpty => patterns.Count == 0;

    /// <summary>
    /// Names are separated by spaces, tabs, line ends, commas and semicolons, as in Microsoft.Build.Artifacts; one with such a
    /// character is quoted. False when a quote is not closed.
    /// </summary>
    internal static bool TryParse(string text, out NamePatterns patterns)
    {
        var found = new List<NamePattern>();
        var name = new StringBuilder();
        bool quoted = false;
        foreach (char c in text)
        {
            if (c == Quote)
            {
                quoted = !quoted;
            }
            else if (!quoted && c is ' ' or '\t' or '\r' or '\n' or ';' or ',')
            {
                Take(name, found);
            }
            else
            {
                name.Append(c);
            }
        }

        Take(name, found);
        patterns = new NamePatterns(found);
        return !quoted;
    }

    /// <param name="relativeFolder">The file's folder, relative to the item's; empty for the item's.</param>
    internal bool MatchFile(string folder, string relativeFolder, string name)
    {
        string? relative = null;
        foreach (NamePattern pattern in patterns)
        {
            bool matches = pattern.IsRooted
                ? pattern.Matches(Path.Combine(folder, name))
                : pattern.Matches(name)
                    || (relativeFolder.Length > 0 && pattern.Matches(relative ??= Path.Combine(relativeFolder, name)));
            if (matches)
            {
                return true;
            }
        }

        return false;
    }

    /// <param name="path">The folder's path.</param>
    /// <param name="relative">The path relative to the item's folder.</param>
    internal bool MatchFolder(string path, string relative, string name)
    {
        foreach (NamePattern pattern in patterns)
        {
            bool matches = pattern.IsRooted ? pattern.Matches(path)
                : pattern.IsWildcard ? pattern.Matches(name) || pattern.Matches(relative)
                : pattern.IsEndOf(relative);
            if (matches)
            {
                return true;
            }
        }

        return false;
    }

    private static void Take(StringBuilder name, List<NamePattern> into)
    {
        if (name.Length > 0)
        {
            into.Add(new NamePattern(name.ToString()));
            name.Clear();
        }
    }
}
