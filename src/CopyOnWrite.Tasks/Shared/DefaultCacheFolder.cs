using System;
using System.IO;

namespace CopyOnWrite.Tasks;

/// <summary>The cache's place if no property names one: in the repository, where the outputs are.</summary>
internal static class DefaultCacheFolder
{
    private static readonly string[] s_repositoryFiles = { "Directory.Build.props", "Directory.Packages.props", "Directory.Build.targets" };

    /// <summary>
    /// The folder of the outermost Directory.Build.props or the like in the git repository, or its root; without git that of the nearest,
    /// which is the one that MSBuild imports. Null when there is neither. Only the project's volume is searched: on another the cache
    /// would be useless.
    /// A linked worktree uses its main worktree's, and a submodule its superproject's, so that a new one starts with a filled cache.
    /// </summary>
    /// <param name="belongsToUser">Whether a folder is this user's, so that no build relies on another user's repository.</param>
    internal static string? Of(string projectFolder, Func<string, string, bool> areOnOneVolume, Func<string, bool> belongsToUser)
    {
        string? nearest = null;
        string? outermost = null;
        string? found = null;
        GitRepository? submodule = null;
        for (string? folder = projectFolder; folder is not null
            && areOnOneVolume(projectFolder, folder); folder = Path.GetDirectoryName(folder))
        {
            if (Array.Exists(s_repositoryFiles, name => File.Exists(Path.Combine(folder, name))))
            {
                nearest ??= folder;
                outermost = folder;
            }

            if (GitRepository.At(folder) is not { } repository)
            {
                continue;
            }

            if (submodule is { } below && !(below.IsSubmoduleOf(repository) && belongsToUser(folder)))
            {
                break;
            }

            found = InMainWorktree(repository, outermost ?? folder);
            submodule = repository;
        }

        return (found ?? nearest) is { } place ? Path.Combine(place, CacheFiles.DefaultFolder) : null;

        string InMainWorktree(GitRepository repository, string folder)
        {
            string main = repository.MainWorktree;
            string there = Path.Combine(main, folder.Substring(repository.Root.Length).TrimStart(Path.DirectorySeparatorChar));
            return main != repository.Root && Directory.Exists(there) && areOnOneVolume(folder, there) && belongsToUser(main)
                ? there
                : folder;
        }
    }
}
