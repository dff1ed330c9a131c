using System.Text.RegularExpressions;

namespace CopyOnWrite.Tool.Outputs;

/// <summary>
/// What is known of the outputs that came along, before any of them is changed: which files name the donor's folder, in what way, and for
/// which reasons a project has to compile. All files are searched, of whatever name (docs/design/architecture.md, "Checkouts").
/// </summary>
internal sealed partial class OutputFacts
{
    private readonly Places _places;
    private readonly BuildOutputs _outputs;
    private readonly Differences _differences;
    private readonly ProjectFiles _files;
    private readonly OutputSearch _search;
    private readonly SourceFile[] _newestFirst;

    // The files of each folder that projects write to, without those of such a folder in it: a project may build another in its obj.
    private readonly ILookup<string, string> _byFolder;

    /// <param name="sources">The new checkout's files that are no outputs.</param>
    /// <param name="isStrict">Whether a project compiles if only its embedded generated sources name the donor.</param>
    internal OutputFacts(
        Places places, BuildOutputs outputs, IReadOnlyList<string> sources, Differences differences, bool isStrict,
        CancellationToken cancel)
    {
        (_places, _outputs, _differences) = (places, outputs, differences);
        _files = new ProjectFiles(places, sources);
        _search = new OutputSearch(
            places, isStrict, outputs.Projects.Select(SpellingOf).OfType<string>(),
            places.IsSamePath ? [] : outputs.Files.Where(file => !KnownOutputs.IsCache(file)), sources, cancel);
        Found = outputs.Projects.ToDictionary(project => project, _ => new Reasons());

        // What was compiled is newer than this: a checkout may have a million sources, and few are newer still.
        DateTime oldest = outputs.Projects.SelectMany(project => project.Inputs).Select(TimeOf).DefaultIfEmpty(DateTime.MaxValue).Min();
        _newestFirst =
        [
            .. sources.Where(_files.MayBeCompiled)
                .Select(file => new SourceFile(file, File.GetLastWriteTimeUtc(Path.Join(places.Sources, file))))
                .Where(one => one.Time > oldest).OrderByDescending(one => one.Time),
        ];
        HashSet<string> written = [.. outputs.Projects.SelectMany(project => project.Written)];
        _byFolder = outputs.Files.Where(file => Folders.Above(file).Any(written.Contains))
            .ToLookup(file => Folders.Above(file).First(written.Contains));
        foreach (CompiledProject project in outputs.Projects)
        {
            FindReasons(project, Found[project]);
        }

        // A project may use another one's output without a reference, such as a generator that a target runs. No compilation compares that.
        for (bool isMore = true; isMore;)
        {
            isMore = false;
            foreach (CompiledProject project in outputs.Projects.Where(project => !Found[project].Has(WhyCompiled.OtherFiles)))
            {
                Found[project].Add(WhyCompiled.OtherFiles, _files.ToolsOf(project).Where(used => WillCompile(used)));
                isMore |= Found[project].Has(WhyCompiled.OtherFiles);
            }
        }

        bool WillCompile(string file) => Found.Any(one => one.Value.First != WhyCompiled.None && IsFile(one.Key, file));
    }

    internal Dictionary<CompiledProject, Reasons> Found { get; }

    /// <summary>The outputs that name the donor.</summary>
    internal IReadOnlyCollection<NamingFile> Naming => _search.Found;

    /// <summary>The projects that do not compile, and have generated sources in a pdb that name the donor.</summary>
    internal IReadOnlyList<CompiledProject> Embedding =>
    [
        .. Found.Where(one => one.Value.First == WhyCompiled.None).Select(one => one.Key)
            .Where(project => _search.Embedding.Any(file => project.Written.Any(folder => Folders.IsBelow(file, folder)))),
    ];

    /// <summary>The projects without outputs, of which there is nothing to find.</summary>
    internal IEnumerable<Decision> NotBuilt => _files.WithoutOutputs(_outputs.Projects)
        .Select(project => new Decision(project, WhyCompiled.NotBuilt, null));

    /// <summary>Adds to projects that compile all that refer to them, also through others.</summary>
    internal IReadOnlyCollection<CompiledProject> WithUsers(IEnumerable<CompiledProject> compiled)
    {
        HashSet<CompiledProject> all = [.. compiled];
        for (int before = -1; before != all.Count;)
        {
            before = all.Count;
            all.UnionWith([.. _outputs.Projects.Where(user => _files.ReferencesOf(user).Any(used => all.Any(one => IsFile(one, used))))]);
        }

        return all;
    }

    internal string Made(string file) => Path.Join(_places.Made, file);

    private static bool IsFile(CompiledProject project, string file) => project.File.Equals(file, StringComparison.OrdinalIgnoreCase);

    /// <summary>The donor's folder, as the project's builds spelled it; null where they were another folder's.</summary>
    internal string? SpellingOf(CompiledProject project) => _outputs.RootOf(project) is not { } root ? _places.Donor
        : root == _places.Donor || (FileCloner.Shared.Platform.TryStat(root, out FileStat named)
            && FileCloner.Shared.Platform.TryStat(_places.Donor, out FileStat donor) && named.IsSameAs(donor)) ? root
        : null;

    /// <summary>
    /// Replaces the donor's path in a text that names it. The text keeps its time: a build compares times, and rewrites only what differs.
    /// False for a read-only file.
    /// </summary>
    internal bool TryReplace(string file)
    {
        var text = new FileInfo(Made(file));
        DateTime time = text.LastWriteTimeUtc;
        try
        {
            File.WriteAllBytes(text.FullName, _search.Replaced(file, File.ReadAllBytes(text.FullName))!);
            text.LastWriteTimeUtc = time;
            return true;
        }
        catch (UnauthorizedAccessException)
        {
            return false;
        }
    }

    private void FindReasons(CompiledProject project, Reasons reasons)
    {
        string[] written = [.. project.Written];
        string[] own = [.. written.SelectMany(folder => _byFolder[folder])];
        try
        {
            reasons.Add(WhyCompiled.Changed, project.Inputs.Where(file => !FirstBuild.IsHash(File.ReadAllText(Made(file)).Trim())));

            // Where times are not kept (exFAT), a source that was saved within two seconds of a build would seem older than its outputs.
            reasons.Add(WhyCompiled.Changed, project.Inputs.Where(IsOtherThanTheDonors));
        }
        catch (Exception e) when (DotNetError.IsOfFiles(e))
        {
            reasons.Add(WhyCompiled.Changed, [e.Message]);
        }

        string[] folders = [.. project.Folders, .. written];
        reasons.Add(WhyCompiled.Changed, _differences.Missing.Where(path => folders.Any(folder => Folders.IsBelow(path, folder))));
        reasons.Add(WhyCompiled.OtherFiles, _differences.OnlyInDonor.Where(path => _files.IsUnseenInputOf(project, path)));
        reasons.Add(WhyCompiled.OtherFiles, _differences.OnlyIgnoredInDonor.Where(path => _files.IsUnseenIgnoredInputOf(project, path)));
        reasons.Add(WhyCompiled.OtherFiles, _differences.Rewritten.Where(_files.IsReadInEvaluation));
        reasons.Add(WhyCompiled.OtherFiles, _differences.OnlyIgnoredHere.Where(path => _files.IsUnseenIgnoredInputOf(project, path)));
        if (own.Any(file => KnownOutputs.IsMark(file, own)))
        {
            reasons.Add(WhyCompiled.OtherFiles, _differences.OnlyIgnoredInDonor.Where(path => _files.IsInOrElsewhere(project, path)));
            reasons.Add(WhyCompiled.OtherFiles, _differences.NotSaved.Intersect(_outputs.ListedBy(project)).Where(MayBeOfATarget));
        }

        reasons.Add(WhyCompiled.OtherFiles, _differences.Unclear.Where(path => ProjectFiles.IsIn(project, path)));
        reasons.Add(WhyCompiled.OtherFolder, _files.Elsewhere(project));
        reasons.Add(WhyCompiled.NamesDonor, SpellingOf(project) is null ? [_outputs.RootOf(project)!] : []);
        FindNames(project, own, reasons);

        string[] compiled = [.. own.Where(KnownOutputs.IsOfCompiler)];
        reasons.Add(WhyCompiled.NotBuilt, compiled.Length == 0);

        // A reference assembly below does not count: it alone is left in a checkout that got outputs and has not built yet.
        reasons.Add(
            WhyCompiled.NotBuilt, project.Intermediate.Where(one => !compiled.Any(file => Path.GetDirectoryName(file) == one)));
        reasons.Add(WhyCompiled.NotRestored, project.Extensions is null);
        reasons.Add(WhyCompiled.Path, !FirstBuild.CanName(_places.Donor) || !FirstBuild.CanName(_places.New));
        reasons.Add(WhyCompiled.OtherCommit, CommitsIn(own).Where(found => !_differences.IsCommitHere(found)));
        reasons.Add(WhyCompiled.OtherCommit, VersionedBy(project));
        if (compiled.Length > 0)
        {
            FindNewer(project, compiled, reasons);
        }
    }

    private void FindNames(CompiledProject project, string[] own, Reasons reasons)
    {
        HashSet<string> obj = [.. own];
        NamingFile[] naming = [.. Naming.Where(file => obj.Contains(file.Path)).OrderBy(file => file.Path, StringComparer.Ordinal)];

        // The pdb has the hash of a source that named the donor.
        reasons.Add(
            WhyCompiled.NamesDonorInText,
            naming.Where(file => file.IsText && ProjectFiles.IsSource(file.Path)).Select(file => file.Path));

        // An F# assembly has paths also in its signature, which is deflated; if they are mapped, they are in its pdb.
        bool isUnknown = !_places.IsSamePath && project.File.EndsWith(".fsproj", StringComparison.OrdinalIgnoreCase) && !own.Any(IsPdb);
        reasons.Add(WhyCompiled.NamesDonor, isUnknown ? [_places.Donor] : []);
        foreach (NamingFile file in naming.Where(file => !file.IsText))
        {
            bool isSource = _search.IsSource(file.Named);
            WhyCompiled why = !isSource ? WhyCompiled.NamesDonorInText
                : NamedPlaces.IsMapped(file.Named) ? WhyCompiled.EmbedsDonor
                : WhyCompiled.NamesDonor;
            reasons.Add(why, [isSource ? file.Named : file.Path]);
        }
    }

    /// <summary>Finds the differences that a build notices by itself.</summary>
    private void FindNewer(CompiledProject project, string[] compiled, Reasons reasons)
    {
        // A new source that the donor has not built yet is newer than the hash.
        DateTime built = project.Inputs.Max(TimeOf);
        reasons.Add(
            WhyCompiled.OtherSources,
            _outputs.Files.Where(file => Path.GetDirectoryName(file) == project.Extensions && IsOtherThanHere(file)));
        string prepared = Path.Join(project.Extensions, project.File + PreparedProps.Ending);
        reasons.Add(
            WhyCompiled.OtherSources,
            File.Exists(Path.Join(_places.Sources, prepared)) && !File.Exists(Made(prepared)) ? [prepared] : []);
        IEnumerable<string> gone = _differences.OnlyInDonor.Where(path => _differences.TimeInDonor(path) < built);

        // A missing ignored source counts as well, whatever its time: a target may make it again, outside of obj.
        gone = gone.Concat(_differences.OnlyIgnoredInDonor.Where(ProjectFiles.IsSource));
        reasons.Add(WhyCompiled.OtherSources, _differences.Rewritten.Where(path => _files.IsSourceOf(project, path)));

        // Only the compiler's target finds out that a source is gone; no other target that reads it does.
        reasons.Add(WhyCompiled.OtherFiles, gone.Where(path => _files.IsSourceOf(project, path)));
        DateTime newest = compiled.Max(TimeOf);
        reasons.Add(WhyCompiled.BuiltBefore, _newestFirst.TakeWhile(one => one.Time > newest).Select(one => one.Path)
            .Where(path => _files.IsSourceOf(project, path)));
    }

    private static bool MayBeOfATarget(string inBin) => !KnownOutputs.IsOfCompiler(inBin) && !KnownOutputs.IsMadeInBin(inBin);

    private bool IsOtherThanTheDonors(string file) => _differences.TimeInDonor(file) != TimeOf(file);

    private DateTime TimeOf(string file) => File.GetLastWriteTimeUtc(Made(file));

    private static bool IsPdb(string file) => file.EndsWith(".pdb", StringComparison.Ordinal);

    /// <summary>Whether a restore in the new checkout wrote a file that builds import, with other content than the donor's.</summary>
    private bool IsOtherThanHere(string file)
    {
        string here = Path.Join(_places.Sources, file);
        bool isRead = ProjectFiles.MayBeRead(file) || Path.GetFileName(file) == ProjectFiles.Assets;
        if (_places.Sources == _places.Made || !isRead || !File.Exists(here))
        {
            return false;
        }

        byte[] content = File.ReadAllBytes(Made(file));
        return !(_search.Replaced(file, content) ?? content).AsSpan().SequenceEqual(File.ReadAllBytes(here));
    }

    /// <summary>The commits that its version and its source link name.</summary>
    private IEnumerable<string> CommitsIn(string[] own) => own.Where(file => VersionFile().IsMatch(file) && File.Exists(Made(file)))
        .SelectMany(file => Commit().Matches(File.ReadAllText(Made(file)))).Select(found => found.Value);

    /// <summary>The packages that compute the version from the number of commits, or from the branch.</summary>
    private IEnumerable<string> VersionedBy(CompiledProject project)
    {
        string assets = Made(Path.Join(project.Extensions, ProjectFiles.Assets));
        bool isOther = _differences.IsOtherCommit || _differences.IsOtherBranch;
        if (isOther && _files.ReadsGit(project))
        {
            return [".git"];
        }

        string text = isOther && File.Exists(assets) ? File.ReadAllText(assets) : string.Empty;
        return ((string[])["Nerdbank.GitVersioning", "GitVersion.MsBuild", "GitInfo", "MinVer"])
            .Where(name => (_differences.IsOtherCommit || name != "MinVer")
                && text.Contains($"\"{name}/", StringComparison.OrdinalIgnoreCase));
    }

    private sealed record SourceFile(string Path, DateTime Time);

    [GeneratedRegex(@"\.(AssemblyInfo|Version)\.\w+$|\.sourcelink\.json$")]
    private static partial Regex VersionFile();

    [GeneratedRegex("(?<![0-9a-f])(?:[0-9a-f]{40}|[0-9a-f]{64})(?![0-9a-f])")]
    private static partial Regex Commit();
}
