using CopyOnWrite.Tool.Outputs;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>
/// Brings what builds wrote in one checkout into another that exists, and merges nothing: outputs of its own would be wrong beside sources
/// whose times are set back (docs/design/architecture.md, "Checkouts").
/// </summary>
/// <param name="here">The checkout, by a path that leads to no other folder meanwhile.</param>
internal sealed class Warming(GitCheckout checkout, IDonor donor, OpenFolder here, WarmOptions options, CancellationToken cancel)
{
    private IReadOnlyList<string> _donorsKnown = [];
    private IReadOnlyList<CheckoutFile> _donorsIgnored = [];

    internal WarmResult Run()
    {
        if (checkout.Folder == donor.Root)
        {
            return new(WarmState.IsDonor);
        }

        string[] ignored = Names(checkout.IgnoredFiles(here.Path));
        if (!options.Refresh && ignored.Any(file => file.EndsWith(CompiledProject.InputsEnding, StringComparison.Ordinal)))
        {
            return new(WarmState.HasOutputs);
        }

        var ofDonor = Task.Run(
            () => (_donorsKnown, _donorsIgnored) = ([.. donor.Known()], donor.Ignored()), CancellationToken.None);
        HashSet<string> knownHere = [.. checkout.Known()];
        ofDonor.GetAwaiter().GetResult();
        var own = new BuildOutputs(here.Path, ignored, knownHere);
        var outputs = new BuildOutputs(
            donor.Root, Names(_donorsIgnored), _donorsKnown, file => knownHere.Contains(file) && File.Exists(Path.Join(here.Path, file)));

        // A file in the place of a donor's output is an output, even if obj was deleted. Not for saved outputs, which may name any file.
        string[] ownFiles = donor.Above is null ? [.. own.Files.Union(ignored.Intersect(outputs.Files))] : [.. own.Files];
        HashSet<string> ignoredHere = [.. ignored.Except(ownFiles)];
        string[] included = [.. donor.Named(options.Include).Except(outputs.Files).Where(file => !Path.Exists(Path.Join(here.Path, file)))];
        return outputs.Files.Count + included.Length == 0 ? new(WarmState.DonorHasNone)
            : Bring(ownFiles, ignoredHere, outputs, included);
    }

    private WarmResult Bring(string[] ownFiles, HashSet<string> ignoredHere, BuildOutputs outputs, string[] included)
    {
        using PrivateTree tree = PrivateTree.Make(FileCloner.Shared.Platform, donor.Root, here.Path, checkout.Folder);

        string unseen = HideFromGit(tree);
        CloneTreeResult cloned = Clone(tree, outputs, included);

        // A file that came since the first listing, or went since the clone, may have been built into the outputs.
        var listed = Task.Run(() => (donor.Known().ToArray(), donor.Ignored()), CancellationToken.None);
        CheckoutFile[] made =
            [.. CheckoutFile.Below(tree.Path, isEntered: _ => true).Where(file => Path.Join(tree.Path, file.Path) != unseen)];
        foreach (CheckoutFile link in made.Where(file => file.IsLink && LeadsOut(tree.Path, file.Path)))
        {
            string path = Path.Join(tree.Path, link.Path);
            Action<string> delete = OperatingSystem.IsWindows() && Directory.Exists(path) ? Directory.Delete : File.Delete;
            delete(path);
        }

        string[] brought = [.. Names(made).Except(included)];
        string[] inObj = [.. brought.Where(outputs.IsInObj)];
        string[] inBin = [.. brought.Except(inObj)];
        DateTime TimeOf(string file) => File.GetLastWriteTimeUtc(Path.Join(tree.Path, file));

        // A copy has its source's time. If that is in the future, a different source here would be older, and never be copied.
        Delete(tree, inBin.Where(file => TimeOf(file) > DateTime.UtcNow));

        // Own outputs would be wrong beside times that are set back. Files of a restore stay: they name the paths of this checkout.
        new OwnFiles(here).Delete(ownFiles.Where(file => !ProjectFiles.IsOfRestore(file)));
        CheckoutFile[] all = FilesHere();
        var times = new SourceTimes(here, donor, cancel);
        DateTime newest = inObj.Select(TimeOf).DefaultIfEmpty().Max();
        DateTime oldest = inObj.Where(file => file.EndsWith(CompiledProject.InputsEnding, StringComparison.Ordinal)).Select(TimeOf)
            .DefaultIfEmpty(newest).Min();
        var deleted = Task.Run(() => donor.DeletedSince(oldest, newest).ToArray(), CancellationToken.None);
        times.Set(Names(all), ignoredHere, newest);
        string[] sources = [.. Names(all).Except(ownFiles).Except(times.Pipes)];
        string[] others = [.. times.Others.Except(ownFiles).Where(file => !PreparedProps.IsFile(file)).Order(StringComparer.Ordinal)];
        IReadOnlyList<string> links = times.SetLinks([.. all.Where(file => file.IsLink).Select(file => file.Path)], newest);

        // git reads each file whose time has changed.
        var index = Task.Run(() => RefreshIndex(checkout), CancellationToken.None);
        (string[] known, CheckoutFile[] ignored) = listed.GetAwaiter().GetResult();
        (_donorsKnown, _donorsIgnored) = ([.. _donorsKnown.Union(known)], [.. _donorsIgnored.Union(ignored)]);
        var differences = DifferencesOf(
            [.. NotCloned(cloned), .. times.NotSet], all, [.. others, .. links], deleted.GetAwaiter().GetResult(), ignoredHere,
            [.. outputs.Files, .. included]);
        string[] ofOthers =
        [
            .. CopiesIn(
                tree, inBin, sources, [.. differences.OnlyIgnoredInDonor, .. differences.OnlyInDonor, .. differences.Rewritten]),
        ];
        Delete(tree, ofOthers);
        string[] outputsHere = [.. brought.Where(file => File.Exists(Path.Join(tree.Path, file)))];
        var found = new BuildOutputs(tree.Path, outputsHere, sources);
        var places = new Places(donor.Folder, checkout.Folder, here.Path, tree.Path) { Above = donor.Above };
        var facts = new OutputFacts(places, found, sources, differences, options.Strict, cancel);
        IReadOnlyList<Decision> decisions = Decision.Of(facts.Found);
        IReadOnlyList<string> absent = OutputDeeds.Do(places, found, facts, decisions, differences);
        tree.Stamp();
        File.Delete(unseen);
        new OwnFiles(here).Place(tree.Path, found.Projects.SelectMany(project => project.Inputs));
        index.GetAwaiter().GetResult();
        return new(WarmState.Warm)
        {
            Projects = [.. decisions, .. facts.NotBuilt],
            Embedding = facts.Embedding,
            Absent = [.. absent, .. ofOthers], Cloned = cloned, Others = others.Length, Same = sources.Length - others.Length,
        };
    }

    /// <summary>Hides the tree from git, in case this process is killed. Gives the .gitignore that hides it.</summary>
    internal static string HideFromGit(PrivateTree tree)
    {
        string unseen = Path.Join(tree.Path, ".gitignore");
        File.WriteAllText(unseen, "*\n");
        return unseen;
    }

    private CloneTreeResult Clone(PrivateTree tree, BuildOutputs outputs, string[] included)
    {
        HashSet<string> wanted = [.. outputs.Files.Where(outputs.IsBrought), .. included];
        HashSet<string> folders = [.. wanted.SelectMany(Folders.Above)];
        return tree.Fill(
            new CloneTreeOptions
            {
                LooksAgain = true, Progress = options.Progress,
                LeaveOut = path => KnownOutputs.IsCache(path)
                    || (!wanted.Contains(path) && !folders.Contains(path) && !(outputs.IsInObj(path) && outputs.IsBrought(path))),
            },
            cancel);
    }

    private static void Delete(PrivateTree tree, IEnumerable<string> files) =>
        files.ToList().ForEach(file => OutputDeeds.Delete(Path.Join(tree.Path, file)));

    /// <summary>Lists the checkout's files, also in submodules, but not in other repositories inside it.</summary>
    private CheckoutFile[] FilesHere()
    {
        HashSet<string> submodules = [.. checkout.SubmodulePaths];
        return
        [
            .. CheckoutFile.Below(
                here.Path, isEntered: folder => submodules.Contains(folder) || !Path.Exists(Path.Join(here.Path, folder, ".git"))),
        ];
    }

    internal static IEnumerable<string> NotCloned(CloneTreeResult cloned) =>
        cloned.Entries.Where(entry => entry.Kind is TreeEntryKind.Failed or TreeEntryKind.Changed).Select(entry => entry.Path);

    private Differences DifferencesOf(
        string[] missing, CheckoutFile[] all, string[] others, IEnumerable<string> deleted, HashSet<string> ignoredHere,
        HashSet<string> brought)
    {
        HashSet<string> there = [.. all.Select(file => file.Path)];

        // The targets of links that lead elsewhere than in the donor may have the donor's times.
        string[] links =
        [
            .. all.Where(file => file.IsLink).Select(file => file.Path)
                .Where(link => TargetIn(here.Path, link) != donor.TargetOf(link)),
        ];
        IEnumerable<string> gone = _donorsKnown.Where(IsThere).Concat(deleted)
            .Where(file => !there.Contains(file));

        // Whether a build made or reads an ignored file that both have is not known.
        IEnumerable<string> both = others.Where(file => ignoredHere.Contains(file) && IsThere(file));

        // NuGet makes its folder of packages; no target does.
        HashSet<string> packages = [.. Names(_donorsIgnored).Where(file => Path.GetFileName(file) == ".nupkg.metadata")
            .Select(file => Path.GetDirectoryName(file)!)];
        bool IsThere(string file) => donor.TryStat(file, out FileStat stat) && stat.Kind != EntryKind.Folder;
        bool IsOfPackage(string file) => packages.Count > 0 && Folders.Above(file).Any(packages.Contains);
        return new Differences(
            missing,
            [.. gone, .. links],
            [.. Names(_donorsIgnored).Where(
                file => !brought.Contains(file) && !there.Contains(file) && !IsOfPackage(file) && !PreparedProps.IsFile(file)), .. both],
            [.. others, .. links])
        {
            TimeInDonor = donor.TimeOf,
            Unclear = [.. both],
            NotSaved = donor.NotSaved,
            OnlyIgnoredHere = [.. others.Where(file => ignoredHere.Contains(file) && !IsThere(file))],
            Commits = new HashSet<string>(checkout.Commits),
            IsOtherCommit = checkout.Head != donor.Head,
            IsOtherBranch = checkout.Branch != donor.Branch,
        };
    }

    private static string? TargetIn(string root, string path) => new FileInfo(Path.Join(root, path)).LinkTarget;

    private static string[] Names(IEnumerable<CheckoutFile> files) => [.. files.Where(file => !file.IsLink).Select(file => file.Path)];

    /// <summary>
    /// Finds outputs that may be copies, under any name, of files that differ or are missing here: secrets may be among them. A copy that
    /// has the content of a source here is right.
    /// </summary>
    private IEnumerable<string> CopiesIn(PrivateTree tree, string[] copied, IEnumerable<string> sources, IEnumerable<string> differing)
    {
        HashSet<string> kinds = new(differing.Select(file => Path.GetExtension(file)), StringComparer.OrdinalIgnoreCase);
        var contents = new SourceContents(here.Path, sources);
        return copied.Where(file => kinds.Contains(Path.GetExtension(file)) && !KnownOutputs.IsOfCompiler(file)
            && !KnownOutputs.IsMadeInBin(file) && !contents.HaveThatOf(Path.Join(tree.Path, file)));
    }

    private bool LeadsOut(string root, string link) => TargetIn(root, link) is not { } target
        || (Path.IsPathRooted(target) ? Folders.IsIn(target, donor.Folder)
            : Folders.Below(root, Path.GetFullPath(target, Path.Join(root, Path.GetDirectoryName(link)))) is null);

    private static void RefreshIndex(GitCheckout checkout)
    {
        // The exit code is 1 where a file differs.
        _ = checkout.Git.Try("update-index", "-q", "--refresh");
        checkout.Submodules.ToList().ForEach(one => RefreshIndex(one.Checkout));
    }
}
