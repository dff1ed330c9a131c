namespace CopyOnWrite.Tool.Report;

/// <summary>Which projects of a build wrote the same file, and which copied what another was writing.</summary>
internal sealed class FileConflicts
{
    // What -o of `dotnet build` passes beside OutputPath (ForwardedOptions of the .NET SDK's command line).
    private const string ByOption = "_CommandLineDefinedOutputPath";

    private readonly StringComparer _comparer;
    private readonly HashSet<string> _shared;
    private readonly ILookup<string, string> _sources;
    private readonly FilesOfErrors _errors;

    internal FileConflicts(BuildLog log)
    {
        _comparer = LoggedPath.ComparerOf(log.Written.Count > 0 ? log.Written[0].By.Project.File : string.Empty);
        ILookup<string, FileWrite> written = log.Written.Where(write => !write.IsUnchanged).ToLookup(write => write.Path, _comparer);
        _sources = log.Written.Where(write => write.Source is not null).ToLookup(write => write.Path, write => write.Source!, _comparer);
        WrittenFile[] several =
        [
            .. log.Written.GroupBy(write => write.Path, _comparer)
                .Select(file => new WrittenFile(file.Key, WritesOf([.. file])))
                .Where(file => AnyPair(ProjectsOf(file.Writes), (one, other) => one.MayOverlap(other))),
        ];
        _shared = several.Select(file => file.Path).ToHashSet(_comparer);
        several = [.. several.Where(file =>
            !IsCopiedFromOneSource(file) || AnyPair(ProjectsOf(file.Writes), (one, other) => !other.IsOrderedWith(one)))];
        (string File, string Reader, string Writer, string Task)[] read =
        [
            .. (from copy in log.Written
                where copy is { Source: not null, IsUnchanged: false }
                from write in written[copy.Source!]
                where write.By.Project != copy.By.Project && write.By.Overlaps(copy.By)
                select (write.Path, copy.By.Project.File, write.By.Project.File, write.By.Name)).Distinct(),
        ];
        _errors = new FilesOfErrors(log, _comparer, several.Select(file => file.Path).Concat(read.Select(one => one.File)));
        Shared =
        [
            .. several.GroupBy(KeyOf).Select(files => Make([.. files]))
                .OrderByDescending(shared => shared.Codes.Count).ThenByDescending(shared => shared.Overlapping)
                .ThenBy(shared => shared.IsSameContent).ThenByDescending(shared => shared.Files.Count),
        ];
        Read = [.. from one in read
            select new ReadWhileWritten(one.File, one.Reader, one.Writer, one.Task, FilesOfErrors.CountsOf(_errors[one.File]))];
        Others = [.. _errors.OfOneWriter(written, log.Projects)];
        NestedBuilds = log.NestedBuilds;
    }

    internal IReadOnlyList<SharedFiles> Shared { get; }

    internal IReadOnlyList<ReadWhileWritten> Read { get; }

    internal IReadOnlyList<FileOfError> Others { get; }

    /// <summary>Whether the log has what was looked for.</summary>
    internal bool Any => Shared.Count + Read.Count + Others.Count > 0;

    internal IReadOnlyList<NestedBuild> NestedBuilds { get; }

    // What was found there unchanged had been written by the other build only because that one was over: luck, unless it always is.
    private static FileWrite[] WritesOf(FileWrite[] file) =>
    [
        .. file.Where(write => !write.IsUnchanged
            || Array.Exists(file, other => !other.IsUnchanged && !other.By.Project.IsOrderedWith(write.By.Project))),
    ];

    private static bool AnyPair<T>(T[] all, Func<T, T, bool> holds) =>
        all.Where((one, i) => all.Skip(i + 1).Any(other => holds(one, other))).Any();

    /// <summary>Files of one cause: of a project that is built several times by what passes the properties, else by the projects.</summary>
    private string KeyOf(WrittenFile file)
    {
        LoggedProject[] projects = ProjectsOf(file.Writes);
        if (!HasOneProject(projects))
        {
            IEnumerable<string> names = projects.Select(project => project.File).Distinct().Order(StringComparer.Ordinal);
            return $"{string.Join('\n', names)}\n{IsInObj(file.Path)}{IsCopiedFromOneSource(file)}{file.Writes[0].By.IsOfUser}";
        }

        string[] differing = DifferingIn(projects);
        string[] passers =
        [
            .. projects.SelectMany(project => PassersOf(project, Having(project, differing)))
                .Select(passer => passer.Project).Distinct().Order(StringComparer.Ordinal),
        ];
        return $"{CauseOf(differing)}\n{(passers.Length > 0 ? string.Join('\n', passers) : projects[0].File)}";
    }

    private static SharedCause CauseOf(string[] differing) =>
        Array.TrueForAll(differing, name => name == SharedFiles.SolutionPath) ? SharedCause.Solutions : SharedCause.GlobalProperties;

    private SharedFiles Make(WrittenFile[] files)
    {
        WrittenFile[] ordered = [.. files.OrderBy(Rank).ThenBy(file => file.Path, StringComparer.Ordinal)];
        bool isOfFolder = !HasOneProject(ProjectsOf(files[0].Writes));
        IGrouping<LoggedProject, FileWrite>[] writers = [.. ordered.SelectMany(file => file.Writes).GroupBy(write => write.By.Project)];
        Dictionary<string, string[]> differing = writers.GroupBy(writes => writes.Key.File, writes => writes.Key, _comparer)
            .ToDictionary(project => project.Key, project => isOfFolder ? [] : DifferingIn([.. project]), _comparer);
        string[] all = [.. differing.Values.SelectMany(names => names).Distinct().Order(StringComparer.OrdinalIgnoreCase)];
        return new SharedFiles(
            !isOfFolder ? CauseOf(all)
                : Array.TrueForAll(writers, writes => writes.Key.Properties.ContainsKey(ByOption)) ? SharedCause.OutputOption
                : SharedCause.OutputFolder,
            [.. ordered.Select(file => file.Path)],
            [.. writers.Select(writes => WriterOf(writes.Key, differing[writes.Key.File], [.. writes]))],
            all,
            files.Count(file => AnyPair(file.Writes, (one, other) => other.By.Project != one.By.Project && other.By.Overlaps(one.By))),
            Array.TrueForAll(files, IsCopiedFromOneSource),
            FilesOfErrors.CountsOf(files.SelectMany(file => _errors[file.Path])));
    }

    /// <param name="writes">Of the group's files in their order: the tasks that wrote the first of them are named.</param>
    private static Writer WriterOf(LoggedProject project, string[] differing, FileWrite[] writes)
    {
        string[] having = Having(project, differing);
        return new Writer(
            project.File,
            having.ToDictionary(name => name, name => project.Properties[name]),
            [.. project.RequestedBy.Select(task => task.Project.File).Distinct()],
            PassersOf(project, having),
            [
                .. writes.Where(write => write.Path == writes[0].Path).Select(write => write.By).Distinct()
                    .Select(task => new WritingTask(task.Name, task.Target, task.IsOfUser, task.Start, task.End == DateTime.MaxValue ? null : task.End)),
            ]);
    }

    /// <summary>Of those that asked for the project, each that was not given the properties itself, directly or through others.</summary>
    private static IReadOnlyList<Passer> PassersOf(LoggedProject project, string[] names)
    {
        var by = new List<Passer>();
        var seen = new HashSet<LoggedProject> { project };
        for (Queue<LoggedProject> having = new(names.Length > 0 ? seen : []); having.TryDequeue(out LoggedProject? one);)
        {
            foreach (LoggedTask task in one.RequestedBy)
            {
                if (!Array.TrueForAll(names, name => task.Project.Properties.GetValueOrDefault(name) == project.Properties[name]))
                {
                    by.Add(new Passer(task.Project.File, task.IsOfUser ? task.Target : null));
                }
                else if (seen.Add(task.Project))
                {
                    having.Enqueue(task.Project);
                }
            }

            if (one.RequestedBy.Count == 0)
            {
                by.Add(new Passer("the command line", null));
            }
        }

        return [.. by.Distinct()];
    }

    private static string[] Having(LoggedProject project, string[] differing) => [.. differing.Where(project.Properties.ContainsKey)];

    private static LoggedProject[] ProjectsOf(IEnumerable<FileWrite> writes) => [.. writes.Select(write => write.By.Project).Distinct()];

    private bool HasOneProject(LoggedProject[] projects) => Array.TrueForAll(projects, one => _comparer.Equals(one.File, projects[0].File));

    // Of a solution its path says all; another property of it is a list of all projects.
    private static string[] DifferingIn(LoggedProject[] projects) =>
    [
        .. projects.SelectMany(project => project.Properties.Keys).Distinct(StringComparer.OrdinalIgnoreCase)
            .Where(name => name == SharedFiles.SolutionPath || !name.Contains("Solution", StringComparison.OrdinalIgnoreCase))
            .Where(name => projects.Select(project => project.Properties.GetValueOrDefault(name)).Distinct().Skip(1).Any())
            .Order(StringComparer.OrdinalIgnoreCase),
    ];

    // The assembly stands for its project's files.
    private static int Rank(WrittenFile file) =>
        !file.Path.EndsWith(".dll", StringComparison.OrdinalIgnoreCase) && !file.Path.EndsWith(".exe", StringComparison.OrdinalIgnoreCase) ? 2
            : Array.Exists(file.Writes, write => write.Source is null) ? 0 : 1;

    private bool IsCopiedFromOneSource(WrittenFile file) =>
        Array.TrueForAll(file.Writes, write => write.Source is { } source && !_shared.Contains(FirstOf(source)) && !IsMadeByEach(file, source))
            && !file.Writes.DistinctBy(write => FirstOf(write.Source!), _comparer).Skip(1).Any();

    // Of a copy of a copy.
    private string FirstOf(string source)
    {
        for (var seen = new HashSet<string>(_comparer); seen.Add(source) && _sources[source].Distinct(_comparer).ToArray() is [var only];)
        {
            source = only;
        }

        return source;
    }

    // Of a project that is built twice, where the second build found it there.
    private bool IsMadeByEach(WrittenFile file, string source) => HasOneProject(ProjectsOf(file.Writes)) && IsInObj(source);

    internal static bool IsInObj(string path) => path.Split('/', '\\').Contains("obj", StringComparer.OrdinalIgnoreCase);

    private sealed record WrittenFile(string Path, FileWrite[] Writes);
}
