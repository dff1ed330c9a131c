namespace CopyOnWrite.Tool.Report;

/// <summary>Which projects of a build wrote the same file, and which copied what another was writing.</summary>
internal sealed class FileConflicts
{
    private readonly StringComparer _comparer;
    private readonly HashSet<string> _shared;
    private readonly FilesOfErrors _errors;

    internal FileConflicts(BuildLog log)
    {
        _comparer = LoggedPath.ComparerOf(log.Written.Count > 0 ? log.Written[0].By.Project.File : string.Empty);
        ILookup<string, FileWrite> written = log.Written.Where(write => !write.IsUnchanged).ToLookup(write => write.Path, _comparer);
        WrittenFile[] several =
        [
            .. log.Written.GroupBy(write => write.Path, _comparer)
                .Select(file => new WrittenFile(file.Key, WritesOf([.. file])))
                .Where(file => HaveSeveral(ProjectsOf(file.Writes))),
        ];
        _shared = several.Select(file => file.Path).ToHashSet(_comparer);
        (string File, string Reader, string Writer, string Task)[] read =
        [
            .. (from copy in log.Written
                where copy is { Source: not null, IsUnchanged: false }
                from write in written[copy.Source!]
                where write.By.Project != copy.By.Project && write.By.Overlaps(copy.By)
                select (write.Path, copy.By.Project.File, write.By.Project.File, write.By.Name)).Distinct(),
        ];
        _errors = new FilesOfErrors(log, _comparer, _shared.Concat(read.Select(one => one.File)));
        Shared =
        [
            .. several.GroupBy(KeyOf).Select(files => Make([.. files]))
                .OrderByDescending(shared => shared.Codes.Count).ThenByDescending(shared => shared.Overlapping)
                .ThenBy(shared => shared.IsSameContent).ThenByDescending(shared => shared.Files.Count),
        ];
        Read = [.. read.Select(one => new ReadWhileWritten(one.File, one.Reader, one.Writer, one.Task, _errors.CodesOf(one.File)))];
        Others = [.. _errors.OfOneWriter(written, log.Projects)];
        NestedBuilds = log.NestedBuilds;
    }

    internal IReadOnlyList<SharedFiles> Shared { get; }

    internal IReadOnlyList<ReadWhileWritten> Read { get; }

    internal IReadOnlyList<FileOfError> Others { get; }

    internal IReadOnlyList<NestedBuild> NestedBuilds { get; }

    // What was found there unchanged had been written by the other build only because that one was over. Of two projects it is no write if
    // one waits for the other.
    private FileWrite[] WritesOf(FileWrite[] file) =>
    [
        .. file.Where(write => !write.IsUnchanged || Array.Exists(file, other => !other.IsUnchanged
            && (HasOneFile(write.By.Project, other.By.Project)
                || !(write.By.Project.WaitsFor(other.By.Project) || other.By.Project.WaitsFor(write.By.Project))))),
    ];

    /// <summary>Files of one cause: of a project that is built several times by what passes the properties, else by their folder.</summary>
    private string KeyOf(WrittenFile file)
    {
        LoggedProject[] projects = ProjectsOf(file.Writes);
        if (!HasOneProject(projects))
        {
            return LoggedPath.FolderOf(file.Path);
        }

        string[] differing = DifferingIn(projects);
        string[] passers =
        [
            .. projects.SelectMany(project => WriterOf(project, differing, []).PassedBy).Select(passer => passer.Project).Distinct()
                .Order(StringComparer.Ordinal),
        ];
        return $"{CauseOf(differing)}\n{(passers.Length > 0 ? string.Join('\n', passers) : projects[0].File)}";
    }

    private static SharedCause CauseOf(string[] differing) =>
        Array.TrueForAll(differing, name => name == SharedFiles.SolutionPath) ? SharedCause.Solutions : SharedCause.GlobalProperties;

    private static bool HaveSeveral(LoggedProject[] writers) =>
        writers.Where((one, i) => writers.Skip(i + 1).Any(one.MayOverlap)).Any();

    private SharedFiles Make(WrittenFile[] files)
    {
        WrittenFile[] ordered = [.. files.OrderBy(Rank).ThenBy(file => file.Path, StringComparer.Ordinal)];
        bool isOfFolder = !HasOneProject(ProjectsOf(files[0].Writes));
        IGrouping<LoggedProject, FileWrite>[] writers = [.. ordered.SelectMany(file => file.Writes).GroupBy(write => write.By.Project)];
        Dictionary<string, string[]> differing = writers.GroupBy(writes => writes.Key.File, writes => writes.Key, _comparer)
            .ToDictionary(project => project.Key, project => isOfFolder ? [] : DifferingIn([.. project]), _comparer);
        string[] all = [.. differing.Values.SelectMany(names => names).Distinct().Order(StringComparer.OrdinalIgnoreCase)];
        return new SharedFiles(
            isOfFolder ? SharedCause.OutputFolder : CauseOf(all),
            [.. ordered.Select(file => file.Path)],
            [.. writers.Select(writes => WriterOf(writes.Key, differing[writes.Key.File], [.. writes]))],
            all,
            files.Count(AnyOverlap),
            Array.TrueForAll(files, IsCopiedFromOneSource),
            FilesOfErrors.CountsOf(files.SelectMany(file => _errors[file.Path])));
    }

    /// <param name="writes">Of the group's files in their order: the tasks that wrote the first of them are named.</param>
    private static Writer WriterOf(LoggedProject project, string[] differing, FileWrite[] writes)
    {
        string[] having = [.. differing.Where(project.Properties.ContainsKey)];
        return new Writer(
            project.File,
            having.ToDictionary(name => name, name => project.Properties[name]),
            [.. project.RequestedBy.Select(task => task.Project.File).Distinct()],
            PropertyPassing.PassersOf(project, having),
            [
                .. writes.Where(write => write.Path == writes[0].Path).Select(write => write.By).Distinct()
                    .Select(task => new WritingTask(task.Name, task.Target, task.Start, task.End == DateTime.MaxValue ? null : task.End)),
            ]);
    }

    private static LoggedProject[] ProjectsOf(IEnumerable<FileWrite> writes) => [.. writes.Select(write => write.By.Project).Distinct()];

    private bool HasOneProject(LoggedProject[] projects) => Array.TrueForAll(projects, one => HasOneFile(one, projects[0]));

    private bool HasOneFile(LoggedProject one, LoggedProject other) => _comparer.Equals(one.File, other.File);

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

    private static bool AnyOverlap(WrittenFile file) => file.Writes.Where((one, i) => file.Writes.Skip(i + 1).Any(other =>
        other.By.Project != one.By.Project && other.By.Overlaps(one.By))).Any();

    private bool IsCopiedFromOneSource(WrittenFile file) =>
        Array.TrueForAll(file.Writes, write => write.Source is { } source && !_shared.Contains(source) && !IsMadeByEach(file, source))
            && !file.Writes.DistinctBy(write => write.Source, _comparer).Skip(1).Any();

    // Of a project that is built twice, where the second build found it there.
    private bool IsMadeByEach(WrittenFile file, string source) => HasOneProject(ProjectsOf(file.Writes)) && IsInObj(source);

    internal static bool IsInObj(string path) => path.Split('/', '\\').Contains("obj", StringComparer.OrdinalIgnoreCase);

    private sealed record WrittenFile(string Path, FileWrite[] Writes);
}
