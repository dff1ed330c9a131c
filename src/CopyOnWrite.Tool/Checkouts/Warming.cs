using CopyOnWrite.Tool.Outputs;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>
/// Brings what builds wrote in one checkout into another that exists. All or nothing: times of sources that are set back would make outputs
/// of its own wrong (docs/design/architecture.md, "Checkouts").
/// </summary>
/// <param name="here">The checkout, by a path that is its own and no other's.</param>
internal sealed class Warming(GitCheckout checkout, GitCheckout donor, OpenFolder here, CancellationToken cancel)
{
    private IReadOnlyList<string> _donorsKnown = [];
    private IReadOnlyList<CheckoutFile> _donorsIgnored = [];

    /// <param name="patterns">Of other ignored files that come along, as in a .gitignore.</param>
    internal WarmResult Run(bool refresh, IReadOnlyList<string> patterns, Action<int>? progress)
    {
        if (checkout.Folder == donor.Folder)
        {
            return new(WarmState.IsDonor);
        }

        string[] ignored = Names(IgnoredFiles(checkout, here.Path));
        if (!refresh && ignored.Any(file => file.EndsWith(CompiledProject.InputsEnding, StringComparison.Ordinal)))
        {
            return new(WarmState.HasOutputs);
        }

        var ofDonor = Task.Run(
            () => (_donorsKnown, _donorsIgnored) = ([.. donor.Known()], IgnoredFiles(donor, donor.Folder)), CancellationToken.None);
        HashSet<string> knownHere = [.. checkout.Known()];
        ofDonor.GetAwaiter().GetResult();
        var own = new BuildOutputs(here.Path, ignored, knownHere);
        var outputs = new BuildOutputs(
            donor.Folder, Names(_donorsIgnored), _donorsKnown, file => knownHere.Contains(file) && File.Exists(Path.Join(here.Path, file)));
        string[] included = [.. Included(patterns).Except(outputs.Files).Where(file => !Path.Exists(Path.Join(here.Path, file)))];
        return outputs.Files.Count + included.Length == 0 ? new(WarmState.DonorHasNone) : Bring(own, outputs, included, progress);
    }

    private WarmResult Bring(BuildOutputs own, BuildOutputs outputs, string[] included, Action<int>? progress)
    {
        using PrivateTree tree = PrivateTree.Make(FileCloner.Shared.Platform, donor.Folder, here.Path, checkout.Folder);

        // If this process is killed, git takes none of it.
        string unseen = Path.Join(tree.Path, ".gitignore");
        File.WriteAllText(unseen, "*\n");
        CloneTreeResult cloned = Clone(tree, outputs, included, progress);

        // What came since the first listing may have been built into the outputs, and what went since the clone may, too.
        var listed = Task.Run(() => (donor.Known().ToArray(), IgnoredFiles(donor, donor.Folder)), CancellationToken.None);
        CheckoutFile[] made = [.. CheckoutFile.Below(tree.Path, isEntered: _ => true).Where(file => Path.Join(tree.Path, file.Path) != unseen)];
        Delete(tree, made.Where(file => file.IsLink && LeadsOut(tree.Path, file.Path)).Select(link => link.Path));
        string[] brought = [.. Names(made).Except(included)];
        string[] inObj = [.. brought.Where(outputs.IsInObj)];
        string[] inBin = [.. brought.Except(inObj)];
        DateTime TimeOf(string file) => File.GetLastWriteTimeUtc(Path.Join(tree.Path, file));

        // A copy has its source's time, which may be of the future. A source that differs here would be older: a build copies it again.
        Delete(tree, inBin.Where(file => TimeOf(file) > DateTime.UtcNow));

        // From here on it is not built: its own outputs would be wrong beside times that are set back. What a restore wrote is right here.
        new OwnFiles(here).Delete(own.Files.Where(file => !ProjectFiles.IsOfRestore(file)));
        CheckoutFile[] all = FilesHere();
        var times = new SourceTimes(here, donor.Folder, cancel);
        DateTime newest = inObj.Select(TimeOf).DefaultIfEmpty().Max();
        times.Set(Names(all), newest);
        string[] sources = [.. Names(all).Except(own.Files).Except(times.Pipes)];
        string[] others = [.. times.Others.Except(own.Files).Order(StringComparer.Ordinal)];
        IReadOnlyList<string> links = times.SetLinks([.. all.Where(file => file.IsLink).Select(file => file.Path)], newest);

        // It reads each file whose time has changed.
        var index = Task.Run(() => RefreshIndex(checkout), CancellationToken.None);
        (string[] known, CheckoutFile[] ignored) = listed.GetAwaiter().GetResult();
        (_donorsKnown, _donorsIgnored) = ([.. _donorsKnown.Union(known)], [.. _donorsIgnored.Union(ignored)]);
        var differences = DifferencesOf(
            [.. NotCloned(cloned), .. times.NotSet], all, [.. others, .. links], [.. outputs.Files, .. included]);
        string[] ofOthers =
        [
            .. CopiesIn(
                tree.Path, outputs, inBin, [.. differences.OnlyIgnoredInDonor, .. differences.OnlyInDonor, .. differences.Rewritten]),
        ];
        Delete(tree, ofOthers);
        string[] outputsHere = [.. brought.Where(file => File.Exists(Path.Join(tree.Path, file)))];
        var found = new BuildOutputs(tree.Path, outputsHere, sources);
        var places = new Places(donor.Folder, checkout.Folder, here.Path, tree.Path);
        var facts = new OutputFacts(places, found, sources, differences, cancel);
        IReadOnlyList<Verdict> verdicts = Verdict.Of(facts.Found);
        IReadOnlyList<string> absent = OutputDeeds.Do(places, found, facts, verdicts, differences);
        tree.Stamp();
        File.Delete(unseen);
        new OwnFiles(here).Place(tree.Path, found.Projects.SelectMany(project => project.Inputs));
        index.GetAwaiter().GetResult();
        return new(WarmState.Warm)
        {
            Projects = [.. verdicts, .. facts.NotBuilt.Select(project => new Verdict(project, WhyCompiled.NotBuilt, null))],
            Absent = [.. absent, .. ofOthers], Cloned = cloned, Others = others.Length, Same = sources.Length - others.Length,
        };
    }

    private CloneTreeResult Clone(PrivateTree tree, BuildOutputs outputs, string[] included, Action<int>? progress)
    {
        HashSet<string> wanted = [.. outputs.Files, .. included];
        HashSet<string> folders = [.. wanted.SelectMany(Folders.Above)];
        return tree.Fill(
            new CloneTreeOptions
            {
                LooksAgain = true, Progress = progress,
                LeaveOut = path => (!wanted.Contains(path) && !folders.Contains(path) && !outputs.IsInObj(path)) || OutputFacts.IsCache(path),
            },
            cancel);
    }

    private static void Delete(PrivateTree tree, IEnumerable<string> files) =>
        files.ToList().ForEach(file => File.Delete(Path.Join(tree.Path, file)));

    /// <summary>Of repositories in it only those of submodules.</summary>
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

    private Differences DifferencesOf(string[] missing, CheckoutFile[] all, string[] others, HashSet<string> brought)
    {
        HashSet<string> there = [.. all.Select(file => file.Path)];

        // A link that leads elsewhere than in the donor: what it leads to may have the donor's time.
        string[] links =
        [
            .. all.Where(file => file.IsLink).Select(file => file.Path)
                .Where(link => TargetIn(here.Path, link) != TargetIn(donor.Folder, link)),
        ];
        string[] gone = [.. _donorsKnown.Where(file => !there.Contains(file) && File.Exists(Path.Join(donor.Folder, file)))];
        return new Differences(
            missing,
            [.. gone, .. links],
            [.. Names(_donorsIgnored).Where(file => !brought.Contains(file) && !there.Contains(file))],
            [.. others, .. links])
        {
            Commits = new HashSet<string>(checkout.Commits),
            IsOtherCommit = checkout.Head != donor.Head,
            IsOtherBranch = checkout.Branch != donor.Branch,
        };
    }

    private static string? TargetIn(string root, string path) => new FileInfo(Path.Join(root, path)).LinkTarget;

    private static CheckoutFile[] IgnoredFiles(GitCheckout of, string root) =>
    [
        .. of.Ignored().SelectMany(path =>
            Path.EndsInDirectorySeparator(path) ? CheckoutFile.Below(root, path) : [new CheckoutFile(path, IsLink: false)]),
    ];

    private static string[] Names(IEnumerable<CheckoutFile> files) => [.. files.Where(file => !file.IsLink).Select(file => file.Path)];

    /// <summary>Ignored files that patterns name, as coding agents have them in .worktreeinclude.</summary>
    private IEnumerable<string> Included(IReadOnlyList<string> patterns)
    {
        string file = Path.Join(donor.Folder, ".worktreeinclude");
        IEnumerable<string> ofFile = File.Exists(file) ? [$"--exclude-from={file}"] : [];
        string[] which = [.. patterns.Select(pattern => $"--exclude={pattern}"), .. ofFile];
        return which.Length == 0 ? [] : donor.Git.List(["ls-files", "-z", "--others", "--ignored", .. which])
            .Intersect(donor.Git.List("ls-files", "-z", "--others", "--ignored", "--exclude-standard"));
    }

    /// <summary>What builds copied of files in projects' folders that this checkout has otherwise, or has not: secrets may be among them.</summary>
    private IEnumerable<string> CopiesIn(string made, BuildOutputs outputs, string[] copied, IEnumerable<string> differing)
    {
        string[] data = [.. copied.Where(file => !OutputFacts.IsOfCompiler(file))];
        HashSet<string> names = [.. data.Select(file => Path.GetFileName(file))];
        HashSet<string> folders = [.. copied.Select(file => Path.GetDirectoryName(file)!)];

        // What is below such a folder was published.
        ILookup<string, string> byName = differing.Where(file => names.Contains(Path.GetFileName(file))
                && outputs.Projects.Any(project => ProjectFiles.IsIn(project, file)) && !Folders.Above(file).Any(folders.Contains))
            .ToLookup(file => Path.GetFileName(file));
        return data.Where(file => byName[Path.GetFileName(file)].Any(
            of => LengthOf(Path.Join(donor.Folder, of)) is { } length && length == LengthOf(Path.Join(made, file))));

        static long? LengthOf(string file) => new FileInfo(file) is { Exists: true } info ? info.Length : null;
    }

    private bool LeadsOut(string root, string link) => TargetIn(root, link) is not { } target
        || (Path.IsPathRooted(target) ? Folders.IsIn(target, donor.Folder)
            : Folders.Below(root, Path.GetFullPath(target, Path.Join(root, Path.GetDirectoryName(link)))) is null);

    private static void RefreshIndex(GitCheckout checkout)
    {
        // It ends with 1 where a file differs.
        _ = checkout.Git.Try("update-index", "-q", "--refresh");
        checkout.Submodules.ToList().ForEach(one => RefreshIndex(one.Checkout));
    }
}
