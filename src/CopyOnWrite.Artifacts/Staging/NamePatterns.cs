using System.Text.RegularExpressions;

namespace CopyOnWrite.Artifacts;

/// <summary>
/// The names of one FileMatch, FileExclude or DirExclude. * means any characters, separators included, ? one or none; there are no other
/// wildcards, so brackets are brackets. Case counts except on Windows.
/// </summary>
internal sealed class NamePatterns
{
    private const char Quote = '"';
    private static readonly bool s_isWindows = Path.DirectorySeparatorChar == '\\';
    private static readonly string s_separator = Regex.Escape(Path.DirectorySeparatorChar.ToString());

    private readonly HashSet<string> _paths = new(s_isWindows ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal);
    private readonly Regex? _names;

    private NamePatterns(List<string> names, bool ofFolders)
    {
        var patterns = new List<string>();
        foreach (string given in names)
        {
            string name = s_isWindows ? given.Replace('/', '\\') : given.Replace('\\', '/');
            name = name.Length > 1 ? name.TrimEnd(Path.DirectorySeparatorChar) : name;
            bool isWildcard = name.IndexOf('*') >= 0 || name.IndexOf('?') >= 0;
            if (!isWildcard && Path.IsPathRooted(name))
            {
                _paths.Add(name);
                continue;
            }

            string pattern = Regex.Escape(name).Replace(@"\*", ".*").Replace(@"\?", ".?");
            patterns.Add(ofFolders && !isWildcard ? $"(.*{s_separator})?{pattern}" : pattern);
        }

        RegexOptions options = RegexOptions.Singleline | RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture;
        _names = patterns.Count == 0 ? null
            : new Regex($@"\A({string.Join("|", patterns)})\z", s_isWindows ? options | RegexOptions.IgnoreCase : options);
    }

    internal bool IsEmpty => _names is null && _paths.Count == 0;

    /// <summary>Names are separated by white space, commas and semicolons, and may be quoted. False when a quote is not closed.</summary>
    /// <param name="ofFolders">A name without wildcards is the end of a folder's path: "ref" is "bin/ref", too, and not "bin/xref".</param>
    internal static bool TryParse(string text, bool ofFolders, out NamePatterns patterns)
    {
        var names = new List<string>();
        var name = new StringBuilder();
        bool quoted = false;
        foreach (char c in text + " ")
        {
            if (c == Quote)
            {
                quoted = !quoted;
            }
            else if (quoted || c is not (' ' or '\t' or '\r' or '\n' or ';' or ','))
            {
                name.Append(c);
            }
            else if (name.Length > 0)
            {
                names.Add(name.ToString());
                name.Clear();
            }
        }

        patterns = new NamePatterns(names, ofFolders);
        return !quoted;
    }

    /// <summary>Whether any of them is the name, the path relative to the item's folder, or the full path.</summary>
    /// <param name="relativeFolder">The path of the name's folder, relative to the item's; empty for the item's.</param>
    internal bool Match(string folder, string relativeFolder, string name) =>
        (_paths.Count > 0 && _paths.Contains(Path.Combine(folder, name)))
        || (_names is not null
            && (_names.IsMatch(name) || (relativeFolder.Length > 0 && _names.IsMatch(Path.Combine(relativeFolder, name)))));
}
