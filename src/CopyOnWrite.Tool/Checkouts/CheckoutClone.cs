using System.Collections.Concurrent;

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
}

/// <summary>Clones a checkout with what builds wrote there into a folder that gets its name when it is ready to build.</summary>
/// <param name="donor">Absolute, as <paramref name="clone"/>.</param>
/// <param name="leftOut">Paths below the donor.</param>
internal sealed class CheckoutClone(string donor, string clone, IReadOnlyDictionary<string, LeftOut> leftOut)
{
    private readonly ConcurrentBag<(string Path, LeftOut Why)> _leftOut = [];
    private readonly ConcurrentBag<string> _inputs = [];
    private readonly ConcurrentBag<string> _projectFiles = [];
    private readonly ConcurrentBag<string> _gitFiles = [];

    /// <summary>git's part: gets the folder, and returns the files that have other content there than in the donor.</summary>
    internal Func<string, IReadOnlyList<string>>? CheckOut { get; init; }

    /// <summary>The commit of a worktree.</summary>
    internal string? Commit { get; init; }

    internal ClonedCheckout Run(Action<int, int>? progress, CancellationToken cancel)
    {
        IReadOnlyList<CompiledProject> projects = [];
        IReadOnlyList<TreeEntry> tree = Clone(progress, made =>
        {
            string[] changed = [];
            IReadOnlyList<string> rewritten = CheckOut?.Invoke(made) ?? [];
            string[] onlyInDonor = [.. _leftOut.Where(one => one.Why is LeftOut.NotInGit or LeftOut.NotInCommit).Select(one => one.Path)];
            projects = new ClonedOutputs(donor, clone, made).MakeCurrent(
                _inputs.Select(path => Path.Join(made, path)),
                _projectFiles.Select(path => Path.Join(made, path)).Where(File.Exists),
                new Differences(changed, onlyInDonor, rewritten),
                Commit,
                cancel);
        }, cancel);
        return new ClonedCheckout(donor, clone, tree, projects, [.. _leftOut], [.. _gitFiles]);
    }

    private IReadOnlyList<TreeEntry> Clone(Action<int, int>? progress, Action<string> prepare, CancellationToken cancel)
    {
        string made = Path.Join(Path.GetDirectoryName(clone), TemporaryFiles.NewName());
        IReadOnlyList<TreeEntry> tree = FileCloner.Shared.CloneTree(donor, made, new CloneTreeOptions
        {
            SkipSpecialFiles = true, Progress = progress, LeaveOut = LeaveOut,
        }, cancel);
        prepare(made);
        if (Directory.Exists(clone))
        {
            Directory.Delete(clone);
        }

        Directory.Move(made, clone);
        return tree;
    }

    private bool LeaveOut(string path)
    {
        string name = Path.GetFileName(path);
        LeftOut? why = leftOut.TryGetValue(path, out LeftOut named) ? named
            : name == ".vs" ? LeftOut.VisualStudio
            : TemporaryFiles.IsOurs(name) ? LeftOut.Leftover
            : CacheFiles.IsDefaultFolder(Path.Join(donor, path)) ? LeftOut.Cache
            : null;
        if (why is { } reason)
        {
            _leftOut.Add((path, reason));
        }
        else if (name.EndsWith(CompiledProject.InputsEnding, StringComparison.Ordinal))
        {
            _inputs.Add(path);
        }
        else if (ClonedOutputs.ProjectEndings.Contains(Path.GetExtension(name)))
        {
            _projectFiles.Add(path);
        }
        else if (name == ".git")
        {
            _gitFiles.Add(path);
        }

        return why is not null;
    }
}

/// <param name="GitFiles">The paths of everything named .git.</param>
internal sealed record ClonedCheckout(
    string Donor, string Path, IReadOnlyList<TreeEntry> Tree, IReadOnlyList<CompiledProject> Projects,
    IReadOnlyList<(string Path, LeftOut Why)> LeftOut, IReadOnlyList<string> GitFiles);
