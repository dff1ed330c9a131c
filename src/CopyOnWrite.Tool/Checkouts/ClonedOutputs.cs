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

    /// <param name="noted">The clone's files that <see cref="CompiledProject.IsInputs"/> or <see cref="ProjectFiles.MayBeCompiled"/>.</param>
    internal IReadOnlyList<CompiledProject> MakeCurrent(IReadOnlyList<string> noted)
    {
        _newestFirst =
        [
            // What builds write in obj is of one project, and newer than what they have compiled before.
            .. noted.Where(file => ProjectFiles.MayBeCompiled(file) && !folder.Relative(file).Split(Path.DirectorySeparatorChar).Contains("obj"))
                .Select(file => (folder.Relative(file), File.GetLastWriteTimeUtc(file))).OrderByDescending(one => one.Item2),
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
                project.Compile(WhyCompiled.Changed, e.Message);
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
        foreach (FileInfo file in texts.Where(file => file.Exists))
        {
            // Its pdb has the hash of a source.
            if (_texts.Replace(file) && ProjectFiles.IsSource(file.Name))
            {
                project.Compile(WhyCompiled.NamesDonor, folder.Relative(file.FullName));
            }
        }

        string[] compiled = [.. all.Where(file => Path.GetExtension(file) is ".dll" or ".exe" or ".pdb" or ".netmodule")];
        if (project.Why == WhyCompiled.None && NameIn(project, compiled) is { } name)
        {
            project.Compile(NamedPlaces.IsMapped(name) ? WhyCompiled.EmbedsDonor : WhyCompiled.NamesDonor, name);
        }
        else if (compiled.Length == 0)
        {
            project.Compile(WhyCompiled.NotBuilt);
        }
        else if (project.Extensions is null)
        {
            project.Compile(WhyCompiled.NotRestored);
        }
        else if (!FirstBuild.CanName(folder.Donor) || !FirstBuild.CanName(folder.Place))
        {
            project.Compile(WhyCompiled.Path);
        }
        else if (project.Why == WhyCompiled.None)
        {
            FirstBuild.Write(project, folder.Donor, folder.Place);
            Foretell(project, files, compiled.Max(File.GetLastWriteTimeUtc));
        }
    }

    private void FindDifferences(CompiledProject project, ProjectFiles files, HashSet<string> outputs)
    {
        string[] folders = [.. project.Folders, .. project.Written];
        if (differences.Missing.FirstOrDefault(path => folder.IsIn(path, folders) || outputs.Contains(folder.PathOf(path))) is { } changed)
        {
            project.Compile(WhyCompiled.Changed, changed);
        }

        // Or its time is not kept, as on exFAT: a source that was saved within two seconds of a build would seem older than its outputs.
        if (project.Inputs.FirstOrDefault(IsNewer) is { } newer)
        {
            project.Compile(WhyCompiled.Changed, folder.Relative(newer));
        }

        if (differences.OnlyInDonor.FirstOrDefault(path => files.IsUnseenInputOf(project, path)) is { } other)
        {
            project.Compile(WhyCompiled.OtherFiles, other);
        }

        if (differences.Rewritten.FirstOrDefault(files.IsReadInEvaluation) is { } read)
        {
            project.Compile(WhyCompiled.OtherFiles, read);
        }

        if (files.Elsewhere(project) is { } elsewhere)
        {
            project.Compile(WhyCompiled.OtherFolder, elsewhere);
        }
    }

    private bool IsNewer(string file) => File.GetLastWriteTimeUtc(folder.InDonor(file)) != File.GetLastWriteTimeUtc(file);

    /// <summary>An F# assembly has paths also in its signature, which is deflated; if they are mapped, they are in its pdb.</summary>
    private string? NameIn(CompiledProject project, string[] compiled) =>
        project.File.EndsWith(".fsproj", StringComparison.OrdinalIgnoreCase) && !compiled.Any(file => Path.GetExtension(file) == ".pdb")
            ? folder.Donor
            : compiled.Select(_named.FirstIn).FirstOrDefault(name => name is not null);

    /// <summary>What makes it compile without our doing.</summary>
    private void Foretell(CompiledProject project, ProjectFiles files, DateTime compiled)
    {
        if (differences.Commit is { } commit && project.Commits().FirstOrDefault(found => found != commit) is { } another)
        {
            project.Compile(WhyCompiled.OtherCommit, another);
        }

        // A new source that the donor has not built yet is newer than the hash.
        DateTime built = project.Inputs.Max(File.GetLastWriteTimeUtc);
        IEnumerable<string> onlyInDonor = differences.OnlyInDonor.Where(path => File.GetLastWriteTimeUtc(Path.Join(folder.Donor, path)) < built);
        if (differences.Rewritten.Concat(onlyInDonor).FirstOrDefault(path => files.IsSourceOf(project, path)) is { } source)
        {
            project.Compile(WhyCompiled.OtherSources, source);
        }

        // The comparison that the build makes.
        (string? newer, _) = _newestFirst.TakeWhile(one => one.Time > compiled).FirstOrDefault(one => files.IsSourceOf(project, one.Path));
        if (newer is not null)
        {
            project.Compile(WhyCompiled.BuiltBefore, newer);
        }
    }
}

/// <summary>What the clone has otherwise than the donor had it when it was built; paths are relative to both.</summary>
/// <param name="Missing">What could not be cloned, or changed meanwhile.</param>
/// <param name="OnlyInDonor">What was left out and may be of a project.</param>
/// <param name="Rewritten">Files that have the commit's content, and not the donor's.</param>
/// <param name="Commit">The clone's; null where it is the donor's.</param>
internal sealed record Differences(
    IReadOnlyList<string> Missing, IReadOnlyList<string> OnlyInDonor, IReadOnlyList<string> Rewritten, string? Commit);
