namespace CopyOnWrite.Tool.Outputs;

/// <summary>
/// What builds wrote in a checkout, as MSBuild and NuGet say it: all in a folder that has their files, mostly obj, and what MSBuild's own
/// lists name. Paths are relative to the checkout.
/// </summary>
internal sealed class BuildOutputs
{
    private static readonly string[] s_endings = [CompiledProject.InputsEnding, CompiledProject.RestoredEnding];

    private readonly HashSet<string> _obj;
    private readonly HashSet<string> _onlyRestored;
    private readonly Dictionary<CompiledProject, string?> _roots = [];
    private readonly Dictionary<CompiledProject, string[]> _listed = [];

    /// <param name="root">The checkout.</param>
    /// <param name="there">Its files that may be outputs.</param>
    /// <param name="sources">Its other files.</param>
    /// <param name="isWanted">
    /// Whether a project file is wanted: without its project, obj would be one of the project around it (dotnet/project-system#1496).
    /// </param>
    internal BuildOutputs(string root, IReadOnlyCollection<string> there, IEnumerable<string> sources, Func<string, bool>? isWanted = null)
    {
        Mark[] marks =
        [
            .. from file in there
               from ending in s_endings
               where file.EndsWith(ending, StringComparison.Ordinal)
               select new Mark(file, Path.GetFileName(file)[..^ending.Length]),
        ];
        HashSet<string> names = [.. marks.Select(mark => mark.Project)];
        ILookup<string, string> projects = sources.Where(file => names.Contains(Path.GetFileName(file))).Where(isWanted ?? (_ => true))
            .Concat(there.Where(file => names.Contains(Path.GetFileName(file)))) // A build made it, in obj.
            .ToLookup(file => Path.GetFileName(file), file => Path.GetDirectoryName(file)!);
        marks = [.. marks.Where(mark => projects.Contains(mark.Project) && Path.GetDirectoryName(mark.Path) is { Length: > 0 })];
        string[] restored =
        [
            .. marks.Select(mark => mark.Path).Where(file => file.EndsWith(CompiledProject.RestoredEnding, StringComparison.Ordinal)),
        ];
        Projects =
        [
            .. from mark in marks.ExceptBy(restored, mark => mark.Path)
               group mark.Path by new { mark.Project, Extensions = ExtensionsOf(mark.Path, mark.Project, restored) } into same
               let places = projects[same.Key.Project].ToArray()
               let nearest = places.Where(folder => Folders.IsBelow(same.First(), folder)).MaxBy(folder => folder.Length)
               orderby same.First()
               select new CompiledProject(same.Key.Project, same.Key.Extensions, [.. same], nearest is null ? places : [nearest]),
        ];
        _obj = [.. marks.Select(mark => Path.GetDirectoryName(mark.Path)!)];
        _onlyRestored = [.. _obj.Except(Projects.SelectMany(project => project.Written))];
        HashSet<string> all = [.. there];
        HashSet<string> listed = [];
        foreach (CompiledProject project in Projects)
        {
            BuildList[] lists = [.. project.Lists.Where(all.Contains).Select(list => BuildList.Read(root, list))];
            _listed[project] = [.. lists.SelectMany(list => list.Files)];
            listed.UnionWith(_listed[project]);
            _roots[project] = lists.Select(list => list.Root).FirstOrDefault(one => one is not null);
        }

        Files = [.. there.Where(file => IsInObj(file) || listed.Contains(file))];
    }

    internal IReadOnlyList<CompiledProject> Projects { get; }

    internal IReadOnlyList<string> Files { get; }

    /// <summary>The checkout's folder according to the project's builds; null if they do not name a folder.</summary>
    internal string? RootOf(CompiledProject project) => _roots[project];

    /// <summary>The files of MSBuild's lists of what the project's builds wrote.</summary>
    internal IReadOnlyCollection<string> ListedBy(CompiledProject project) => _listed[project];

    internal bool IsInObj(string file) => Folders.Above(file).Any(_obj.Contains);

    /// <summary>Whether another checkout gets it: of what a project without a compiler made, nothing is known.</summary>
    internal bool IsBrought(string file) => ProjectFiles.IsOfRestore(file) || !Folders.Above(file).Any(_onlyRestored.Contains);

    /// <summary>A file that a build or a restore of the project wrote.</summary>
    private sealed record Mark(string Path, string Project);

    // The nearest above, or the only one of that name.
    private static string? ExtensionsOf(string inputs, string project, string[] restored)
    {
        string name = project + CompiledProject.RestoredEnding;
        string[] all = [.. restored.Where(file => Path.GetFileName(file) == name).Select(file => Path.GetDirectoryName(file)!)];
        return all.Where(folder => Folders.IsBelow(inputs, folder)).MaxBy(folder => folder.Length) ?? (all.Length == 1 ? all[0] : null);
    }
}

/// <summary>X.FileListAbsolute.txt: what one configuration's builds wrote, by absolute paths (Microsoft.Common.CurrentVersion.targets,
/// _CleanRecordFileWrites).</summary>
/// <param name="Root">The checkout, as the build spelled it.</param>
/// <param name="Files">Those in the checkout, relative to it.</param>
internal sealed record BuildList(string? Root, IReadOnlyList<string> Files)
{
    internal static BuildList Read(string root, string list)
    {
        string[] lines = [.. File.ReadLines(Path.Join(root, list)).Select(Path.GetFullPath)];

        // The list names files of the folder that it is in.
        string folder = Path.DirectorySeparatorChar + Path.GetDirectoryName(list)! + Path.DirectorySeparatorChar;
        string? spelled = lines.Select(line => (Line: line, At: line.IndexOf(folder, Folders.Comparison))).Where(one => one.At > 0)
            .Select(one => one.Line[..one.At]).FirstOrDefault();
        return new(spelled, spelled is null ? [] : [.. lines.Select(line => Folders.Below(spelled, line)).OfType<string>()]);
    }
}
