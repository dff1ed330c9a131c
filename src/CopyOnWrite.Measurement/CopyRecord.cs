using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;

namespace CopyOnWrite.Measurement;

/// <summary>What the SDK's task did with one file, by its record.</summary>
/// <param name="Outcome">"cloned", "fromCache", "copied", or "left": to the built-in task.</param>
/// <param name="Reason">The code of why it was not cloned (docs/reference/report-format.md); null for clones.</param>
public sealed record CopyRecordFile(string From, string To, string Outcome, string? Reason, long Bytes);

/// <summary>
/// One call of the SDK's Copy task: a line in the file of CopyOnWriteReport, and in a binary log the data of the call's message.
/// </summary>
/// <param name="Folder">The project's.</param>
/// <param name="BuiltIn">The code of why the whole call was left to the built-in task; then there are no files and no counts.</param>
/// <param name="Milliseconds">Without what the built-in task took for the files that were left to it.</param>
/// <param name="Files">Without those that were unchanged.</param>
public sealed record CopyRecord(
    int Format,
    DateTime Time,
    string Folder,
    string? BuiltIn,
    double Milliseconds,
    long Cloned,
    long ClonedBytes,
    long FromCache,
    long FromCacheBytes,
    long Copied,
    long CopiedBytes,
    long Unchanged,
    long Left,
    IReadOnlyList<CopyRecordFile>? Files)
{
    /// <summary>The ExtendedType of the message that has it.</summary>
    internal const string EventType = "CopyOnWrite.Copy";

    private static readonly JsonSerializerOptions s_options = new(JsonSerializerDefaults.Web) { Converters = { new NameConverter() } };

    /// <summary>Format 1 had sentences for reasons; format 2 had calls that waited for the cache.</summary>
    private const int FormatOfThisVersion = 3;

    /// <exception cref="InvalidDataException">It is no such record, or one of another version's format.</exception>
    public static CopyRecord Parse(string json)
    {
        try
        {
            return JsonSerializer.Deserialize<CopyRecord>(json, s_options) is not { } record
                ? throw new InvalidDataException("A record of a Copy call is empty.")
                : record.Format != FormatOfThisVersion ? throw new InvalidDataException(
                    $"A record of a Copy call has format {record.Format}, and this version reads format {FormatOfThisVersion}: use the "
                    + "`dotnet cow` of the version of CopyOnWrite.Sdk that built, or build again.")
                : record.IsWhole ? record
                : throw new InvalidDataException("A record of a Copy call is incomplete or has an invalid number.");
        }
        catch (Exception e) when (e is JsonException or ArgumentException)    // The latter for half a character.
        {
            throw new InvalidDataException($"A record of a Copy call cannot be parsed: {e.Message}", e);
        }
    }

    private bool IsWhole =>
        double.IsFinite(Milliseconds)
        && new[] { Cloned, ClonedBytes, FromCache, FromCacheBytes, Copied, CopiedBytes, Unchanged, Left }.All(number => number >= 0)
        && (Files ?? []).All(file => file is { From: not null, To: not null, Outcome: not null, Bytes: >= 0 });
}

/// <summary>
/// A text of a record that may have half of a surrogate pair: a file's name on Windows, where names are any 16-bit units. The task writes
/// it as an escape (\ud83d), as JSON has it (RFC 8259, 8.2), and System.Text.Json refuses to read that.
/// </summary>
internal sealed partial class NameConverter : JsonConverter<string>
{
    public override string? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        if (reader.TokenType != JsonTokenType.String)
        {
            throw new JsonException("A text is expected.");
        }

        try
        {
            return reader.GetString();
        }
        catch (InvalidOperationException) when (!reader.HasValueSequence)
        {
            // Utf8JsonReader.GetString: "The JSON string contains invalid UTF-16 surrogates."
            return Escape().Replace(Encoding.UTF8.GetString(reader.ValueSpan), escape => $"{Unescape(escape.Value)}");
        }
    }

    public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) => writer.WriteStringValue(value);

    private static char Unescape(string escape) => escape[1] switch
    {
        'u' => (char)ushort.Parse(escape[2..], NumberStyles.HexNumber, CultureInfo.InvariantCulture),
        'b' => '\b',
        'f' => '\f',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        char itself => itself,
    };

    // The reader has seen to it that there is no other.
    [GeneratedRegex(@"\\(u[0-9a-fA-F]{4}|.)")]
    private static partial Regex Escape();
}
