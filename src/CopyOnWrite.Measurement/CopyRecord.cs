using System.Text.Json;
using System.Text.RegularExpressions;

namespace CopyOnWrite.Measurement;

/// <summary>The record of what the package's task did with one file.</summary>
/// <param name="Outcome">"cloned", "fromCache", "copied", "left" (to the built-in task) or "failed" (with an error of this task).</param>
/// <param name="Reason">The code of the reason why it was not cloned (docs/reference/log.md); null for clones.</param>
public sealed record CopyRecordFile(string From, string To, string Outcome, string? Reason, long Bytes);

/// <summary>One call of the package's Copy task: in a binary log the data of the call's message.</summary>
/// <param name="BuiltIn">Why the whole call was left to the built-in task, as a code; then there are no files and no counts.</param>
/// <param name="Milliseconds">Without the built-in task's time for files left to it.</param>
/// <param name="Files">The files, without unchanged ones.</param>
public sealed partial record CopyRecord(
    int Format, DateTime Time, string Folder, string? BuiltIn, double Milliseconds, long Cloned, long FromCache, long Copied,
    long Unchanged, long Left, IReadOnlyList<CopyRecordFile>? Files)
{
    /// <summary>Files whose error the package's task logged, so that the built-in task did not get them.</summary>
    public long Failed { get; init; }

    /// <summary>Files that a program had loaded and that were replaced nevertheless (Windows).</summary>
    public long InUse { get; init; }

    /// <summary>Sources that were missing while another process replaced them, and for which the call waited.</summary>
    public long Waited { get; init; }

    public long WaitedMilliseconds { get; init; }

    /// <summary>The ExtendedType of the message with the record.</summary>
    internal const string EventType = "CopyOnWrite.Copy";

    /// <summary>Format 1 had sentences for reasons; format 2 had calls that waited for the cache.</summary>
    private const int FormatOfThisVersion = 3;

    /// <exception cref="InvalidDataException">It is not a record, or has another version's format.</exception>
    public static CopyRecord Parse(string json)
    {
        try
        {
            var record = JsonSerializer.Deserialize<CopyRecord>(WithoutHalves(json), JsonSerializerOptions.Web);
            return record is { IsWhole: true, Format: FormatOfThisVersion } ? record
                : throw new InvalidDataException(record is null or { Format: FormatOfThisVersion }
                    ? "A record of a Copy call is incomplete or has an invalid number."
                    : $"A record of a Copy call has format {record.Format}, and this version reads format {FormatOfThisVersion}: use the "
                        + "`dotnet cow` of the version of CopyOnWrite.Sdk that built, or build again.");
        }
        catch (Exception e) when (e is JsonException or ArgumentException)    // The latter for an unpaired surrogate that is not escaped.
        {
            throw new InvalidDataException($"A record of a Copy call cannot be parsed: {e.Message}", e);
        }
    }

    /// <summary>Half of a surrogate pair (in a name on Windows), which System.Text.Json refuses as an escape, is read as U+FFFD.</summary>
    private static string WithoutHalves(string json) =>
        Escape().Replace(json, escape => escape.Groups["half"].Success ? @"\ufffd" : escape.Value);

    [GeneratedRegex(@"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?<half>\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\.")]
    private static partial Regex Escape();

    private bool IsWhole =>
        double.IsFinite(Milliseconds)
        && new[] { Cloned, FromCache, Copied, Unchanged, Left, Failed, InUse, Waited, WaitedMilliseconds }.All(number => number >= 0)
        && (Files ?? []).All(file => file is { From: not null, To: not null, Outcome: not null, Bytes: >= 0 });
}
