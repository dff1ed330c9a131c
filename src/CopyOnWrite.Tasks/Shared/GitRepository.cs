namespace CopyOnWrite.Tasks;

/// <summary>The git repository of a folder: <c>.git</c> is a folder, in a worktree or submodule a file with the path of one.</summary>
/// <param name="Root">The folder that holds <c>.git</c>.</param>
/// <param name="GitFolder">The folder that <c>.git</c> is or names (gitrepository-layout); null where it names none.</param>
internal readonly record struct GitRepository(string Root, string? GitFolder)
{
    private const string Link = "gitdir:";

    // In bytes: more than any path and the text before it.
    private const int LongestFile = 64 * 1024;

    internal static GitRepository? At(string folder)
    {
        string git = Path.Combine(folder, ".git");
        return Directory.Exists(git) ? new GitRepository(folder, git)
            : File.Exists(git) ? new GitRepository(folder, ReadPath(git, folder, Link))
            : null;
    }

    /// <summary>The git folder that all worktrees share. Only a linked worktree's own folder has the file that names another.</summary>
    internal string? CommonFolder => GitFolder is null ? null : ReadPath(Path.Combine(GitFolder, "commondir"), GitFolder) ?? GitFolder;

    /// <summary>Whether this is a submodule, whose git folder is in that of its superproject: .git/modules/NAME.</summary>
    internal bool IsSubmoduleOf(GitRepository superproject) =>
        GitFolder is not null && superproject.GitFolder is { } folder
        && GitFolder.StartsWith(Path.Combine(folder, "modules") + Path.DirectorySeparatorChar, StringComparison.Ordinal);

    /// <summary>Null where the file cannot be read, or holds no path.</summary>
    private static string? ReadPath(string file, string relativeTo, string prefix = "")
    {
        try
        {
            string? line = IsShortFile(file) ? File.ReadLines(file).FirstOrDefault() : null;
            return line is null || !line.StartsWith(prefix, StringComparison.Ordinal) || line.Length == prefix.Length
                ? null
                : CacheFolder.WithoutSeparatorAtItsEnd(Path.GetFullPath(Path.Combine(relativeTo, line.Substring(prefix.Length).Trim())));
        }
        catch (Exception e) when (DotNetError.IsOfFiles(e))
        {
            return null;
        }
    }

    /// <summary>Another user may have planted a pipe, say in /tmp, which would wait for a writer: .NET shows its length as 0.</summary>
    private static bool IsShortFile(string path)
    {
        var file = new FileInfo(path);
        return (file.Attributes & FileAttributes.ReparsePoint) == 0 && file.Length is > 0 and <= LongestFile;
    }
}
