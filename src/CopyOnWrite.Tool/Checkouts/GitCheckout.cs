namespace CopyOnWrite.Tool.Checkouts;

/// <summary>A checkout, as git sees it. Paths of files are relative to the checkout.</summary>
internal sealed class GitCheckout
{
    /// <summary>The setting of git's configuration that names a repository's donor.</summary>
    internal const string DonorSetting = "cow.base";

    private const string Submodule = "160000";

    private readonly Lazy<string> _head;
    private readonly Lazy<string?> _branch;
    private readonly Lazy<(string Path, GitCheckout Checkout)[]> _submodules;

    private GitCheckout(Git git)
    {
        Git = git;
        _head = new(() => git.Try("rev-parse", "-q", "--verify", "HEAD").Output.Trim());
        _branch = new(() => git.Try("symbolic-ref", "-q", "--short", "HEAD").Output.Trim() is { Length: > 0 } branch ? branch : null);
        _submodules = new(() => File.Exists(Path.Join(Folder, ".gitmodules")) ? [.. Initialised()] : []);
    }

    internal Git Git { get; }

    internal string Folder => Git.Folder;

    /// <summary>The commit that is checked out; empty before the first commit.</summary>
    internal string Head => _head.Value;

    internal string? Branch => _branch.Value;

    /// <summary>The submodules that are checked out.</summary>
    internal IReadOnlyList<(string Path, GitCheckout Checkout)> Submodules => _submodules.Value;

    /// <summary>The paths of the submodules, also of submodules in submodules.</summary>
    internal IEnumerable<string> SubmodulePaths =>
        Submodules.SelectMany(one => one.Checkout.SubmodulePaths.Select(path => Path.Join(one.Path, path)).Prepend(one.Path));

    /// <summary>The commits of the checkout and of its submodules.</summary>
    internal IEnumerable<string> Commits => Submodules.SelectMany(one => one.Checkout.Commits).Prepend(Head);

    /// <summary>Finds the checkout that the folder is in. Git resolves the path of its root, so no link is in that path.</summary>
    /// <exception cref="CommandFailedException">COW1042: the folder is in no checkout, or there is no git.</exception>
    internal static GitCheckout At(string folder, CancellationToken cancel)
    {
        if (!Directory.Exists(folder))
        {
            throw CloneCommand.Failure("COW1040", $"{folder} is not a folder. Name a checkout, or run the command in one.");
        }

        return Of(new Git(folder, cancel));
    }

    private static GitCheckout Of(Git git) => new(git.In(Path.GetFullPath(git.Run("rev-parse", "--show-toplevel").TrimEnd('\n'))));

    /// <summary>Finds the donor that git's configuration names (cow.base), or the main worktree.</summary>
    /// <exception cref="CommandFailedException">COW1040: cow.base names no folder.</exception>
    internal GitCheckout DefaultDonor()
    {
        if (Git.Try("config", "--path", DonorSetting) is not (0, var configured, _))
        {
            return MainWorktree();
        }

        string path = Path.GetFullPath(configured.TrimEnd('\n'), Folder);
        return Directory.Exists(path) ? Of(Git.In(path)) : throw CloneCommand.Failure(
            "COW1040", $"git's setting {DonorSetting} names {path}, which is not a folder. Change it, or name the donor with --from.");
    }

    /// <summary>Finds the main worktree; for a bare repository, the worktree that has the repository's branch.</summary>
    private GitCheckout MainWorktree()
    {
        string list = Git.Run("worktree", "list", "--porcelain");
        string[][] all = [.. list.Split("\n\n", StringSplitOptions.RemoveEmptyEntries).Select(one => one.Split('\n'))];
        string first = PathOf(all[0]);
        if (!all[0].Contains("bare"))
        {
            // For a submodule, or where .git is a link, git names the git folder: this finds the checkout that uses it.
            Git main = Git.In(first);
            return main.Try("rev-parse", "--show-toplevel") is (0, var root, _) ? new(main.In(Path.GetFullPath(root.TrimEnd('\n'))))
                : Of(Git.In(Path.GetDirectoryName(first)!));
        }

        string branch = $"branch {Git.In(first).Try("symbolic-ref", "-q", "HEAD").Output.Trim()}";
        return all.FirstOrDefault(one => one.Contains(branch)) is { } found ? Of(Git.In(PathOf(found))) : this;

        static string PathOf(string[] lines) => lines[0]["worktree ".Length..];
    }

    /// <summary>The files that git tracks, or could add.</summary>
    internal IEnumerable<string> Known() => OfAll(git => git.List("ls-files", "-z", "--cached", "--others", "--exclude-standard"));

    /// <summary>
    /// Finds files that the commit of that time had and today's does not: outputs may be made of them. Uses the reflog (gitrevisions(7)).
    /// </summary>
    internal IEnumerable<string> DeletedSince(DateTime time)
    {
        string then = $"HEAD@{{{time:yyyy-MM-dd'T'HH:mm:ss'Z'}}}";
        (int exitCode, string list, _) = Git.Try("diff", "--name-only", "-z", "--no-renames", "--diff-filter=D", then, "HEAD");
        return exitCode != 0 ? [] : Checkouts.Git.Paths(list);
    }

    /// <summary>Folders in which git ignores all, with a separator at their ends, and single ignored files.</summary>
    private IEnumerable<string> Ignored() =>
        OfAll(git => git.List("ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"));

    /// <summary>Gives the files that git ignores; they need not exist.</summary>
    internal IEnumerable<string> IgnoredOf(IReadOnlyCollection<string> files)
    {
        (string Path, GitCheckout Checkout)[] submodules = [.. Submodules];
        ILookup<string, string> by = files.ToLookup(
            file => Array.Find(submodules, one => Folders.IsBelow(file, one.Path)).Path ?? string.Empty);
        (int exitCode, IEnumerable<string> ignored, _) = Git.CheckIgnore(by[string.Empty]);
        return (exitCode == 0 ? ignored : []).Concat(submodules.SelectMany(one => one.Checkout
            .IgnoredOf([.. by[one.Path].Select(file => file[(one.Path.Length + 1)..])]).Select(file => Path.Join(one.Path, file))));
    }

    /// <param name="root">The path by which this process reaches the checkout.</param>
    internal CheckoutFile[] IgnoredFiles(string root) =>
    [
        .. Ignored().SelectMany(path =>
            Path.EndsInDirectorySeparator(path) ? CheckoutFile.Below(root, path) : [new CheckoutFile(path, IsLink: false)]),
    ];

    // Leaves out temporary files of our commands, running or killed.
    private IEnumerable<string> OfAll(Func<Git, IEnumerable<string>> list) => list(Git)
        .Where(path => !path.Split(Path.DirectorySeparatorChar).Any(TemporaryFiles.IsOurs))
        .Concat(Submodules.SelectMany(one => one.Checkout.OfAll(list).Select(path => Path.Join(one.Path, path))));

    private IEnumerable<(string, GitCheckout)> Initialised() =>
        from line in Git.List("ls-files", "-z", "--stage")
        where line.StartsWith(Submodule, StringComparison.Ordinal)
        let path = line[(line.IndexOf('\t', StringComparison.Ordinal) + 1)..]
        where Path.Exists(Path.Join(Folder, path, ".git")) && new DirectoryInfo(Path.Join(Folder, path)).LinkTarget is null
        select (path, new GitCheckout(Git.In(Path.Join(Folder, path))));
}
