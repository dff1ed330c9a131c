using CopyOnWrite.Tasks;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>An entry that leads out of a clone: a program that follows it would change the donor or another checkout.</summary>
/// <param name="Path">The path below the clone.</param>
/// <param name="Program">The program that owns the entry, such as "git"; null for a symbolic link.</param>
internal sealed record BackLink(string Path, string? Program)
{
    internal static bool IsRepository(string name) => name is ".git" or ".jj" or ".hg";

    /// <param name="paths">The paths below the clone of entries that are <see cref="IsRepository"/>.</param>
    internal static IEnumerable<BackLink> Of(string clone, IEnumerable<string> paths) => paths.Order(StringComparer.Ordinal)
        .Where(path => LeadsOut(clone, System.IO.Path.Join(clone, path)))
        .Select(path => new BackLink(path, System.IO.Path.GetFileName(path)[1..]));

    private static bool LeadsOut(string clone, string path) => System.IO.Path.GetFileName(path) switch
    {
        // A submodule's git folder is in its superproject's git folder, by a relative path (gitrepository-layout).
        ".git" => GitRepository.At(System.IO.Path.GetDirectoryName(path)!) is { } repository
            && (repository.GitFolder is not { } git || !IsIn(git, clone) || SharesFolders(git, clone)),

        // A secondary workspace of Jujutsu, and `hg share`.
        ".jj" => File.Exists(System.IO.Path.Join(path, "repo")),
        ".hg" => File.Exists(System.IO.Path.Join(path, "sharedpath")),
        _ => false,
    };

    /// <summary>Whether a git folder uses another: by links (git-new-workdir, Android's repo), core.worktree or alternates.</summary>
    private static bool SharesFolders(string git, string clone)
    {
        string config = System.IO.Path.Join(git, "config");
        string alternates = System.IO.Path.Join(git, "objects", "info", "alternates");
        return ((string[])["refs", "objects"]).Any(name => new FileInfo(System.IO.Path.Join(git, name)).LinkTarget is not null)
            || Paths(config, Worktree, git).Any(worktree => !IsIn(worktree, clone))
            || Paths(alternates, line => System.IO.Path.IsPathRooted(line) ? null : line, System.IO.Path.Join(git, "objects"))
                .Any(objects => !Directory.Exists(objects));
    }

    private static bool IsIn(string path, string clone) =>
        Folders.IsIn(new FileInfo(path) is { LinkTarget: not null } link ? link.ResolveLinkTarget(true)!.FullName : path, clone);

    private static string? Worktree(string line) =>
        line.TrimStart().StartsWith("worktree", StringComparison.Ordinal) ? line.Split('=', 2)[^1].Trim() : null;

    private static IEnumerable<string> Paths(string file, Func<string, string?> read, string relativeTo) => !File.Exists(file) ? []
        : File.ReadLines(file).Select(read).OfType<string>().Select(path => System.IO.Path.GetFullPath(path, relativeTo));
}
