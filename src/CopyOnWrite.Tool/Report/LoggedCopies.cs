using CopyOnWrite.Tasks;

namespace CopyOnWrite.Tool.Report;

/// <summary>The outcome of a file in a Copy call.</summary>
internal enum CopyKind
{
    Cloned,
    FromCache,
    Copied,

    /// <summary>The package's task left it to the built-in task, whose way of copying is unknown.</summary>
    Left,

    /// <summary>The package's task did not copy it, and logged the error.</summary>
    Failed,

    /// <summary>The log does not say, as MSBuild's own Copy may have cloned it.</summary>
    Unknown,
}

/// <summary>One file that a Copy call wrote or tried to.</summary>
/// <param name="Bytes">0 where the log does not say: to open a path of a log could send credentials to its host (Windows).</param>
internal sealed record FileCopy(string Project, string From, string To, CopyKind Kind, WhyCopied? Why, long Bytes, bool BySdk)
{
    internal string Words => WordsOf(Kind) + (Why is { } why ? $": {why.Words}" : string.Empty);

    internal static string WordsOf(CopyKind kind) => kind switch
    {
        CopyKind.Cloned => "cloned",
        CopyKind.FromCache => "cloned from the cache",
        CopyKind.Copied => "copied",
        CopyKind.Left => "left to MSBuild's own Copy",
        CopyKind.Failed => "failed",
        _ => "copied or cloned: MSBuild's own Copy does not log which",
    };
}

/// <summary>Reads the files of a log's Copy calls from the package task's records and the built-in task's messages.</summary>
internal sealed class LoggedCopies
{
    private readonly Dictionary<LoggedCall, FileCopy[]> _files;
    private readonly string _root;

    internal LoggedCopies(BuildLog log)
    {
        IReadOnlyList<LoggedCall> calls = log.CopyCalls;
        IEnumerable<string> first = log.Projects.Where(project => project.RequestedBy.Count == 0).Select(project => project.File);
        _root = LoggedPath.InCommon(calls.Select(call => call.Project).Concat(first));
        _files = calls.ToDictionary(call => call, call => call.Record is { BuiltIn: null } record
            ? [.. (record.Files ?? []).Select(file => Of(call, file))]
            : OfMessages(call));
        All = [.. _files.Values.SelectMany(files => files)];

        // A record has its own count, and the messages of its call name the same files.
        Unchanged = calls.Sum(call => call.Record is { BuiltIn: null } record ? record.Unchanged : call.Unchanged);

        // Before MSBuild 16.8 a task's parameters are messages as well, without quotes. A log has one language.
        LoggedCall[] builtIn = [.. calls.Where(call => call.Record is null)];
        NotRead = builtIn.SelectMany(call => call.Messages).Any(message => CopyMessage.Parse(message) is not null) ? 0
            : builtIn.Count(call => call.Messages.Any(CopyMessage.IsUnreadable));
    }

    internal long Unchanged { get; }

    /// <summary>Calls of the built-in task whose messages do not tell where a file's name ends, as in Czech.</summary>
    internal int NotRead { get; }

    internal IReadOnlyList<FileCopy> All { get; }

    internal IReadOnlyList<FileCopy> Of(LoggedCall call) => _files[call];

    internal Amount AmountOf(CopyKind kind) => Amount.Of(All.Where(file => file.Kind == kind));

    /// <summary>Gives a path relative to the folder that all projects have in common, those named to the build included.</summary>
    internal string Named(string path) => path.StartsWith(_root, StringComparison.Ordinal) ? path[_root.Length..] : path;

    private static FileCopy Of(LoggedCall call, CopyRecordFile file) => new(
        call.Project,
        file.From,
        file.To,
        Enum.TryParse(file.Outcome, ignoreCase: true, out CopyKind kind) && Enum.IsDefined(kind) ? kind : CopyKind.Left,
        WhyCopied.Of(file),
        file.Bytes,
        BySdk: true);

    private static FileCopy[] OfMessages(LoggedCall call)
    {
        WhyCopied? why = call.Record?.BuiltIn is { } code ? WhyCopied.OfCall(code) : null;
        return [.. call.CopiedFiles.Select(file => new FileCopy(
            call.Project, file.From, file.To, why is null ? CopyKind.Unknown : CopyKind.Left, why, Bytes: 0, call.IsOfSdk))];
    }
}

/// <summary>The reason why a file is not a clone: the core's, or why a whole call was left to the built-in task.</summary>
internal readonly record struct WhyCopied(Reason Reason, FallbackReason Fallback = FallbackReason.None)
{
    internal string Code => Fallback != FallbackReason.None ? Fallback.ToString() : Reason.ToString();

    internal string Words => Fallback != FallbackReason.None ? FallbackText.Of(Fallback) : ReasonText.Of(Reason);

    internal static WhyCopied? Of(CopyRecordFile file) => file.Reason is null
        ? null
        : new WhyCopied(Parse<Reason>(file.Reason) is var reason && reason != Reason.None ? reason : Reason.OtherError);

    internal static WhyCopied OfCall(string builtIn) => new(Reason.OtherError, Parse<FallbackReason>(builtIn));

    private static T Parse<T>(string code)
        where T : struct, Enum => Enum.TryParse(code, out T known) && Enum.IsDefined(known) ? known : default;
}
