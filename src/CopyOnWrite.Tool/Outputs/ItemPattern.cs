using System.Text.RegularExpressions;

namespace CopyOnWrite.Tool.Outputs;

/// <summary>
/// A path in an item's Include, as far as a text tells which files it names. An evaluation would tell more, and takes 40 ms a project
/// (docs/design/architecture.md, "Checkouts").
/// </summary>
/// <param name="type">The item type, such as AdditionalFiles.</param>
/// <param name="path">The path, with '/' and with MSBuild's wildcards.</param>
/// <param name="rest">The path after properties and folders above.</param>
/// <param name="folder">The project's folder, if the text is a project file; null for a file that projects import.</param>
internal sealed partial class ItemPattern(string type, string path, string rest, string? folder)
{
    // No compiler reads the content of these; Copy compares their times.
    private static readonly string[] s_notCompiled =
        ["Folder", "PackageReference", "PackageVersion", "ProjectReference", "Reference", "Using"];
    private static readonly string[] s_onlyCopied = ["None", "Content"];
    private static readonly string[] s_ofCompilers =
        ["AdditionalFiles", "Compile", "EditorConfigFiles", "EmbeddedFiles", "EmbeddedResource", "GlobalAnalyzerConfigFiles", "Resource"];

    // The whole path is a property's: files anywhere but in projects' folders.
    private readonly bool _isUnknown = rest.Length == 0;

    // After a property, or a folder above, the rest may be anywhere.
    private readonly bool _isAnywhere = rest.Length < path.Length;
    private readonly Regex _path = new(
        (rest.Length < path.Length ? "(^|/)" : "^")
            + Regex.Escape(rest)
                .Replace(@"\*\*/", "(.*/)?").Replace(@"\*\*", ".*").Replace(@"\*", "[^/]*")
            + "$",
        RegexOptions.IgnoreCase | RegexOptions.CultureInvariant);

    /// <param name="text">The text of a project or imported file; the paths of items are taken out of it.</param>
    /// <param name="isNoneRead">Whether a target reads items that are otherwise only copied.</param>
    internal static IReadOnlyList<ItemPattern> TakeFrom(ref string text, string? folder, bool isNoneRead)
    {
        var found = new List<ItemPattern>();
        text = Items().Replace(text, item =>
        {
            found.AddRange(
                from one in item.Groups["paths"].Value.Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
                let path = one.Replace('\\', '/')
                let type = item.Groups["type"].Value
                let rest = Beginning().Replace(path, string.Empty)
                where !s_notCompiled.Contains(type) && (isNoneRead || !s_onlyCopied.Contains(type))
                    && (rest.Length > 0 || (path.StartsWith('$') && s_ofCompilers.Contains(type))) && !rest.Contains('(')
                select new ItemPattern(type, path, rest, folder));
            return string.Empty;
        });
        return found;
    }

    /// <summary>The extension of the files that it names; empty where it may be any.</summary>
    internal string Extension => Path.GetExtension(rest) is var end && end.AsSpan().ContainsAny('*', '?', '$') ? string.Empty : end;

    /// <param name="isElsewhere">Whether the file is in no project's folder.</param>
    internal bool Names(CompiledProject project, string file, Func<string, bool> isElsewhere)
    {
        if (_isUnknown)
        {
            return (folder is null || project.Folders.Contains(folder)) && isElsewhere(file);
        }

        string local = file.Replace(Path.DirectorySeparatorChar, '/');
        return project.Folders.Any(one => (folder is null || folder == one)
            && (_isAnywhere ? _path.IsMatch(local)
                : Folders.IsBelow(file, one) && _path.IsMatch(one.Length == 0 ? local : local[(one.Length + 1)..])));
    }

    public override string ToString() => $"{type} {path}";

    [GeneratedRegex(
        """<(?<type>[\w.]+)\s+(?:[\w.]+\s*=\s*(?:"[^"]*"|'[^']*')\s+)*?"""
        + """(?:Include|Update)\s*=\s*(?:"(?<paths>[^"]*)"|'(?<paths>[^']*)')""")]
    private static partial Regex Items();

    [GeneratedRegex(@"^(?:(?:\$\([^)]*\)|\.\.?(?=/))/?|/)+")]
    private static partial Regex Beginning();
}
