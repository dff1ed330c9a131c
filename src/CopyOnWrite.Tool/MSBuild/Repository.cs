using System.IO.Enumeration;
using System.Runtime.CompilerServices;
using Microsoft.Build.Evaluation.Context;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>The projects below a folder, evaluated as by a build. SDKs that they name are resolved, which may download them.</summary>
internal sealed record Repository(
    string Folder, IReadOnlyList<EvaluatedProject> Projects, IReadOnlyList<ProjectProblem> Problems, int NotEvaluated)
{
    /// <summary>Evaluating takes about 40 ms a project and target framework; what holds for this many holds for the rest.</summary>
    private const int MostProjects = 200;

    internal const string HowToRestore = "Run `dotnet restore` in the repository. If projects have lock files, add --force-evaluate "
        + "(NU1004). If the folder has several solutions, or none, name a solution or a project (MSB1011, MSB1003).";

    private static readonly string[] s_extensions = [".csproj", ".fsproj", ".vbproj"];

    // Outputs, and packages of other tools.
    private static readonly string[] s_passedOver = ["bin", "obj", "artifacts", "node_modules"];

    internal static Repository Open(string folder, CancellationToken cancel)
    {
        string full = Path.GetFullPath(folder);
        return Evaluate(full, ProjectsBelow(full), MostProjects, ofAllFrameworks: false, cancel);
    }

    /// <summary>The project, or all of a folder, solution or solution filter, and those that they refer to.</summary>
    /// <param name="isWanted">Whether a project counts.</param>
    internal static Repository OpenAll(string path, Func<string, bool> isWanted, CancellationToken cancel)
    {
        string full = Path.GetFullPath(path);
        if (Directory.Exists(full))
        {
            return WithReferences(full, ProjectsBelow(full), isWanted, cancel);
        }

        InputFile.Require(full, "Name a folder, a solution, a solution filter or a project.");
        string folder = Path.GetDirectoryName(full)!;
        RegisteredMSBuild.For(folder);
        string[] files = IsProject(full) ? [full] : Solutions.ProjectsOf(full);
        CommandFailedException.ThrowIf(files.Length == 0, $"{full} has no projects (*.csproj, *.fsproj, *.vbproj).");
        return WithReferences(folder, files, isWanted, cancel);
    }

    private static Repository WithReferences(string folder, string[] files, Func<string, bool> isWanted, CancellationToken cancel)
    {
        var all = new Repository(folder, [], [], 0);
        var known = new HashSet<string>(Folders.Comparer);
        for (string[] more = Wanted(files); more.Length > 0;)
        {
            Repository found = Evaluate(folder, more, int.MaxValue, ofAllFrameworks: true, cancel);
            all = all with { Projects = [.. all.Projects, .. found.Projects], Problems = [.. all.Problems.Union(found.Problems)] };
            more = Wanted(found.Projects.SelectMany(project => project.References).Where(file => IsProject(file) && File.Exists(file)));
        }

        return all;

        string[] Wanted(IEnumerable<string> some) => [.. some.Where(file => known.Add(file) && isWanted(file))];
    }

    /// <summary>
    /// The root of the git repository that a file or folder is in, or would be, on its folder's volume, as git searches (git(1),
    /// GIT_DISCOVERY_ACROSS_FILESYSTEM); null for none.
    /// </summary>
    internal static string? GitRootOf(string path)
    {
        string[] folders = [.. Folders.Above(Path.Combine(path, ".git")).SkipWhile(folder => !Directory.Exists(folder))];
        string volume = Volume.At(folders[0]).Identity;
        return folders.TakeWhile(folder => Volume.At(folder).Identity == volume)
            .FirstOrDefault(folder => Tasks.GitRepository.At(folder) is { GitFolder: { } git } && CacheFiles.IsGitFolder(git));
    }

    private static string[] ProjectsBelow(string folder)
    {
        CommandFailedException.ThrowIf(
            !Directory.Exists(folder), $"{folder} is not a folder. Name the repository's folder, or run the command there.");
        string[] files = [.. ProjectFiles(folder).Order(StringComparer.Ordinal)];
        CommandFailedException.ThrowIf(
            files.Length == 0,
            $"{folder} has no projects (*.csproj, *.fsproj, *.vbproj). Name the repository's folder, or run the command there.");
        return files;
    }

    /// <summary>Within the repository the relative path, elsewhere the path.</summary>
    internal string Relative(string path) => Folders.Relative(Folder, path);

    private static Repository Evaluate(string folder, string[] files, int most, bool ofAllFrameworks, CancellationToken cancel)
    {
        RegisteredMSBuild.For(folder);
        return EvaluateAll(folder, files, most, ofAllFrameworks, cancel);
    }

    // Not inlined: see RegisteredMSBuild.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Repository EvaluateAll(string folder, string[] files, int most, bool ofAllFrameworks, CancellationToken cancel)
    {
        var found = new (EvaluatedProject? Project, ProjectProblem? Problem)[Math.Min(files.Length, most)];
        var context = EvaluationContext.Create(EvaluationContext.SharingPolicy.Shared);
        int threads = Math.Min(found.Length, Environment.ProcessorCount);
        Parallel.For(0, threads, new ParallelOptions { MaxDegreeOfParallelism = threads }, thread =>
        {
            using var evaluation = new Evaluation(context);
            for (int i = thread; i < found.Length && !cancel.IsCancellationRequested; i += threads)
            {
                found[i] = evaluation.Evaluate(files[i], ofAllFrameworks);
            }
        });
        cancel.ThrowIfCancellationRequested();
        return new Repository(
            folder,
            [.. found.Select(one => one.Project).OfType<EvaluatedProject>()],
            [.. found.Select(one => one.Problem).OfType<ProjectProblem>()],
            files.Length - found.Length);
    }

    // A folder that the user cannot read is not built, but the repository's own is an error. Links to folders may form a circle.
    private static FileSystemEnumerable<string> ProjectFiles(string folder)
    {
        _ = Directory.EnumerateFileSystemEntries(folder).Any();
        var all = new EnumerationOptions { RecurseSubdirectories = true, IgnoreInaccessible = true, AttributesToSkip = 0 };
        return new FileSystemEnumerable<string>(folder, (ref entry) => entry.ToFullPath(), all)
        {
            ShouldIncludePredicate = (ref entry) => !entry.IsDirectory && IsOneOf(s_extensions, Path.GetExtension(entry.FileName)),
            ShouldRecursePredicate = (ref entry) => entry.FileName[0] != '.' && !IsOneOf(s_passedOver, entry.FileName)
                && (entry.Attributes & FileAttributes.ReparsePoint) == 0,
        };
    }

    internal static bool IsProject(string file) => IsOneOf(s_extensions, Path.GetExtension(file));

    private static bool IsOneOf(string[] names, ReadOnlySpan<char> name) =>
        names.Contains(name.ToString(), StringComparer.OrdinalIgnoreCase);
}

/// <param name="Where">A file, with the line where MSBuild names one.</param>
internal sealed record ProjectProblem(string Where, string Message, string More = "")
{
    public override string ToString() => $"{Where}: {Message}{More}";
}
