using System;
using System.IO;

namespace CopyOnWrite;

/// <summary>Where the cache is if no property says: in the repository, where the outputs are.</summary>
internal static class DefaultCacheFolder
{
    /// <summary>
    /// Begins with a dot, so the default items of a project beside it leave it out (Microsoft.NET.Sdk.DefaultItems.props).
    /// </summary>
    internal const string Name = ".copyonwrite-cache";

    private static readonly string[] s_repositoryFiles = { "Directory.Build.props", "Directory.Packages.props", "Directory.Build.targets" };

    /// <summary>
    /// Beside the outermost Directory.Build.props or the like in the git repository, else in its root; without git beside the nearest,
    /// which is the one that MSBuild imports. Null when there is neither. Looked for on the project's volume only: on another the cache
    /// would be of no use.
    /// </summary>
    internal static string? Of(string projectFolder, Func<string, string, bool> areOnOneVolume)
    {
        string? nearest = null;
        string? outermost = null;
        for (string? folder = projectFolder; folder is not null
            && areOnOneVolume(projectFolder, folder); folder = Path.GetDirectoryName(folder))
        {
            if (Array.Exists(s_repositoryFiles, name => File.Exists(Path.Combine(folder, name))))
            {
                nearest ??= folder;
                outermost = folder;
            }

            // A file in a worktree or a submodule.
            string git = Path.Combine(folder, ".git");
            if (Directory.Exists(git) || File.Exists(git))
            {
                return Path.Combine(outermost ?? folder, Name);
            }
        }

        return nearest is null ? null : Path.Combine(nearest, Name);
    }
}
