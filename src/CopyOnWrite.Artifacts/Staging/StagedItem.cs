namespace CopyOnWrite.Artifacts;

/// <summary>One parsed Artifact or Robocopy item, with absolute paths. Its metadata have the names of the members.</summary>
/// <param name="Source">A folder or a file; which one is checked when the item is staged.</param>
/// <param name="Destinations">The destination folders.</param>
internal sealed record StagedItem(
    ITaskItem Item, string Source, string[] Destinations, bool IsRecursive, bool VerifyExists, bool AlwaysCopy, bool OnlyNewer,
    NamePatterns FileMatch, NamePatterns FileExclude, NamePatterns DirExclude)
{
    internal const string Destination = "DestinationFolder";

    /// <summary>The metadata that determine how an item is staged.</summary>
    internal static readonly string[] Metadata =
    [
        Destination, nameof(FileMatch), nameof(FileExclude), nameof(DirExclude), nameof(IsRecursive), nameof(VerifyExists),
        nameof(AlwaysCopy), nameof(OnlyNewer),
    ];

    /// <summary>Whether both items' files are up to date under the same conditions.</summary>
    internal bool ComparesAs(StagedItem other) => AlwaysCopy == other.AlwaysCopy && OnlyNewer == other.OnlyNewer;

    /// <summary>Null if the item is invalid, after logging the error.</summary>
    internal static StagedItem? Parse(ITaskItem item, string projectFolder, StagingLog log)
    {
        if (!TryMakeAbsolute(item.ItemSpec, projectFolder, out string source, out string? wrong))
        {
            log.Error("COW1020", item, $"its path '{item.ItemSpec}' {wrong}.");
            return null;
        }

        if (DestinationsOf(item, projectFolder, log) is not { } destinations)
        {
            return null;
        }

        bool isValid = true;
        var parsed = new StagedItem(
            item, source, destinations, Switch(nameof(IsRecursive), true), Switch(nameof(VerifyExists), true),
            Switch(nameof(AlwaysCopy), false), Switch(nameof(OnlyNewer), false), Patterns(nameof(FileMatch), ofFolders: false),
            Patterns(nameof(FileExclude), ofFolders: false), Patterns(nameof(DirExclude), ofFolders: true));
        return isValid ? parsed : null;

        bool Switch(string metadata, bool otherwise)
        {
            string text = item.GetMetadata(metadata);
            bool isTrue = text.Equals("true", StringComparison.OrdinalIgnoreCase);
            if (isTrue || text.Equals("false", StringComparison.OrdinalIgnoreCase) || string.IsNullOrWhiteSpace(text))
            {
                return isTrue || (otherwise && string.IsNullOrWhiteSpace(text));
            }

            // Microsoft.Build.Artifacts reads any other text as the default, so "no" may mean true (its GetMetadataBoolean).
            log.Error("COW1021", item, $"its {metadata} is '{text}'. Accepted values: true and false.");
            return isValid = false;
        }

        NamePatterns Patterns(string metadata, bool ofFolders)
        {
            string text = item.GetMetadata(metadata);
            if (!NamePatterns.TryParse(text, ofFolders, out NamePatterns patterns))
            {
                log.Error("COW1022", item, $"its {metadata} has an unclosed quote: {text}");
                isValid = false;
            }

            return patterns;
        }
    }

    /// <summary>Null if there is none, or one is invalid, after logging the error.</summary>
    private static string[]? DestinationsOf(ITaskItem item, string projectFolder, StagingLog log)
    {
        var destinations = new List<string>();
        foreach (string folder in item.GetMetadata(Destination).Split(';').Select(part => part.Trim()).Where(part => part.Length > 0))
        {
            if (!TryMakeAbsolute(folder, projectFolder, out string destination, out string? wrong))
            {
                log.Error("COW1020", item, $"its {Destination} '{folder}' {wrong}.");
                return null;
            }

            destinations.Add(destination);
        }

        if (destinations.Count == 0)
        {
            log.Error("COW1020", item, $"{Destination} metadata is required.");
            return null;
        }

        return destinations.Distinct().ToArray();
    }

    private static bool TryMakeAbsolute(string path, string projectFolder, out string absolute, out string? wrong)
    {
        absolute = path;
        wrong = null;
        if (path.StartsWith("\\", StringComparison.Ordinal) && !path.StartsWith("\\\\", StringComparison.Ordinal))
        {
            wrong = "begins with a single backslash, which happens if a property in the path is empty";
            return false;
        }

        try
        {
            string native = Path.DirectorySeparatorChar == '/' ? path.Replace('\\', '/') : path;
            string full = Path.GetFullPath(Path.Combine(projectFolder, native));
            string root = Path.GetPathRoot(full) ?? string.Empty;
            absolute = full.Length > root.Length ? full.TrimEnd('/', Path.DirectorySeparatorChar) : full;
            return true;
        }
        catch (Exception e) when (e is ArgumentException or NotSupportedException or IOException)
        {
            wrong = $"is not a valid path: {e.Message}";
            return false;
        }
    }
}
