namespace CopyOnWrite.Tool.Report;

/// <summary>Finds in logs of builds at the same time which projects wrote the same file, or copied a file while another wrote it.</summary>
internal sealed class ConflictSearch
{
    private readonly StringComparer _comparer;
    private readonly string _root;
    private readonly BuildOrder _order = new();
    private readonly HashSet<string> _shared;
    private readonly ILookup<string, string> _sources;
    private readonly FilesOfErrors _errors;

    internal ConflictSearch(BuildLog log)
    {
        _comparer = LoggedPath.ComparerOf(log.Written.Count > 0 ? log.Written[0].By.Project.File : string.Empty);
        _root = LoggedPath.InCommon(
            log.Written.Select(write => write.By.Project).Concat(log.Projects).Distinct().Select(project => project.File));
        ILookup<string, FileWrite> written = log.Written.Where(write => !write.IsUnchanged).ToLookup(write => write.Path, _comparer);
        _sources = log.Written.Where(write => write.Source is not null).ToLookup(write => write.Path, write => write.Source!, _comparer);
        WrittenFile[] several =
        [
            .. log.Written.GroupBy(write => write.Path, _comparer)
                .Select(file => new WrittenFile(file.Key, WritesOf([.. file])))
                .Where(file => AnyPair(ProjectsOf(file.Writes), MayConflict)),
        ];
        _shared = several.Select(file => file.Path).ToHashSet(_comparer);
        several = [.. several.Where(file => !IsCopiedFromOneSource(file) || AnyPair(ProjectsOf(file.Writes), AreNotOrdered))];
        (string File, LoggedTask Reader, LoggedTask Writer)[] read =
        [
            .. (from copy in log.Written
                where copy is { Source: not null, IsUnchanged: false }
                from write in written[copy.Source!]
                where write.By.Project != copy.By.Project && write.By.Overlaps(copy.By)
                    && !(_shared.Contains(write.Path) && _comparer.Equals(write.By.Project.File, copy.By.Project.File))
                select (write.Path, Reader: copy.By, Writer: write.By))
                .DistinctBy(one => (one.Path, one.Reader.Project.File, one.Writer.Project.File, one.Writer.Name)),
        ];
        _errors = new FilesOfErrors(log, _comparer, _root, several.Select(file => file.Path).Concat(read.Select(one => one.File)));
        SharedFiles[] shared = [.. several.GroupBy(KeyOf).Select(files => Make([.. files]))];
        Shared = [.. shared, .. OfNestedBuilds(log), .. OfOneFolder(log, shared)];
        Read =
        [
            .. from one in read
               let command = one.Reader.Project.Build == one.Writer.Project.Build ? null : one.Writer.Project.Build?.Command
               select new ReadWhileWritten(
                   one.File, one.Reader.Project.File, one.Writer.Project.File, one.Writer.Name, command,
                   FilesOfErrors.CountsOf(_errors[one.File])),
        ];
        Others = [.. _errors.OfOneWriter(written, log)];
    }

    internal IReadOnlyList<SharedFiles> Shared { get; }

    internal IReadOnlyList<ReadWhileWritten> Read { get; }

    internal IReadOnlyList<FileOfError> Others { get; }

    /// <summary>The number of computed answers about the order of projects.</summary>
    internal int Steps => _order.Steps;

    private bool AreNotOrdered(LoggedProject one, LoggedProject other) => !_order.IsOrdered(one, other);

    // Two builds of one project conflict in any order, because one of them gets wrong outputs. Of two projects in order, the later one
    // replaces the file on purpose, as a WPF project replaces the output of its temporary project.
    private bool MayConflict(LoggedProject one, LoggedProject other) =>
        (_comparer.Equals(one.File, other.File) || AreNotOrdered(one, other)) && BuildOrder.MayOverlap(one, other);

    // A project that found the file unchanged counts as a writer, unless it always comes after the one that wrote the file.
    private FileWrite[] WritesOf(FileWrite[] file)
    {
        LoggedProject[] writers = ProjectsOf(file.Where(write => !write.IsUnchanged));
        return [.. file.Where(write => !write.IsUnchanged || Array.Exists(writers, other => AreNotOrdered(other, write.By.Project)))];
    }

    private static bool AnyPair<T>(T[] all, Func<T, T, bool> holds) =>
        all.Where((one, i) => all.Skip(i + 1).Any(other => holds(one, other))).Any();

    /// <summary>Gives files of one cause one key: their builds, their projects, or what passes properties to their one project.</summary>
    private string KeyOf(WrittenFile file)
    {
        LoggedProject[] projects = ProjectsOf(file.Writes);
        if (BuildsOf(projects) is { Length: > 1 } builds)
        {
            return string.Join('\n', builds.Select(build => build!.Command));
        }

        if (!HasOneProject(projects))
        {
            IEnumerable<string> names = projects.Select(project => project.File).Distinct().Order(StringComparer.Ordinal);
            return $"{string.Join('\n', names)}\n{IsInObjHere(file.Path)}{IsCopiedFromOneSource(file)}{file.Writes[0].By.IsOfUser}";
        }

        string[] differing = Writers.DifferingIn(projects);
        string[] passers =
        [
            .. projects.SelectMany(project => Writers.PassersOf(project, Writers.Having(project, differing)))
                .Select(passer => passer.Project).Distinct().Order(StringComparer.Ordinal),
        ];
        return $"{CauseOf(differing)}\n{(passers.Length > 0 ? string.Join('\n', passers) : projects[0].File)}";
    }

    private static LoggedBuild?[] BuildsOf(LoggedProject[] projects) => [.. projects.Select(project => project.Build).Distinct()];

    private static SharedCause CauseOf(string[] differing) => differing is [SharedFiles.SolutionPath] ? SharedCause.Solutions
        : differing.Length == 0 ? SharedCause.Unknown : SharedCause.GlobalProperties;

    private SharedFiles Make(WrittenFile[] files)
    {
        WrittenFile[] ordered = [.. files.OrderBy(Rank).ThenBy(file => file.Path, StringComparer.Ordinal)];
        LoggedProject[] projects = ProjectsOf(files[0].Writes);
        bool isOfBuilds = BuildsOf(projects).Length > 1;
        bool isOfFolder = !isOfBuilds && !HasOneProject(projects);
        IGrouping<LoggedProject, FileWrite>[] writers =
        [
            .. ordered.SelectMany(file => file.Writes).GroupBy(write => write.By.Project)
                .DistinctBy(writes => isOfBuilds ? (writes.Key.Build, writes.Key.File) : (object)writes.Key),
        ];
        Dictionary<string, string[]> differing = writers.GroupBy(writes => writes.Key.File, writes => writes.Key, _comparer)
            .ToDictionary(
                project => project.Key, project => isOfFolder || isOfBuilds ? [] : Writers.DifferingIn([.. project]), _comparer);
        string[] all = [.. differing.Values.SelectMany(names => names).Distinct().Order(StringComparer.OrdinalIgnoreCase)];
        return new SharedFiles(
            isOfBuilds ? SharedCause.Commands
                : !isOfFolder ? CauseOf(all)
                : Array.TrueForAll(writers, writes => writes.Key.Properties.ContainsKey(Writers.ByOption)) ? SharedCause.OutputOption
                : SharedCause.OutputFolder,
            [.. ordered.Select(file => file.Path)],
            [.. writers.Select(writes => Writers.Of(writes.Key, differing[writes.Key.File], [.. writes], isOfBuilds))],
            isOfBuilds ? BuildsOf(projects).Length : ProjectsOf(ordered[0].Writes).Length,
            all,
            files.Count(file => AnyPair(file.Writes, (one, other) => other.By.Project != one.By.Project && other.By.Overlaps(one.By))),
            Array.TrueForAll(files, IsCopiedFromOneSource),
            FilesOfErrors.CountsOf(files.SelectMany(file => _errors[file.Path])));
    }

    /// <summary>Finds an Exec whose command names a project that this build builds as well, and that does not always end before.</summary>
    private IEnumerable<SharedFiles> OfNestedBuilds(BuildLog log) =>
        from nested in log.NestedBuilds
        let exec = nested.Exec
        from writes in log.Written.Where(write => !write.IsUnchanged).GroupBy(write => write.By.Project.File, _comparer)
        where !_comparer.Equals(writes.Key, exec.Project.File) && nested.Names(writes.Key)
        let paths = writes.Where(write => nested.MayWrite(write.Path)).OrderBy(write => Rank(new(write.Path, [write])))
            .Select(write => write.Path).Distinct(_comparer).ToArray()
        let used = log.Written.Where(write => write.By.Overlaps(exec)).SelectMany(write => new[] { write.Path, write.Source })
            .Intersect(paths, _comparer).Count()
        let projects = ProjectsOf(writes)
        where paths.Length > 0 && (used > 0 || Array.Exists(projects, project => AreNotOrdered(project, exec.Project)))
        select new SharedFiles(
            SharedCause.NestedBuild, paths,
            [
                Writers.Of(projects[0], [], [.. writes.Where(write => write.Path == paths[0])], withCommand: false),
                Writers.Of(exec.Project, [], [new FileWrite(paths[0], exec)], withCommand: false) with { Command = nested.Command },
            ],
            Count: 2, [], used, IsSameContent: false, FilesOfErrors.CountsOf(paths.SelectMany(path => _errors[path])));

    /// <summary>Finds project files that compile into one folder of obj: they share NuGet's files, if no other.</summary>
    private IEnumerable<SharedFiles> OfOneFolder(BuildLog log, SharedFiles[] known) =>
        from compiled in log.Compilations.Select(one => one.Compiler)
            .Where(task => task.Project.Evaluated?.IntermediateFolder is not null)
            .GroupBy(task => task.Project.Evaluated!.IntermediateFolder!, _comparer)
        let tasks = compiled.DistinctBy(task => task.Project.File, _comparer).ToArray()
        where AnyPair(tasks, (one, other) => AreNotOrdered(one.Project, other.Project))
            && !Array.Exists(known, one => IsInObjHere(one.Files[0]) && one.Writers.Any(writer => writer.Project == tasks[0].Project.File))
        select new SharedFiles(
            SharedCause.OutputFolder, [compiled.Key + (LoggedPath.IsOfWindows(compiled.Key) ? '\\' : '/')],
            [.. tasks.Select(task => Writers.Of(task.Project, [], [new FileWrite(compiled.Key, task)], withCommand: false))],
            tasks.Length, [], AnyPair(tasks, (one, other) => one.Overlaps(other)) ? 1 : 0, IsSameContent: false, []);

    private static LoggedProject[] ProjectsOf(IEnumerable<FileWrite> writes) => [.. writes.Select(write => write.By.Project).Distinct()];

    private bool HasOneProject(LoggedProject[] projects) => Array.TrueForAll(projects, one => _comparer.Equals(one.File, projects[0].File));

    // The assembly comes first: it stands for its project's files.
    private static int Rank(WrittenFile file) => !file.Path.EndsWith(".dll", StringComparison.OrdinalIgnoreCase)
        && !file.Path.EndsWith(".exe", StringComparison.OrdinalIgnoreCase) ? 2
            : Array.Exists(file.Writes, write => write.Source is null) ? 0 : 1;

    private bool IsCopiedFromOneSource(WrittenFile file) =>
        Array.TrueForAll(file.Writes, one => one.Source is { } source && !_shared.Contains(FirstOf(source)) && !IsMadeByEach(file, source))
            && !file.Writes.DistinctBy(write => FirstOf(write.Source!), _comparer).Skip(1).Any();

    // Follows copies of copies back to the first source.
    private string FirstOf(string source)
    {
        for (var seen = new HashSet<string>(_comparer); seen.Add(source) && _sources[source].Distinct(_comparer).ToArray() is [var only];)
        {
            source = only;
        }

        return source;
    }

    // Whether each build of the one project makes the source, although the second build found it there.
    private bool IsMadeByEach(WrittenFile file, string source) => HasOneProject(ProjectsOf(file.Writes)) && IsInObjHere(source);

    private bool IsInObjHere(string path) => LoggedPath.IsInFolder(path, _root, "obj");

    internal static bool IsInObj(string path) => LoggedPath.IsInFolder(path, string.Empty, "obj");

    private sealed record WrittenFile(string Path, FileWrite[] Writes);
}
