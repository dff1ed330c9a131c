using System;
using System.Collections.Generic;
using System.IO;

namespace CopyOnWrite.Artifacts;

/// <summary>Finds git's data of a repository, which cannot be restored once removed.</summary>
internal sealed class Repositories(FileCloner cloner)
{
    private const string GitFolder = ".git";
    private const int MostFoldersUp = 1000;

    internal static bool IsGit(string name) => name.Equals(GitFolder, StringComparison.OrdinalIgnoreCase);

    /// <summary>Whether the folder has a .git: of a worktree or a submodule it is a file (gitrepository-layout(5)).</summary>
    internal bool IsRoot(string folder) => cloner.TryStat(Path.Combine(folder, GitFolder), out _);

    /// <summary>Checks the names in its path, whether it exists or not, and the identity of the folders, as links may lead there.</summary>
    internal bool IsInGitFolder(string folder)
    {
        for (string? path = folder; path is not null; path = Path.GetDirectoryName(path))
        {
            if (IsGit(Path.GetFileName(path)))
            {
                return true;
            }
        }

        return FolderAndAbove(cloner, folder).Exists(at => IsGitFolder(at.Key));
    }

    /// <summary>Links are resolved, so that none hides a repository: paths, and their targets.</summary>
    internal static List<KeyValuePair<string, FileIdentity>> FolderAndAbove(FileCloner cloner, string folder)
    {
        var folders = new List<KeyValuePair<string, FileIdentity>>();
        string path = folder;
        while (folders.Count < MostFoldersUp
            && cloner.TryStat(path, out FileSnapshot seen)
            && !folders.Exists(above => above.Value.Equals(seen.Identity)))
        {
            folders.Add(new KeyValuePair<string, FileIdentity>(path, seen.Identity));

            // "..", which on Unix is the real parent folder, whatever links the path goes through.
            path = Path.DirectorySeparatorChar == '/' ? path + "/.." : Path.GetDirectoryName(path) ?? path;
        }

        return folders;
    }

    /// <summary>The first .git in the folder or below it that no link leads to; null for none.</summary>
    internal string? FindBelow(string folder)
    {
        var entries = new List<FolderEntry>();
        if (!cloner.TryList(folder, entries, out _))
        {
            return null;
        }

        foreach (FolderEntry entry in entries)
        {
            string path = Path.Combine(folder, entry.Name);
            string? found = IsGit(entry.Name) ? path : entry.Kind == EntryKind.Folder ? FindBelow(path) : null;
            if (found is not null)
            {
                return found;
            }
        }

        return null;
    }

    /// <summary>Tests as git does (is_git_directory in its setup.c); also true for a bare repository.</summary>
    private bool IsGitFolder(string folder) =>
        cloner.TryStat(Path.Combine(folder, "HEAD"), out _)
            && IsFolder(Path.Combine(folder, "objects"))
            && IsFolder(Path.Combine(folder, "refs"));

    private bool IsFolder(string path) => cloner.TryStat(path, out FileSnapshot seen) && seen.Kind == EntryKind.Folder;
}
