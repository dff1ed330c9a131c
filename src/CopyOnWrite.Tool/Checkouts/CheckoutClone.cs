using System.Collections.Concurrent;
using System.Text.RegularExpressions;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>Why something of the donor is not in its clone; the codes of <c>--json</c>.</summary>
internal enum LeftOut
{
    /// <summary>By <c>--leave-out</c>.</summary>
    Named,
    /// <summary>Neither tracked nor ignored.</summary>
    NotInGit,
    /// <summary>Tracked in the donor, and not in the commit.</summary>
    NotInCommit,
    Submodule,
    Worktree,
    Cache,
    VisualStudio,
    Leftover,
    /// <summary>A symbolic link named bin or obj, through which builds in both would write to one folder.</summary>
    Link,
}

/// <summary>Clones a checkout with what builds wrote there into a folder that gets its name when it is ready to build.</summary>
/// <param name="donor">Absolute, as <paramref name="clone"/>.</param>
/// <param name="leftOut">Paths below the donor.</param>
internal sealed partial class CheckoutClone(string donor, string clone, IReadOnlyDictionary<string, LeftOut> leftOut)
{
    private readonly ConcurrentBag<(string Path, LeftOut Why)> _leftOut = [];

    // Below the clone: what says which projects were built, and where repositories are; and what compilers may read, which is much more.
    private readonly ConcurrentBag<string> _noted = [];
    private readonly ConcurrentBag<string> _sources = [];

    /// <summary>git's part: gets the folder, and returns the files that have other content there than in the donor.</summary>
    internal Func<string, IReadOnlyList<string>>? CheckOut { get; init; }

    /// <summary>Each file that git does not know; of a folder the walk sees no more than its name.</summary>
    internal IReadOnlyList<string> NotInGit { get; init; } = [];

    /// <summary>The commit of a worktree.</summary>
    internal string? Commit { get; init; }

    /// <exception cref="CommandFailedException">COW1041</exception>
    internal ClonedCheckout Run(Action<int>? progress, CancellationToken cancel)
    {
        try
        {
            return Clone(progress, cancel);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw CloneCommand.Failure("COW1041", $"{donor} was not cloned, and nothing is left of the clone: {e.Message.TrimEnd('.')}.");
        }
    }

    private ClonedCheckout Clone(Action<int>? progress, CancellationToken cancel)
    {
        using var made = PrivateTree.Make(FileCloner.Shared.Platform, donor, Path.GetDirectoryName(clone)!, clone);
        var options = new CloneTreeOptions { LooksAgain = true, Progress = progress, LeaveOut = LeaveOut };
        CloneTreeResult tree = made.Fill(options, cancel);
        IReadOnlyList<CompiledProject> projects = Prepare(made.Path, tree.Entries, cancel);
        tree = made.Stamp();
        if (Commit is not null)
        {
            // What `git worktree add` has made: the clone gets its place.
            File.Delete(Path.Join(clone, ".git"));
            Directory.Delete(clone);
        }

        made.Publish(clone);
        return new ClonedCheckout(
            donor, clone, tree, projects,
            [
                .. _leftOut.DistinctBy(one => one.Path).Where(one => one.Why == LeftOut.Named || !IsOfClone(one.Path))
                    .OrderBy(one => one.Path, StringComparer.Ordinal),
            ],
            [
                .. BackLink.Of(clone, _noted.Distinct()),
                .. tree.Entries.Where(entry => entry.Kind == TreeEntryKind.SymbolicLink).Select(entry => new BackLink(entry.Path, null)),
            ]);
    }

    private IReadOnlyList<CompiledProject> Prepare(string made, IReadOnlyList<TreeEntry> entries, CancellationToken cancel)
    {
        if (Commit is not null)
        {
            DeleteWorktrees(made);
        }

        IEnumerable<TreeEntry> missing = entries.Where(entry => entry.Kind is TreeEntryKind.Failed or TreeEntryKind.Changed);
        IReadOnlyList<string> rewritten = CheckOut?.Invoke(made) ?? [];
        string[] onlyInDonor =
        [
            .. NotInGit,
            .. _leftOut.Where(one => one.Why is LeftOut.NotInCommit or LeftOut.Named or LeftOut.Submodule).Select(one => one.Path),
        ];
        return new ClonedOutputs(
            new ClonedFolder(donor, clone, made),
            new Differences([.. missing.Select(entry => entry.Path)], onlyInDonor, rewritten, Commit),
            cancel)
            .MakeCurrent([.. _noted.Distinct().Select(path => Path.Join(made, path)).Where(File.Exists)], _sources.Distinct());
    }

    /// <summary>
    /// Those that were made during the walk, and those that git has forgotten: the clone's .git lists neither. A clone of a folder with
    /// worktrees, such as beside their bare repository, has them.
    /// </summary>
    private void DeleteWorktrees(string made)
    {
        foreach (string path in _noted.Where(path => Path.GetFileName(path) == ".git" && path != ".git").Distinct())
        {
            string file = Path.Join(made, path);
            if (new FileInfo(file) is { Exists: true, LinkTarget: null } && GitFileOfWorktree().IsMatch(File.ReadAllText(file)))
            {
                DeletedTree.Delete(Path.GetDirectoryName(file)!);
                _leftOut.Add((Path.GetDirectoryName(path)!, LeftOut.Worktree));
            }
        }
    }

    [GeneratedRegex(@"[/\\]worktrees[/\\][^/\\]+\s*\z")]
    private static partial Regex GitFileOfWorktree();

    /// <summary>git's own, the clone, and the folders that git has made for it.</summary>
    private bool IsOfClone(string path) => path == ".git" || (Folders.IsIn(clone, Path.Join(donor, path))
        && !NotInGit.Any(other => Path.Join(donor, other) != clone && Folders.IsIn(other, path)));

    private bool LeaveOut(string path)
    {
        string name = Path.GetFileName(path);
        LeftOut? why = leftOut.TryGetValue(path, out LeftOut named) ? named
            : name == ".vs" ? LeftOut.VisualStudio
            : TemporaryFiles.IsOurs(name) ? LeftOut.Leftover
            : Commit is not null && name is ("bin" or "obj") && new FileInfo(Path.Join(donor, path)).LinkTarget is not null ? LeftOut.Link
            : CacheFiles.IsDefaultFolder(Path.Join(donor, path)) ? LeftOut.Cache
            : null;
        if (why is { } reason)
        {
            _leftOut.Add((path, reason));
        }
        else if (CompiledProject.IsInputs(name) || ProjectFiles.MayBeRead(name) || BackLink.IsRepository(name))
        {
            _noted.Add(path);
        }

        if (why is null && ProjectFiles.MayBeCompiled(name))
        {
            _sources.Add(path);
        }

        return why is not null;
    }
}

internal sealed record ClonedCheckout(
    string Donor, string Path, CloneTreeResult Tree, IReadOnlyList<CompiledProject> Projects,
    IReadOnlyList<(string Path, LeftOut Why)> LeftOut, IReadOnlyList<BackLink> BackLinks);
