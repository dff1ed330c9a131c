using System;
using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;

namespace CopyOnWrite.Measurement;

/// <summary>
/// A text of a record that may have half of a surrogate pair: a file's name on Windows, where names are any 16-bit units. The task writes it as an escape
/// (\ud83d), as JSON has it (RFC 8259, 8.2), and System.Text.Json refuses to read that.
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
