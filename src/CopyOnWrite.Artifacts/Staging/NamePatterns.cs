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
    /// Names stand apart by spaces, tabs, line ends, commas and semicolons, as Microsoft.Build.Artifacts has them; one with such a
    /// character in it stands in quotes. False when a quote is not closed.
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

    /// <param name="relativeFolder">The file's folder, from the item's on; empty for the item's own.</param>
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

    /// <param name="path">The folder's.</param>
    /// <param name="relative">From the item's folder on.</param>
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
