namespace CopyOnWrite.Tasks;

/// <summary>The cache's place if no property names one: in the repository, where the outputs are.</summary>
internal static class DefaultCacheFolder
{
    private static readonly string[] s_repositoryFiles = { "Directory.Build.props", "Directory.Packages.props", "Directory.Build.targets" };

    /// <summary>
    /// The places in order; a cache is in the first where it can be. All worktrees and submodules of a repository share git's common
    /// folder, and what watches, sends or cleans a worktree leaves it alone. The next is the folder of the outermost Directory.Build.props
    /// or the like in the worktree, or its root; without git that of the nearest, which is the one that MSBuild imports. None when there
    /// is neither. Only the project's volume is searched: on another the cache would be useless.
    /// </summary>
    /// <param name="belongsToUser">Whether a folder is this user's, so that no build relies on another user's repository.</param>
    internal static IEnumerable<string> Of(
        string projectFolder, Func<string, string, bool> areOnOneVolume, Func<string, bool> belongsToUser)
    {
        var folders = new List<string>();
        for (string? next = projectFolder; next is not null && areOnOneVolume(projectFolder, next); next = Path.GetDirectoryName(next))
        {
            folders.Add(next);
        }

        GitRepository? repository = RepositoryOf(folders, belongsToUser);
        if (repository is { CommonFolder: { } common } && CacheFiles.IsGitFolder(common) && areOnOneVolume(projectFolder, common))
        {
            yield return Path.Combine(common, CacheFiles.FolderInGit);
        }

        IEnumerable<string> found =
            folders.Where(folder => Array.Exists(s_repositoryFiles, name => File.Exists(Path.Combine(folder, name))));
        string? place = repository is not { Root: { } root } ? found.FirstOrDefault()
            : found.TakeWhile(folder => folder.Length >= root.Length).LastOrDefault() ?? root;
        if (place is not null)
        {
            yield return Path.Combine(place, CacheFiles.DefaultFolder);
        }
    }

    /// <summary>The nearest, or its superproject. Files in another user's folder are not opened: they may be planted, or pipes.</summary>
    private static GitRepository? RepositoryOf(IEnumerable<string> folders, Func<string, bool> belongsToUser)
    {
        GitRepository? found = null;
        foreach (GitRepository repository in folders.Where(belongsToUser).Select(GitRepository.At).OfType<GitRepository>())
        {
            if (found is { } below && !below.IsSubmoduleOf(repository))
            {
                break;
            }

            found = repository;
        }

        return found;
    }
}
