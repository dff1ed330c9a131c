using System;
using System.Collections.Generic;
using System.IO;

namespace CopyOnWrite.Artifacts;

/// <summary>
/// Refuses, before anything is staged, to mirror into a folder whose other content is needed: a root, a home, a git repository, one that
/// has the item's source or the project in it. By what the folders are and not by how they are spelt.
/// </summary>
internal sealed class PurgeGuard
{
    private readonly FileCloner _cloner;
    private readonly StagingLog _log;
    private readonly Repositories _repositories;
    private readonly List<FileIdentity> _home;
    private readonly List<FileIdentity> _project;

    internal PurgeGuard(FileCloner cloner, StagingLog log, string projectFolder)
    {
        _cloner = cloner;
        _log = log;
        _repositories = new Repositories(cloner);
        string home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
        _home = home.Length > 0 ? FolderAndAbove(home) : new List<FileIdentity>();
        _project = FolderAndAbove(projectFolder);
    }

    internal bool Allows(StagedItem item)
    {
        List<FileIdentity>? source = null;
        foreach (string destination in item.Destinations)
        {
            string? why = destination == Path.GetPathRoot(destination) ? "is a root folder"
                : _repositories.IsInGitFolder(destination) ? "is a git directory or inside one"
                : !_cloner.TryStat(destination, out FileSnapshot seen) ? null
                : _repositories.IsRoot(destination) ? "is the root of a git repository"
                : _home.Contains(seen.Identity) ? "is or contains a home folder"
                : _project.Contains(seen.Identity) ? "is or contains the project's folder"
                : (source ??= FolderAndAbove(item.Source)).Contains(seen.Identity) ? "is or contains the staged folder"
                : null;
            if (why is not null)
            {
                _log.Error(
                    "COW1029",
                    item.Item,
                    $"{StagedItem.Mirror} would remove everything that is not staged from '{destination}', which {why}. The item is not "
                    + "staged.");
                return false;
            }
        }

        return true;
    }

    private List<FileIdentity> FolderAndAbove(string folder) =>
        Repositories.FolderAndAbove(_cloner, folder).ConvertAll(above => above.Value);
}
