using System;
using System.IO;

namespace CopyOnWrite;

/// <summary>The cache's place if no property names one: in the repository, where the outputs are.</summary>
internal static class DefaultCacheFolder
{
    /// <summary>
    /// Begins with a dot, so the default items of a project beside it leave it out (Microsoft.NET.Sdk.DefaultItems.props).
    /// </summary>
    internal const string Name = ".copyonwrite-cache";

    private static readonly string[] s_repositoryFiles = { "Directory.Build.props", "Directory.Packages.props", "Directory.Build.targets" };

    /// <summary>
    /// The folder of the outermost Directory.Build.props or the like in the git repository, or its root; without git that of the nearest,
    /// which is the one that MSBuild imports. Null when there is neither. Only the project's volume is searched: on another the cache
    /// would be useless.
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

            // In a worktree or a submodule it is a file.
            string git = Path.Combine(folder, ".git");
            if (Directory.Exists(git) || File.Exists(git))
            {
                return Path.Combine(outermost ?? folder, Name);
            }
        }

        return nearest is null ? null : Path.Combine(nearest, Name);
    }
}
