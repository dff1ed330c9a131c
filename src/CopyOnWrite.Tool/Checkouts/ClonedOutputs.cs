namespace CopyOnWrite.Tool.Checkouts;

/// <summary>
/// Makes what builds wrote in the donor current for the clone: nothing of it may name the donor afterwards, and a project whose outputs do
/// so compiles (docs/design/architecture.md, "Checkouts").
/// </summary>
internal sealed class ClonedOutputs(ClonedFolder folder, Differences differences, CancellationToken cancel)
{
    private readonly NamedPlaces _named = new(folder.Donor, Folders.OfPackages);
    private readonly PathTexts _texts = new(folder.Donor, folder.Place);
    private (string Path, DateTime Time)[] _newestFirst = [];

    /// <param name="noted">The clone's files that <see cref="CompiledProject.IsInputs"/> or <see cref="ProjectFiles.MayBeRead"/>.</param>
    /// <param name="sources">Those that <see cref="ProjectFiles.MayBeCompiled"/>, below the clone.</param>
    internal IReadOnlyList<CompiledProject> MakeCurrent(IReadOnlyList<string> noted, IEnumerable<string> sources)
    {
        // What was compiled is newer than this: a checkout may have a million sources, and few are newer still.
        DateTime oldest = noted.Where(CompiledProject.IsInputs).Select(File.GetLastWriteTimeUtc).DefaultIfEmpty(DateTime.MaxValue).Min();
        _newestFirst =
        [
            // What builds write in obj is of one project, and newer than what they have compiled before.
            .. sources.Select(file => (Path: file, Time: File.GetLastWriteTimeUtc(folder.PathOf(file))))
                .Where(one => one.Time > oldest && !one.Path.Split(Path.DirectorySeparatorChar).Contains("obj"))
                .OrderByDescending(one => one.Time),
        ];
        string[] restored = [.. noted.Where(CompiledProject.IsOfRestore)];
        var files = new ProjectFiles(folder, [.. noted.Where(ProjectFiles.MayBeRead).Except(restored)]);
        IReadOnlyList<CompiledProject> projects = CompiledProject.Of(noted.Where(CompiledProject.IsInputs), restored);
        ForEach(projects, project =>
        {
            project.Folders = files.FoldersOf(project);
            try
            {
                MakeCurrent(project, files);
            }
            catch (Exception e) when (DotNetError.IsOfFiles(e))
            {
                project.Compile(WhyCompiled.Changed, [e.Message]);
            }

            if (project.Why is WhyCompiled.NamesDonor or WhyCompiled.EmbedsDonor or WhyCompiled.Changed or WhyCompiled.OtherFiles
                or WhyCompiled.OtherFolder)
            {
                project.DeleteIntermediate();
            }
            else if (project.Why is WhyCompiled.OtherSources or WhyCompiled.OtherCommit)
            {
                // Not by times alone: an .rsp is no input of the compiler's, and outputs may be of the future.
                project.Inputs.ToList().ForEach(File.Delete);
            }
        });
        IEnumerable<string?> others = restored.Select(Path.GetDirectoryName).Except(projects.Select(project => project.Extensions));
        ForEach(others.SelectMany(obj => Folders.FilesBelow(obj!)), file => _texts.Replace(new FileInfo(file)));
        CompiledProject[] all = [.. projects, .. files.WithoutOutputs(projects)];
        Array.ForEach(all, project => project.Folder = project.Folders.Select(folder.Relative).FirstOrDefault());
        return all;
    }

    /// <summary>On several threads, of which the first exception is thrown as it is.</summary>
    private void ForEach<T>(IEnumerable<T> all, Action<T> make) => Parallel.ForEachAsync(all, cancel, (one, _) =>
    {
        make(one);
        return ValueTask.CompletedTask;
    }).GetAwaiter().GetResult();

    private void MakeCurrent(CompiledProject project, ProjectFiles files)
    {
        // Before its list is rewritten. Not outside of the clone, nor over a link, which may lead into the donor.
        string[] outputs = [.. project.Outputs.Where(path => folder.IsInDonor(path)).Select(folder.InClone).Where(folder.HasNoLink)];
        FindDifferences(project, files, [.. outputs]);
        string[] all = [.. project.Written.Distinct().SelectMany(one => Folders.FilesBelow(one))];
        IEnumerable<FileInfo> texts = all.Union(outputs.Where(PathTexts.IsOfOutput)).Select(path => new FileInfo(path));

        // The pdb has the hash of a source that named the donor.
        FileInfo[] replaced = [.. texts.Where(file => file.Exists && _texts.Replace(file))];
        project.Compile(
            WhyCompiled.NamesDonor, replaced.Select(file => file.FullName).Where(ProjectFiles.IsSource).Select(folder.Relative));
        string[] compiled = [.. all.Where(file => Path.GetExtension(file) is ".dll" or ".exe" or ".pdb" or ".netmodule")];
        string[] names = project.Why == WhyCompiled.None ? [.. NamesIn(project, compiled).Take(1)] : [];
        project.Compile(WhyCompiled.EmbedsDonor, names.Where(NamedPlaces.IsMapped));
        project.Compile(WhyCompiled.NamesDonor, names);
        project.Compile(WhyCompiled.NotBuilt, compiled.Length == 0);
        project.Compile(WhyCompiled.NotRestored, project.Extensions is null);
        project.Compile(WhyCompiled.Path, !FirstBuild.CanName(folder.Donor) || !FirstBuild.CanName(folder.Place));
        if (project.Why == WhyCompiled.None)
        {
            FirstBuild.Write(project, folder.Donor, folder.Place);
            Foretell(project, files, compiled);
        }
    }

    private void FindDifferences(CompiledProject project, ProjectFiles files, HashSet<string> outputs)
    {
        string[] folders = [.. project.Folders, .. project.Written];
        project.Compile(
            WhyCompiled.Changed, differences.Missing.Where(path => folder.IsIn(path, folders) || outputs.Contains(folder.PathOf(path))));

        // Or its time is not kept, as on exFAT: a source that was saved within two seconds of a build would seem older than its outputs.
        project.Compile(WhyCompiled.Changed, project.Inputs.Where(IsNewer).Select(folder.Relative));
        project.Compile(WhyCompiled.OtherFiles, differences.OnlyInDonor.Where(path => files.IsUnseenInputOf(project, path)));
        project.Compile(WhyCompiled.OtherFiles, differences.Rewritten.Where(files.IsReadInEvaluation));
        project.Compile(WhyCompiled.OtherFolder, files.Elsewhere(project));
    }

    private bool IsNewer(string file) => File.GetLastWriteTimeUtc(folder.InDonor(file)) != File.GetLastWriteTimeUtc(file);

    /// <summary>An F# assembly has paths also in its signature, which is deflated; if they are mapped, they are in its pdb.</summary>
    private IEnumerable<string> NamesIn(CompiledProject project, string[] compiled) =>
        project.File.EndsWith(".fsproj", StringComparison.OrdinalIgnoreCase) && !compiled.Any(file => Path.GetExtension(file) == ".pdb")
            ? [folder.Donor]
            : compiled.Select(_named.FirstIn).OfType<string>();

    /// <summary>What makes it compile without our doing.</summary>
    private void Foretell(CompiledProject project, ProjectFiles files, string[] compiled)
    {
        // A target framework or configuration that failed to compile.
        project.Compile(
            WhyCompiled.NotBuilt, project.Intermediate.Where(one => !compiled.Any(file => Folders.IsIn(file, one))).Select(folder.Relative));
        project.Compile(
            WhyCompiled.OtherCommit, differences.Commit is { } commit ? project.Commits().Where(found => found != commit) : []);

        // A new source that the donor has not built yet is newer than the hash.
        DateTime built = project.Inputs.Max(File.GetLastWriteTimeUtc);
        IEnumerable<string> onlyInDonor = differences.OnlyInDonor
            .Where(path => File.GetLastWriteTimeUtc(Path.Join(folder.Donor, path)) < built);
        project.Compile(
            WhyCompiled.OtherSources, differences.Rewritten.Concat(onlyInDonor).Where(path => files.IsSourceOf(project, path)));

        // The comparison that the build makes.
        DateTime newest = compiled.Max(File.GetLastWriteTimeUtc);
        IEnumerable<string> newer = _newestFirst.TakeWhile(one => one.Time > newest).Select(one => one.Path);
        project.Compile(WhyCompiled.BuiltBefore, newer.Where(path => files.IsSourceOf(project, path)));
    }
}

/// <summary>What the clone has otherwise than the donor had it when it was built; paths are relative to both.</summary>
/// <param name="Missing">What could not be cloned, or changed meanwhile.</param>
/// <param name="OnlyInDonor">What was left out and may be of a project.</param>
/// <param name="Rewritten">Files that have the commit's content, and not the donor's.</param>
/// <param name="Commit">The clone's; null where it is the donor's.</param>
internal sealed record Differences(
    IReadOnlyList<string> Missing, IReadOnlyList<string> OnlyInDonor, IReadOnlyList<string> Rewritten, string? Commit);
