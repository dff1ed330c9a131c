using System.Text.RegularExpressions;

namespace CopyOnWrite.Tool.Report;

/// <summary>The files that a log's errors and warnings name, if the code is about a file that is missing or in use.</summary>
internal sealed partial class FilesOfErrors
{
    // A file cannot be copied, now or after all tries, is missing, cannot be deleted, touched, read or written; a task failed unexpectedly.
    private static readonly string[] s_codes =
    [
        "MSB3021", "MSB3026", "MSB3027", "MSB3030", "MSB3061", "MSB3248", "MSB3371", "MSB3491", "MSB3492", "MSB3501", "MSB3554", "MSB3713",
        "MSB3883", "MSB3894", "MSB4018", "CS0006", "CS0009", "CS0016", "CS2012", NotPacked,
    ];

    // The source of a copy, a reference, or a file to be packed is not there.
    private static readonly string[] s_ofMissing = ["MSB3030", "CS0006", NotPacked];

    private const string CompilerFailed = "MSB3883";
    private const string NotPacked = "NU5026";

    private static readonly string[] s_outputFolders = ["bin", "obj"];

    private readonly StringComparer _comparer;
    private readonly string _root;
    private readonly HashSet<string> _known;
    private readonly ILookup<string, BuildDiagnostic> _byFile;

    /// <param name="root">The folder that all projects share.</param>
    /// <param name="known">Files that several projects wrote, or that one copied while another wrote them.</param>
    internal FilesOfErrors(BuildLog log, StringComparer comparer, string root, IEnumerable<string> known)
    {
        (_comparer, _root) = (comparer, root);
        _known = known.ToHashSet(comparer);
        (BuildDiagnostic Error, string[] Files, string[] InUse)[] errors =
        [
            .. from diagnostic in Coded(log.Errors).Concat(log.Warnings).Concat(log.CodedMessages)
               where s_codes.Contains(diagnostic.Code)
               let quoted = Quotes().Matches(diagnostic.Text)
               let inSystemQuotes = quoted.Where(match => match.ValueSpan[0] == '\'')
               select (diagnostic, FilesIn(quoted, diagnostic), FilesIn(inSystemQuotes, diagnostic)),
        ];
        // An error of Copy names two files. The one in use is known, or is in single quotes, in .NET's own message.
        HashSet<string> inUse = errors.SelectMany(error => error.InUse).Concat(_known).ToHashSet(comparer);
        _byFile = (from error in errors
                   from file in Array.Exists(error.Files, inUse.Contains) ? error.Files.Where(inUse.Contains) : error.Files
                   select (file, error.Error)).ToLookup(one => one.file, one => one.Error, comparer);
    }

    internal IEnumerable<BuildDiagnostic> this[string file] => _byFile[file];

    internal static CodeCount[] CountsOf(IEnumerable<BuildDiagnostic> errors) =>
    [
        // An error that names two of the files counts once.
        .. errors.Distinct<BuildDiagnostic>(ReferenceEqualityComparer.Instance).CountBy(error => error.Code)
            .OrderBy(count => count.Key, StringComparer.Ordinal).Select(count => new CodeCount(count.Key, count.Value)),
    ];

    /// <summary>Gives the files that are not known to have several writers.</summary>
    internal IEnumerable<FileOfError> OfOneWriter(ILookup<string, FileWrite> written, BuildLog log)
    {
        HashSet<LoggedProject> compiled = [.. log.Compilations.Select(one => one.Compiler.Project)];
        return
            from file in _byFile
            where !_known.Contains(file.Key)
            let first = file.First()
            let write = written[file.Key].FirstOrDefault()
            let isEarly = file.All(error => s_ofMissing.Contains(error.Code) && (write is null || error.Time < write.By.End))
            let owner = isEarly && write is null ? OwnerOf(file.Key, first.Project, log.Projects) : null
            let makesItself = write is not null && _comparer.Equals(write.By.Project.File, first.Project)
            let isOther = makesItself && first.By is not null && first.By != write.By.Project
            select new FileOfError(
                file.Key,
                !isEarly ? ErrorCause.Outside
                    : write is null && LoggedPath.IsInFolder(file.Key, _root, s_outputFolders) && first.By is { } instance
                        && (IsOff(instance, compiled) || AskedFor(instance, owner, log)) ? ErrorCause.NotBuilt
                    : (write is null && owner is null) ? ErrorCause.NotMade
                    : makesItself && !isOther ? ErrorCause.TargetOrder
                    : ErrorCause.NotReferenced,
                isOther && isEarly && first.By!.RequestedBy.FirstOrDefault() is { } asking ? asking.Project.File : first.Project,
                write?.By.Project.File,
                owner,
                (file.FirstOrDefault(error => error.Text.Contains('\'', StringComparison.Ordinal)) ?? first).Text.Split('\n')[0].Trim(),
                file.SelectMany(error => Quotes().Matches(error.Text)).Select(match => match.Groups[2].Value)
                    .FirstOrDefault(text => Holder().IsMatch(text)),
                CountsOf(file));
    }

    // Whether compiling was turned off, in the project or for its references.
    private static bool IsOff(LoggedProject project, HashSet<LoggedProject> compiled) =>
        (project.Evaluated is { IsNotBuilt: true } && !compiled.Contains(project))
            || project.Properties.GetValueOrDefault("BuildProjectReferences") == "false";

    // Whether the project does wait for the owner, which made other files.
    private bool AskedFor(LoggedProject project, string? owner, BuildLog log) => owner is not null
        && log.Projects.Any(one => _comparer.Equals(one.File, owner) && one.RequestedBy.Any(task => task.Project == project));

    // After MSB3883, which has no text, the compiler's exception is an error without a code.
    private static IEnumerable<BuildDiagnostic> Coded(IReadOnlyList<BuildDiagnostic> errors) => errors.Select((error, i) =>
        error.Code.Length == 0 && i > 0 && errors[i - 1].Code == CompilerFailed ? error with { Code = CompilerFailed } : error);

    // Finds the project in whose bin or obj the file lies.
    private string? OwnerOf(string file, string reader, IReadOnlyCollection<LoggedProject> projects)
    {
        string[] names = file.Split('/', '\\');
        int outputs = Array.FindLastIndex(names, name => s_outputFolders.Contains(name, StringComparer.OrdinalIgnoreCase));
        string folder = file[..Math.Max(0, names.Take(outputs).Sum(name => name.Length + 1) - 1)];
        return projects.Select(project => project.File)
            .FirstOrDefault(project => !_comparer.Equals(project, reader) && _comparer.Equals(LoggedPath.FolderOf(project), folder));
    }

    private string[] FilesIn(IEnumerable<Match> quoted, BuildDiagnostic diagnostic) =>
    [
        .. quoted.Select(match => match.Groups[2].Value)
            .Where(text => !Holder().IsMatch(text)
                && (text.AsSpan().ContainsAny('/', '\\') || diagnostic.Code.StartsWith("MSB30", StringComparison.Ordinal)))
            .Select(path => LoggedPath.Absolute(path, diagnostic.Project)).Distinct(_comparer),
    ];

    /// <summary>Finds the files and programs that MSBuild's messages name in quotes. Some languages have other quotes.</summary>
    [GeneratedRegex("""(["'])([^"'\n]+)\1""")]
    private static partial Regex Quotes();

    /// <summary>The programs that have the file open, as MSBuild names them (LockCheck, Windows): "devenv (4711), dotnet (815)".</summary>
    [GeneratedRegex(@" \(\d+\)$")]
    private static partial Regex Holder();
}
