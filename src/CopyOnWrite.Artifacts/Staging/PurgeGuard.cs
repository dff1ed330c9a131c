using System;
using System.Collections.Generic;
using System.IO;

namespace CopyOnWrite.Artifacts;

/// <summary>
/// Refuses, before anything is staged, to mirror into a folder whose other content is needed: a root, a home, a git repository, one that
/// has the item's source or the project in it. Folders are compared by identity, not by spelling.
/// </summary>
internal sealed class PurgeGuard(FileCloner cloner, StagingLog log, string projectFolder)
{
    private readonly Repositories _repositories = new(cloner);
    private readonly List<FileIdentity> _home = FolderAndAbove(cloner, Environment.GetFolderPath(Environment.SpecialFolder.UserProfile));
    private readonly List<FileIdentity> _project = FolderAndAbove(cloner, projectFolder);

    internal bool Allows(StagedItem item)
    {
        List<FileIdentity>? source = null;
        foreach (string destination in item.Destinations)
        {
            string? why = destination == Path.GetPathRoot(destination) ? "is a root folder"
                : _repositories.IsInGitFolder(destination) ? "is a git directory or inside one"
                : !cloner.TryStat(destination, out FileSnapshot seen) ? null
                : _repositories.IsRoot(destination) ? "is the root of a git repository"
                : _home.Contains(seen.Identity) ? "is or contains a home folder"
                : _project.Contains(seen.Identity) ? "is or contains the project's folder"
                : (source ??= FolderAndAbove(cloner, item.Source)).Contains(seen.Identity) ? "is or contains the staged folder"
                : null;
            if (why is not null)
            {
                log.Error(
                    "COW1029",
                    item.Item,
                    $"{StagedItem.Mirror} would remove everything that is not staged from '{destination}', which {why}. The item is not "
                    + "staged.");
                return false;
            }
        }

        return true;
    }

    /// <summary>Nothing for an empty path.</summary>
    private static List<FileIdentity> FolderAndAbove(FileCloner cloner, string folder) =>
        Repositories.FolderAndAbove(cloner, folder).ConvertAll(above => above.Value);
}
