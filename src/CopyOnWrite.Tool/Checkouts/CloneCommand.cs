using System.Collections.Concurrent;
using CopyOnWrite.Tasks;
using CopyOnWrite.Tool.Outputs;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>The reason why an entry of the donor is not in its clone. The names are the codes of <c>--json</c>.</summary>
internal enum LeftOut
{
    /// <summary><c>--leave-out</c> names it.</summary>
    Named,
    Worktree,
    Cache,
    VisualStudio,
    Leftover,
}

/// <summary><c>dotnet cow clone DONOR NEW</c>: clones a folder, and makes its outputs right for the new path.</summary>
internal static class CloneCommand
{
    /// <summary>The folder of the linked worktrees in a git folder (gitrepository-layout(5)).</summary>
    internal const string WorktreeEntries = "worktrees";

    // On another thread: System.CommandLine listens to Ctrl+C only once it has the task.
    internal static Command New() => new Command("clone", "Clones a folder, such as a built checkout, without caches and leftovers.")
    {
        new Argument<string>("donor") { Description = "The folder to clone." },
        new Argument<string>("new") { Description = "The path of the clone, which must not exist yet. Folders above it are created." },
        CommandLine.NewOption<string[]>("--leave-out", "Leaves out a path below the donor. Can be given several times.", "PATH"),
        WarmCommand.Strict(),
        Quiet(),
    }.SetAnswer((parsed, screen, cancel) => Task.Run(() => Answer(
        screen,
        parsed.GetValue<string>("donor")!,
        parsed.GetValue<string>("new")!,
        parsed.GetValue<string[]>("--leave-out") ?? [],
        parsed.GetValue<bool>("--strict"),
        parsed.GetValue<bool>("--quiet"),
        cancel), CancellationToken.None));

    internal static Option<bool> Quiet() => CommandLine.NewOption<bool>("--quiet", "Prints only the path of the folder.", null, "-q");

    /// <exception cref="CommandFailedException">COW1040, COW1041</exception>
    internal static int Answer(
        Screen screen, string donor, string clone, IReadOnlyList<string> named, bool isStrict, bool isQuiet, CancellationToken cancel)
    {
        donor = Path.TrimEndingDirectorySeparator(Path.GetFullPath(donor));
        clone = Path.TrimEndingDirectorySeparator(Path.GetFullPath(clone));
        string? refused = !Directory.Exists(donor) ? $"{donor} is not a folder. Name the folder to clone."
            : Path.Exists(clone) ? $"{clone} already exists. Name a path that does not exist yet."
            : null;
        if (refused is not null)
        {
            throw Failure("COW1040", refused);
        }

        Dictionary<string, LeftOut> leftOut = GitRepository.At(donor) is not null ? WorktreesIn(new Git(donor, cancel)) : [];
        foreach (string path in named)
        {
            string relative = Folders.Below(donor, Path.TrimEndingDirectorySeparator(Path.GetFullPath(path, donor)))
                ?? throw Failure("COW1040", $"{path} is not in {donor}. Name a path below it.");
            leftOut[relative] = LeftOut.Named;
        }

        try
        {
            ClonedFolder made = new FolderClone(donor, clone, leftOut, isStrict, cancel).Run(screen.Progress("file"));
            return new CloneAnswer(made).Write(screen, isQuiet);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw Failure("COW1041", $"{donor} was not cloned: {e.Message.TrimEnd('.')}.");
        }
    }

    internal static CommandFailedException Failure(string code, string sentence) =>
        new($"{code}: {sentence} See {Documentation.PageOf(code)}");

    /// <summary>Finds the linked worktrees inside the folder, which have their own git folders and their own users.</summary>
    private static Dictionary<string, LeftOut> WorktreesIn(Git checkout)
    {
        const string Worktree = "worktree ";

        // Git resolves the links in both paths. It fails in another user's checkout, and where the git file leads nowhere.
        if (checkout.Try("rev-parse", "--show-toplevel") is not (0, var root, _))
        {
            return [];
        }

        root = Path.GetFullPath(root.TrimEnd('\n'));
        IEnumerable<string> worktrees = checkout.Try("worktree", "list", "--porcelain").Output.Split('\n')
            .Where(line => line.StartsWith(Worktree, StringComparison.Ordinal)).Select(line => line[Worktree.Length..])
            .Skip(1); // The main worktree, which git may name by its git folder.

        // This folder names the donor's worktrees: git would repair their git files to lead to the clone.
        string git = Path.GetFullPath(checkout.Try("rev-parse", "--git-common-dir").Output.Trim(), checkout.Folder);
        return worktrees.Append(Path.Join(TruePath.Of(git), WorktreeEntries))
            .Select(path => Folders.Below(root, Path.GetFullPath(path))).OfType<string>()
            .ToDictionary(path => path, _ => LeftOut.Worktree);
    }
}

/// <summary>Clones a folder into a private one, which gets the clone's name when it is ready to build.</summary>
internal sealed class FolderClone(
    string donor, string clone, IReadOnlyDictionary<string, LeftOut> leftOut, bool isStrict, CancellationToken cancel)
{
    private static readonly DateTime s_old = new(2000, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    private readonly ConcurrentBag<(string Path, LeftOut Why)> _leftOut = [];

    internal ClonedFolder Run(Action<int>? progress)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(clone)!);
        using PrivateTree tree = PrivateTree.Make(FileCloner.Shared.Platform, donor, Path.GetDirectoryName(clone)!, clone);
        try
        {
            var options = new CloneTreeOptions { LooksAgain = true, Progress = progress, LeaveOut = LeaveOut };
            CloneTreeResult cloned = tree.Fill(options, cancel);
            (IReadOnlyList<Decision> projects, IReadOnlyList<CompiledProject> embedding) = MakeRight(tree.Path, cloned);
            string[] repositories = [.. RepositoriesIn(tree.Path)];
            cloned = tree.Stamp();
            tree.Publish(clone);
            var leftOutHere = _leftOut.Distinct().OrderBy(one => one.Path, StringComparer.Ordinal);
            return new ClonedFolder(donor, clone, cloned, projects, embedding, [.. leftOutHere],
            [
                .. BackLink.Of(clone, repositories),
                .. cloned.Entries.Where(entry => entry.Kind == TreeEntryKind.SymbolicLink).Select(entry => new BackLink(entry.Path, null)),
            ]);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw tree.Named(e);
        }
    }

    private (IReadOnlyList<Decision> Projects, IReadOnlyList<CompiledProject> Embedding) MakeRight(string made, CloneTreeResult cloned)
    {
        // The kernel's own paths, as builds write them.
        string place = Path.Join(TruePath.Of(Path.GetDirectoryName(clone)!), Path.GetFileName(clone));
        var places = new Places(TruePath.Of(donor), place, made, made);
        string[] files = [.. CheckoutFile.Below(made, isEntered: _ => true).Where(file => !file.IsLink).Select(file => file.Path)];
        var outputs = new BuildOutputs(made, files, files);
        HashSet<string> written = [.. outputs.Files];
        string[] named = [.. _leftOut.Where(one => one.Why == LeftOut.Named).Select(one => one.Path)];
        string[] generated = [.. IgnoredSources().Where(file => !written.Contains(file) && NamesDonor(places, file))];
        Array.ForEach(generated, file => File.SetLastWriteTimeUtc(Path.Join(made, file), s_old));
        var differences = new Differences([.. Warming.NotCloned(cloned)], named, [], [])
        {
            Unclear = generated,
            TimeInDonor = file => File.GetLastWriteTimeUtc(Path.Join(donor, file)),
        };
        string[] sources = [.. files.Where(file => !written.Contains(file))];
        var facts = new OutputFacts(places, outputs, sources, differences, isStrict, cancel);
        IReadOnlyList<Decision> decisions = Decision.Of(facts.Found);
        OutputDeeds.Do(places, outputs, facts, decisions, differences);
        return ([.. decisions, .. facts.NotBuilt], facts.Embedding);
    }

    /// <summary>
    /// Gives the sources that git ignores: a target may have written them outside the folders of outputs. One that names the donor gets
    /// an old time, so that the target makes it again. A person's own file loses nothing by an old time.
    /// </summary>
    private IEnumerable<string> IgnoredSources()
    {
        // Git refuses another user's checkout. A folder inside a checkout has no separate list of ignored files.
        bool isCheckout = GitRepository.At(donor) is not null
            && new Git(donor, cancel).Try("rev-parse", "--show-prefix") is (0, var prefix, _) && prefix.Trim().Length == 0;
        return !isCheckout ? []
            : GitCheckout.At(donor, cancel).IgnoredFiles(donor).Where(file => !file.IsLink && ProjectFiles.IsSource(file.Path))
                .Select(file => file.Path);
    }

    private static bool NamesDonor(Places places, string file) => Path.Join(places.Made, file) is var path && File.Exists(path)
        && new NamedPlaces(places.Donor, Folders.OfPackages).FirstIn(path) is not null;

    /// <summary>Lists the files and folders of Git, Jujutsu and Mercurial.</summary>
    private static IEnumerable<string> RepositoriesIn(string made) => Directory
        .EnumerateFileSystemEntries(made, ".*", CheckoutFile.All)
        .Where(path => BackLink.IsRepository(Path.GetFileName(path))).Select(path => Path.GetRelativePath(made, path));

    private bool LeaveOut(string path)
    {
        string name = Path.GetFileName(path);
        LeftOut? why = leftOut.TryGetValue(path, out LeftOut named) ? named
            : name == ".vs" ? LeftOut.VisualStudio
            : TemporaryFiles.IsOurs(name) ? LeftOut.Leftover
            : CacheFiles.IsDefaultFolder(Path.Join(donor, path)) ? LeftOut.Cache
            : null;
        if (why is { } reason && (reason != LeftOut.Worktree || name != CloneCommand.WorktreeEntries))
        {
            _leftOut.Add((path, reason));
        }

        return why is not null;
    }
}

internal sealed record ClonedFolder(
    string Donor, string Path, CloneTreeResult Tree, IReadOnlyList<Decision> Projects, IReadOnlyList<CompiledProject> Embedding,
    IReadOnlyList<(string Path, LeftOut Why)> LeftOut, IReadOnlyList<BackLink> BackLinks);
