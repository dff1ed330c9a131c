using System.Text.RegularExpressions;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>
/// Makes what builds wrote in the donor current for the clone: nothing of it may name the donor afterwards, and a project is compiled
/// where that cannot be had (docs/design/architecture.md, "Checkouts").
/// </summary>
/// <param name="made">Where the clone is until it has its name.</param>
internal sealed partial class ClonedOutputs(string donor, string clone, string made)
{
    private static readonly string[] s_projects = [".csproj", ".fsproj", ".vbproj"];

    // What MSBuild, NuGet and the compilers look for in all folders above a project.
    private static readonly string[] s_foundAbove =
    [
        "Directory.Build.props", "Directory.Build.targets", "Directory.Packages.props", "Directory.Build.rsp", ".editorconfig",
        ".globalconfig", "global.json",
    ];

    private static readonly string[] s_ofBuilds = [".props", ".targets", ".rsp", ".ruleset", ".globalconfig", ".editorconfig"];

    // A compilation's hash has the names of these: MSBuild finds by itself that one is missing.
    private static readonly string[] s_inHash = [".cs", ".vb", ".fs", ".resx"];

    private static readonly string[] s_sources = [.. s_inHash, .. s_ofBuilds, .. s_projects, ".razor", ".cshtml", ".xaml"];

    /// <summary>Whether MSBuild may read the file for a project.</summary>
    internal static bool IsOfMSBuild(string file) => Path.GetExtension(file) is ".props" or ".targets" || s_projects.Contains(Path.GetExtension(file));

    /// <param name="inputs">Each X.CoreCompileInputs.cache of the clone.</param>
    /// <param name="ofMSBuild">Its files that <see cref="IsOfMSBuild"/>.</param>
    /// <param name="commit">The clone's, if it is another than the donor's may be.</param>
    internal IReadOnlyList<CompiledProject> MakeCurrent(
        IEnumerable<string> inputs, IReadOnlyList<string> ofMSBuild, Differences differences, string? commit, CancellationToken cancel)
    {
        string[] files = [.. ofMSBuild.Where(file => s_projects.Contains(Path.GetExtension(file)))];
        string[] leadingOut = Path.GetDirectoryName(donor) == Path.GetDirectoryName(clone) ? []
            : [.. ofMSBuild.Where(LeadsOut).Select(file => Path.GetRelativePath(made, file))];
        IReadOnlyList<CompiledProject> projects = CompiledProject.Of(inputs);
        var named = new NamedPlaces([donor], PackageFolders);
        var texts = new PathTexts(donor, clone);
        string? above = AboveDiffers();
        Parallel.ForEach(projects, new ParallelOptions { CancellationToken = cancel }, project =>
        {
            string[] folders = FoldersOf(project, files);
            project.Folder = Path.GetRelativePath(made, folders.FirstOrDefault() ?? project.Intermediate.First());
            FindWhy(project, folders, differences, named);
            if ((above ?? leadingOut.FirstOrDefault(file => IsInputOf(file, folders))) is { } elsewhere)
            {
                project.Compile(WhyCompiled.OtherFolder, elsewhere);
            }

            if (project.Why != WhyCompiled.None)
            {
                project.Inputs.ToList().ForEach(File.Delete);
            }

            foreach (FileInfo file in FilesOf(project))
            {
                _ = texts.Replace(file);
            }

            if (project.Why == WhyCompiled.None)
            {
                Import(project);
                Foretell(project, folders, differences, commit);
            }
        });
        return [.. projects, .. files.Where(file => !projects.Any(project => Path.Join(made, project.Folder, project.File) == file))
            .Select(file => new CompiledProject(Path.GetFileName(file), null, [file])
            {
                Why = WhyCompiled.NotBuilt, Folder = Path.GetRelativePath(made, Path.GetDirectoryName(file)!),
            })];
    }

    private void FindWhy(CompiledProject project, string[] folders, Differences differences, NamedPlaces named)
    {
        string[] outputs = [.. project.Outputs.Select(InClone)];
        if (differences.Changed.FirstOrDefault(path =>
            IsOf(path, [.. folders, .. project.Intermediate, project.Extensions ?? made]) || outputs.Contains(Path.Join(made, path))) is { } changed)
        {
            project.Compile(WhyCompiled.Changed, changed);
        }

        if (differences.OnlyInDonor.FirstOrDefault(path => IsInputOf(path, folders)) is { } other)
        {
            project.Compile(WhyCompiled.OtherFiles, other);
        }

        // Or its time is not kept, as on exFAT: a source that was saved within two seconds of a build would seem older than its outputs.
        if (project.Inputs.FirstOrDefault(file => File.GetLastWriteTimeUtc(InDonor(file)) != File.GetLastWriteTimeUtc(file)) is { } newer)
        {
            project.Compile(WhyCompiled.Changed, Path.GetRelativePath(made, newer));
        }

        var assemblies = project.Intermediate.SelectMany(folder => Folders.FilesBelow(folder)
            .Where(file => Path.GetExtension(file) is ".dll" or ".exe" or ".pdb" or ".netmodule"));
        if (project.Why == WhyCompiled.None && assemblies.Select(named.FirstIn).FirstOrDefault(name => name is not null) is { } name)
        {
            project.Compile(WhyCompiled.NamesDonor, name);
        }
    }

    /// <summary>Whether the lack of the file could change what the compiler makes, and MSBuild would not find it.</summary>
    private bool IsInputOf(string path, string[] folders) => !s_inHash.Contains(Path.GetExtension(path))
        && (IsOf(path, folders)
            || (IsOfBuilds(path) && folders.Any(folder => IsOf(folder[made.Length..], [Path.Join(made, Path.GetDirectoryName(path))]))));

    private static bool IsOfBuilds(string path) =>
        s_ofBuilds.Contains(Path.GetExtension(path)) || s_foundAbove.Contains(Path.GetFileName(path));

    /// <summary>What makes it compile without our doing.</summary>
    private void Foretell(CompiledProject project, string[] folders, Differences differences, string? commit)
    {
        if (!project.Intermediate.Any(folder => Directory.EnumerateFiles(folder).Any(file => Path.GetExtension(file) is ".dll" or ".exe")))
        {
            project.Compile(WhyCompiled.NotBuilt);
        }

        string[] commits = commit is null ? [] : [.. project.Intermediate.SelectMany(Directory.EnumerateFiles)
            .Where(file => file.Contains(".AssemblyInfo.", StringComparison.Ordinal) || file.EndsWith(".sourcelink.json", StringComparison.Ordinal))
            .SelectMany(file => Commit().Matches(File.ReadAllText(file))).Select(found => found.Value)];
        if (commits.FirstOrDefault(found => found != commit) is { } another)
        {
            project.Compile(WhyCompiled.OtherCommit, another);
        }

        if (differences.Rewritten.FirstOrDefault(path => s_sources.Contains(Path.GetExtension(path))
            && (IsOf(path, folders) || (IsOfBuilds(path) && IsInputOf(path, folders)))) is { } rewritten)
        {
            project.Compile(WhyCompiled.OtherSources, rewritten);
        }
    }

    private void Import(CompiledProject project)
    {
        if (project.Extensions is null)
        {
            project.Compile(WhyCompiled.NotRestored);
        }
        else if (!FirstBuild.CanName(donor) || !FirstBuild.CanName(clone))
        {
            project.Compile(WhyCompiled.Path);
        }
        else
        {
            FirstBuild.Write(project, donor, clone);
        }
    }

    /// <summary>Texts that builds wrote: all in obj, and what MSBuild's lists name elsewhere, such as in bin.</summary>
    private FileInfo[] FilesOf(CompiledProject project) => [.. project.Intermediate.Append(project.Extensions).OfType<string>()
        .Distinct().SelectMany(folder => Folders.FilesBelow(folder)).Concat(project.Outputs.Select(InClone))
        .Distinct().Select(file => new FileInfo(file)).Where(file => file.Exists)];

    private string InDonor(string path) => Path.Join(donor, Path.GetRelativePath(made, path));

    private string InClone(string path) => Path.Join(made, Path.GetRelativePath(donor, path));

    /// <summary>The folders, in the clone, of the project's file: one by its name, or the one that obj is in.</summary>
    private static string[] FoldersOf(CompiledProject project, string[] projectFiles)
    {
        string[] all = [.. projectFiles.Where(file => Path.GetFileName(file) == project.File).Select(file => Path.GetDirectoryName(file)!)];
        return all.Where(folder => IsOf(project.Inputs[0], folder)).MaxBy(folder => folder.Length) is { } nearest ? [nearest] : all;
    }

    private bool IsOf(string relative, IEnumerable<string> folders) => folders.Any(folder => IsOf(Path.Join(made, relative), folder));

    private static bool IsOf(string path, string folder) =>
        path == folder || path.StartsWith(folder + Path.DirectorySeparatorChar, StringComparison.Ordinal);

    /// <summary>A file above that the donor's builds read and the clone's do not, or the other way round; null if none.</summary>
    private string? AboveDiffers()
    {
        foreach (string name in s_foundAbove)
        {
            string? there = Folders.Above(donor).Select(folder => Path.Join(folder, name)).FirstOrDefault(File.Exists);
            string? here = Folders.Above(clone).Select(folder => Path.Join(folder, name)).FirstOrDefault(File.Exists);

            // The checkout's own ends the search, but for .editorconfig, of which each folder above counts up to one with this line.
            string own = Path.Join(made, name);
            bool ends = File.Exists(own) && (name != ".editorconfig" || EndsSearch().IsMatch(File.ReadAllText(own))
                || (here is not null && IsOf(here, donor)));
            if (here != there && !ends)
            {
                return here ?? there;
            }
        }

        return null;
    }

    /// <summary>Whether it names something above the checkout by a relative path, which is another file elsewhere.</summary>
    private bool LeadsOut(string file)
    {
        int depth = Path.GetRelativePath(made, file).Count(c => c == Path.DirectorySeparatorChar);
        return FoldersUp().Matches(File.ReadAllText(file)).Any(up => up.Groups[1].Captures.Count > depth);
    }

    private static string[] PackageFolders =>
    [
        Environment.GetEnvironmentVariable("NUGET_PACKAGES")
            ?? Path.Join(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages"),
    ];

    [GeneratedRegex(@"(?<![.\w])(?:(\.\.)(?!\.)[\\/]?)+")]
    private static partial Regex FoldersUp();

    [GeneratedRegex(@"^\s*root\s*=\s*true", RegexOptions.IgnoreCase | RegexOptions.Multiline)]
    private static partial Regex EndsSearch();

    [GeneratedRegex("(?<![0-9a-f])[0-9a-f]{40}(?![0-9a-f])")]
    private static partial Regex Commit();
}

/// <summary>What the clone has otherwise than the donor had it when it was built, relative to both.</summary>
/// <param name="Changed">What changed in the donor while it was cloned, and is not in the clone.</param>
/// <param name="OnlyInDonor">Files that git does not know, or that the commit does not have.</param>
/// <param name="Rewritten">Files that have the commit's content, and not the donor's.</param>
internal sealed record Differences(IReadOnlyList<string> Changed, IReadOnlyList<string> OnlyInDonor, IReadOnlyList<string> Rewritten);
