using System.Text.RegularExpressions;

namespace CopyOnWrite.Tool.Report;

/// <summary>Which projects of a build wrote the same file, and which copied what another was writing.</summary>
internal sealed partial class FileConflicts
{
    private const string SolutionPath = "SolutionPath";
    private const string CommandLine = "the command line";

    // A file cannot be copied, now or after all tries, is missing, cannot be deleted, touched, read or written; a task failed unexpectedly.
    private static readonly string[] s_codesOfFiles =
    [
        "MSB3021", "MSB3026", "MSB3027", "MSB3030", "MSB3061", "MSB3371", "MSB3491", "MSB3492", "MSB3501", "MSB3554", "MSB3713", "MSB3883",
        "MSB4018", "CS0009", "CS0016", "CS2012",
    ];

    private readonly StringComparer _comparer;
    private readonly HashSet<string> _shared;

    internal FileConflicts(BuildLog log)
    {
        _comparer = LoggedPath.ComparerOf(log.Written.Count > 0 ? log.Written[0].By.Project.File : string.Empty);
        ILookup<string, FileWrite> written = log.Written.Where(write => !write.IsUnchanged).ToLookup(write => write.Path, _comparer);

        // A project that is built twice into one folder has found its outputs there only because the other build was over.
        WrittenFile[] several =
        [
            .. log.Written.GroupBy(write => write.Path, _comparer)
                .Select(file => new WrittenFile(file.Key, [.. HasOneProject(ProjectsOf(file)) ? file : written[file.Key]]))
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
        HashSet<string> known = _shared.Concat(read.Select(one => one.File)).ToHashSet(_comparer);
        ILookup<string, string> codes = CodesByFile(log, known);
        Shared =
        [
            .. several.GroupBy(KeyOf).Select(files => Make([.. files], codes))
                .OrderByDescending(shared => shared.Codes.Count).ThenByDescending(shared => shared.Overlapping)
                .ThenBy(shared => shared.IsSameContent).ThenByDescending(shared => shared.Files.Count),
        ];
        Read = [.. read.Select(one => new ReadWhileWritten(one.File, one.Reader, one.Writer, one.Task, CountsOf(codes[one.File])))];
        Others =
        [
            .. from file in codes
               where !known.Contains(file.Key)
               select new FileOfError(file.Key, written[file.Key].FirstOrDefault()?.By.Project.File, CountsOf(file)),
        ];
    }

    internal IReadOnlyList<SharedFiles> Shared { get; }

    internal IReadOnlyList<ReadWhileWritten> Read { get; }

    internal IReadOnlyList<FileOfError> Others { get; }

    /// <summary>Files of one cause: of one project by the properties that differ, else by their folder.</summary>
    private string KeyOf(WrittenFile file)
    {
        LoggedProject[] projects = ProjectsOf(file.Writes);
        return HasOneProject(projects) ? $"{projects[0].File}\n{string.Join('\n', DifferingIn(projects))}" : LoggedPath.FolderOf(file.Path);
    }

    private static bool HaveSeveral(LoggedProject[] writers) =>
        writers.Where((one, i) => writers.Skip(i + 1).Any(one.MayOverlap)).Any();

    private SharedFiles Make(WrittenFile[] files, ILookup<string, string> codes)
    {
        FileWrite[] writes = [.. files.SelectMany(file => file.Writes)];
        LoggedProject[] projects = ProjectsOf(writes);
        string[] differing = HasOneProject(projects) ? DifferingIn(projects) : [];
        return new SharedFiles(
            !HasOneProject(projects) ? SharedCause.OutputFolder
                : Array.TrueForAll(differing, name => name == SolutionPath) ? SharedCause.Solutions : SharedCause.GlobalProperties,
            [.. files.OrderBy(Rank).ThenBy(file => file.Path, StringComparer.Ordinal).Select(file => file.Path)],
            [.. projects.Select(project => WriterOf(project, differing, writes))],
            differing,
            files.Count(AnyOverlap),
            Array.TrueForAll(files, IsCopiedFromOneSource),
            CountsOf(files.SelectMany(file => codes[file.Path])));
    }

    private static Writer WriterOf(LoggedProject project, string[] differing, FileWrite[] writes) => new(
        project.File,
        differing.Where(project.Properties.ContainsKey).ToDictionary(name => name, name => project.Properties[name]),
        [.. project.RequestedBy.Select(task => task.Project.File).Distinct()],
        PassedBy(project, differing.Where(project.Properties.ContainsKey)),
        [
            .. writes.Where(write => write.By.Project == project).Select(write => write.By).Distinct()
                .Select(task => new WritingTask(task.Name, task.Target, task.Start, task.End == DateTime.MaxValue ? null : task.End)),
        ]);

    /// <summary>Who gave a project these properties: of those that asked for it, each that was not given them itself.</summary>
    private static string[] PassedBy(LoggedProject project, IEnumerable<string> names)
    {
        (string, string)[] passed = [.. names.Select(name => (name, project.Properties[name]))];
        var by = new List<string>();
        var seen = new HashSet<LoggedProject> { project };
        for (Queue<LoggedProject> having = new(passed.Length > 0 ? seen : []); having.TryDequeue(out LoggedProject? one);)
        {
            foreach (LoggedProject requesting in one.RequestedBy.Select(task => task.Project).Where(seen.Add))
            {
                if (Array.TrueForAll(passed, pair => requesting.Properties.GetValueOrDefault(pair.Item1) == pair.Item2))
                {
                    having.Enqueue(requesting);
                }
                else
                {
                    by.Add(requesting.File);
                }
            }

            if (one.RequestedBy.Count == 0)
            {
                by.Add(CommandLine);
            }
        }

        return [.. by.Distinct()];
    }

    private static LoggedProject[] ProjectsOf(IEnumerable<FileWrite> writes) => [.. writes.Select(write => write.By.Project).Distinct()];

    private bool HasOneProject(LoggedProject[] projects) => Array.TrueForAll(projects, one => _comparer.Equals(one.File, projects[0].File));

    // Of a solution its path says all; another property of it is a list of all projects.
    private static string[] DifferingIn(LoggedProject[] projects) =>
    [
        .. projects.SelectMany(project => project.Properties.Keys).Distinct(StringComparer.OrdinalIgnoreCase)
            .Where(name => name == SolutionPath || !name.Contains("Solution", StringComparison.OrdinalIgnoreCase))
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

    private static CodeCount[] CountsOf(IEnumerable<string> codes) =>
        [.. codes.CountBy(code => code).OrderBy(count => count.Key, StringComparer.Ordinal).Select(count => new CodeCount(count.Key, count.Value))];

    private ILookup<string, string> CodesByFile(BuildLog log, HashSet<string> known)
    {
        (string Code, string[] Files, string[] InUse)[] errors =
        [
            .. from diagnostic in log.Errors.Concat(log.Warnings).Concat(log.CodedMessages)
               where s_codesOfFiles.Contains(diagnostic.Code)
               let quoted = Quoted().Matches(diagnostic.Text)
               let inSystemQuotes = quoted.Where(match => match.ValueSpan[0] == '\'')
               select (diagnostic.Code, FilesOf(quoted, diagnostic), FilesOf(inSystemQuotes, diagnostic)),
        ];
        // Of a copy's two files, the one in use: known, or named by .NET's own message, in single quotes.
        HashSet<string> inUse = errors.SelectMany(error => error.InUse).Concat(known).ToHashSet(_comparer);
        return (from error in errors
                from file in Array.Exists(error.Files, inUse.Contains) ? error.Files.Where(inUse.Contains) : error.Files
                select (file, error.Code)).ToLookup(one => one.file, one => one.Code, _comparer);
    }

    private string[] FilesOf(IEnumerable<Match> quoted, BuildDiagnostic diagnostic) =>
    [
        .. quoted.Select(match => match.Groups[2].Value)
            .Where(path => path.AsSpan().ContainsAny('/', '\\') || diagnostic.Code.StartsWith("MSB30", StringComparison.Ordinal))
            .Select(path => LoggedPath.Absolute(path, diagnostic.Project)).Distinct(_comparer),
    ];

    private sealed record WrittenFile(string Path, FileWrite[] Writes);

    /// <summary>What is between quotes: MSBuild's messages name files so, in all languages but some that have quotes of their own.</summary>
    [GeneratedRegex("""(["'])([^"'\n]+)\1""")]
    private static partial Regex Quoted();
}
