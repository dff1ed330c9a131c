using System.Text.RegularExpressions;

namespace CopyOnWrite.Tool.Report;

/// <summary>Which projects of a build wrote the same file, and which copied what another was writing.</summary>
internal sealed partial class FileConflicts
{
    private const string OfSolution = "Solution";

    // A file cannot be copied, now or after all tries, is missing, cannot be deleted or written; a task failed unexpectedly.
    private static readonly string[] s_codesOfFiles =
        ["MSB3021", "MSB3026", "MSB3027", "MSB3030", "MSB3061", "MSB3491", "MSB3883", "MSB4018", "CS0016", "CS2012"];

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
                .Where(file => ProjectsOf(file.Writes).Length > 1),
        ];
        _shared = several.Select(file => file.Path).ToHashSet(_comparer);
        ILookup<string, string> codes = CodesByFile(log);
        Shared =
        [
            .. several.GroupBy(KeyOf).Select(files => Make([.. files], codes))
                .OrderByDescending(shared => shared.Codes.Count).ThenByDescending(shared => shared.Overlapping)
                .ThenBy(shared => shared.IsSameContent).ThenByDescending(shared => shared.Files.Count),
        ];
        Read =
        [
            .. (from copy in log.Written
                where copy is { Source: not null, IsUnchanged: false }
                from write in written[copy.Source!]
                where write.By.Project != copy.By.Project && write.By.Overlaps(copy.By)
                select new ReadWhileWritten(write.Path, copy.By.Project.File, write.By.Project.File, write.By.Name)).Distinct(),
        ];
        Others =
        [
            .. from file in codes
               where !_shared.Contains(file.Key)
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

    private SharedFiles Make(WrittenFile[] files, ILookup<string, string> codes)
    {
        FileWrite[] writes = [.. files.SelectMany(file => file.Writes)];
        LoggedProject[] projects = ProjectsOf(writes);
        string[] differing = HasOneProject(projects) ? DifferingIn(projects) : [];
        return new SharedFiles(
            !HasOneProject(projects) ? SharedCause.OutputFolder
                : Array.TrueForAll(differing, IsOfSolution) ? SharedCause.Solutions : SharedCause.GlobalProperties,
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
        [.. project.RequestedBy],
        [
            .. writes.Where(write => write.By.Project == project).Select(write => write.By).Distinct()
                .Select(task => new WritingTask(task.Name, task.Target, task.Start, task.End == DateTime.MaxValue ? null : task.End)),
        ]);

    private static LoggedProject[] ProjectsOf(IEnumerable<FileWrite> writes) => [.. writes.Select(write => write.By.Project).Distinct()];

    private bool HasOneProject(LoggedProject[] projects) => Array.TrueForAll(projects, one => _comparer.Equals(one.File, projects[0].File));

    private static string[] DifferingIn(LoggedProject[] projects) =>
    [
        .. projects.SelectMany(project => project.Properties.Keys).Distinct(StringComparer.OrdinalIgnoreCase)
            .Where(name => projects.Select(project => project.Properties.GetValueOrDefault(name)).Distinct().Skip(1).Any())
            .Order(StringComparer.OrdinalIgnoreCase),
    ];

    internal static bool IsOfSolution(string property) => property.Contains(OfSolution, StringComparison.OrdinalIgnoreCase);

    // The assembly stands for its project's files.
    private static int Rank(WrittenFile file) =>
        !file.Path.EndsWith(".dll", StringComparison.OrdinalIgnoreCase) && !file.Path.EndsWith(".exe", StringComparison.OrdinalIgnoreCase) ? 2
            : Array.Exists(file.Writes, write => write.Source is null) ? 0 : 1;

    private static bool AnyOverlap(WrittenFile file) => file.Writes.Where((one, i) => file.Writes.Skip(i + 1).Any(other =>
        other.By.Project != one.By.Project && other.By.Overlaps(one.By))).Any();

    private bool IsCopiedFromOneSource(WrittenFile file) =>
        Array.TrueForAll(file.Writes, write => write.Source is { } source && !_shared.Contains(source))
            && !file.Writes.DistinctBy(write => write.Source, _comparer).Skip(1).Any();

    private static CodeCount[] CountsOf(IEnumerable<string> codes) =>
        [.. codes.CountBy(code => code).OrderBy(count => count.Key, StringComparer.Ordinal).Select(count => new CodeCount(count.Key, count.Value))];

    private ILookup<string, string> CodesByFile(BuildLog log) =>
        (from diagnostic in log.Errors.Concat(log.Warnings).Concat(log.CodedMessages)
         where s_codesOfFiles.Contains(diagnostic.Code)
         from path in Quoted().Matches(diagnostic.Text).Select(match => match.Groups[2].Value)
             .Where(path => path.AsSpan().ContainsAny('/', '\\') || diagnostic.Code.StartsWith("MSB30", StringComparison.Ordinal))
             .Select(path => LoggedPath.Absolute(path, diagnostic.Project)).Distinct(_comparer)
         select (path, diagnostic.Code)).ToLookup(one => one.path, one => one.Code, _comparer);

    private sealed record WrittenFile(string Path, FileWrite[] Writes);

    /// <summary>What is between quotes: MSBuild's messages name files so, in all languages but some that have quotes of their own.</summary>
    [GeneratedRegex("""(["'])([^"'\n]+)\1""")]
    private static partial Regex Quoted();
}
