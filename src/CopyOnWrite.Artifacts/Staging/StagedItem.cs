using System;
using System.Collections.Generic;
using System.IO;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Artifacts;

/// <summary>One parsed Artifact or Robocopy item: its metadata, with absolute paths.</summary>
internal sealed class StagedItem(ITaskItem item, string source, string[] destinations)
{
    internal const string Destination = "DestinationFolder";
    internal const string Match = "FileMatch";
    internal const string Exclude = "FileExclude";
    internal const string ExcludeFolders = "DirExclude";
    internal const string Recursive = "IsRecursive";
    internal const string Verify = "VerifyExists";
    internal const string Always = "AlwaysCopy";
    internal const string Newer = "OnlyNewer";

    private bool _isValid = true;

    internal ITaskItem Item { get; } = item;

    /// <summary>A folder or a file; which one is checked when the item is staged.</summary>
    internal string Source { get; } = source;

    /// <summary>The destination folders.</summary>
    internal string[] Destinations { get; } = destinations;

    internal bool IsRecursive { get; private set; }

    internal bool VerifyExists { get; private set; }

    internal bool AlwaysCopy { get; private set; }

    internal bool OnlyNewer { get; private set; }

    internal NamePatterns FileMatch { get; private set; } = null!;

    internal NamePatterns FileExclude { get; private set; } = null!;

    internal NamePatterns DirExclude { get; private set; } = null!;

    /// <summary>Whether both items' files are up to date under the same conditions.</summary>
    internal bool ComparesAs(StagedItem other) => AlwaysCopy == other.AlwaysCopy && OnlyNewer == other.OnlyNewer;

    /// <summary>Null if the item is invalid, after logging the error.</summary>
    internal static StagedItem? Parse(ITaskItem item, string projectFolder, StagingLog log)
    {
        StagedItem? parsed = PathsOf(item, projectFolder, log);
        parsed?.ReadMetadata(log);
        return parsed?._isValid == true ? parsed : null;
    }

    private void ReadMetadata(StagingLog log)
    {
        IsRecursive = Switch(Recursive, true, log);
        VerifyExists = Switch(Verify, true, log);
        AlwaysCopy = Switch(Always, false, log);
        OnlyNewer = Switch(Newer, false, log);
        FileMatch = Patterns(Match, ofFolders: false, log);
        FileExclude = Patterns(Exclude, ofFolders: false, log);
        DirExclude = Patterns(ExcludeFolders, ofFolders: true, log);
    }

    private static StagedItem? PathsOf(ITaskItem item, string projectFolder, StagingLog log)
    {
        if (!TryMakeAbsolute(item.ItemSpec, projectFolder, out string source, out string? wrong))
        {
            log.Error("COW1020", item, $"its path '{item.ItemSpec}' {wrong}.");
            return null;
        }

        var destinations = new List<string>();
        foreach (string part in item.GetMetadata(Destination).Split(';'))
        {
            if (part.Trim() is not { Length: > 0 } folder)
            {
                continue;
            }

            if (!TryMakeAbsolute(folder, projectFolder, out string destination, out wrong))
            {
                log.Error("COW1020", item, $"its {Destination} '{folder}' {wrong}.");
                return null;
            }

            if (!destinations.Contains(destination))
            {
                destinations.Add(destination);
            }
        }

        if (destinations.Count == 0)
        {
            log.Error("COW1020", item, $"{Destination} metadata is required.");
            return null;
        }

        return new StagedItem(item, source, destinations.ToArray());
    }

    private static bool TryMakeAbsolute(string path, string projectFolder, out string absolute, out string? wrong)
    {
        absolute = path;
        wrong = null;
        if (path.StartsWith("\\", StringComparison.Ordinal) && !path.StartsWith("\\\\", StringComparison.Ordinal))
        {
            wrong = "begins with a single backslash, as it does when a property in it is empty";
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

    private bool Switch(string metadata, bool otherwise, StagingLog log)
    {
        string text = Item.GetMetadata(metadata);
        bool isTrue = text.Equals("true", StringComparison.OrdinalIgnoreCase);
        if (isTrue || text.Equals("false", StringComparison.OrdinalIgnoreCase) || string.IsNullOrWhiteSpace(text))
        {
            return isTrue || (otherwise && string.IsNullOrWhiteSpace(text));
        }

        // Microsoft.Build.Artifacts reads any other text as the default, so "no" may mean true (its GetMetadataBoolean).
        log.Error("COW1021", Item, $"its {metadata} is '{text}'. Accepted values: true and false.");
        _isValid = false;
        return otherwise;
    }

    private NamePatterns Patterns(string metadata, bool ofFolders, StagingLog log)
    {
        string text = Item.GetMetadata(metadata);
        if (!NamePatterns.TryParse(text, ofFolders, out NamePatterns patterns))
        {
            log.Error("COW1022", Item, $"its {metadata} has an unclosed quote: {text}");
            _isValid = false;
        }

        return patterns;
    }
}
