using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace CopyOnWrite.Tool.Output;

/// <summary>
/// Writes a command's answer: text, in colour on a terminal without NO_COLOR (no-color.org), or one JSON value. A sentence is one line, so
/// that searching finds it and a command runs as it was copied; only <see cref="Progress"/> is overwritten, so that logs can be read.
/// </summary>
/// <param name="output">Replaces the console; it gets no colours.</param>
internal sealed class Screen(bool json, TextWriter? output = null)
{
    private const int WidestTable = 200;
    private const int Narrowest = 20;

    private readonly TextWriter _out = output ?? Console.Out;
    private readonly bool _isTerminal = output is null && !Console.IsOutputRedirected;

    /// <summary>The width of a table: a wider one becomes lines.</summary>
    internal int TableColumns => _isTerminal ? Math.Clamp(Console.WindowWidth, Narrowest, WidestTable) : WidestTable;

    internal bool IsJson => json;

    /// <summary>Writes the answer as JSON, with this tool's version and commit as its first fields.</summary>
    internal void WriteJson(object answer)
    {
        JsonObject fields = JsonSerializer.SerializeToNode(answer, JsonFormat.Options)!.AsObject();
        fields.Insert(0, "version", ToolVersion.Current);
        fields.Insert(1, "commit", ToolVersion.Commit);
        _out.WriteLine(fields.ToJsonString(JsonFormat.Options));
    }

    internal void Line(string text) => _out.WriteLine(Printable(text));

    internal void Lines(IEnumerable<string> texts) => texts.ToList().ForEach(Line);

    /// <summary>Replaces control characters, as `ls -q` does: a name, also in another machine's log, can hold terminal commands.</summary>
    internal static string Printable(string raw) => string.Concat(raw.Select(c => char.IsControl(c) && c is not ('\r' or '\n') ? '?' : c));

    internal void Line(ConsoleColor colour, string text)
    {
        if (!_isTerminal || Environment.GetEnvironmentVariable("NO_COLOR") is { Length: > 0 })
        {
            Line(text);
            return;
        }

        Console.ForegroundColor = colour;
        _out.Write(Printable(text));
        Console.ResetColor();
        _out.WriteLine();
    }

    /// <summary>Shows how many are done; null but on a terminal. What is written next overwrites it.</summary>
    internal Action<int>? Progress(string what) => !_isTerminal || Console.IsErrorRedirected ? null
        : done => Console.Error.Write($"{Words.Count(done, what)}\r");

    /// <summary>Writes the whole answer, as JSON, or its first line and what is below it; gives the exit code.</summary>
    internal int Answer(object answer, string summary, bool well, Action below)
    {
        if (json)
        {
            WriteJson(answer);
        }
        else
        {
            Line(well ? ConsoleColor.Green : ConsoleColor.Yellow, summary);
            below();
        }

        return well ? ExitCode.Success : ExitCode.NeedsAttention;
    }

    /// <summary>Writes an error, as text or as the JSON value {"error": "..."}; gives the exit code.</summary>
    internal int Refuse(string sentence)
    {
        try
        {
            if (json)
            {
                WriteJson(new { error = sentence });
            }
            else
            {
                Console.Error.WriteLine(Printable(sentence));
            }
        }
        catch (IOException)
        {
            // The terminal is closed, or the disk of the redirected output is full: the exit code says it.
        }

        return ExitCode.UsageError;
    }
}

/// <summary>The JSON options of all commands: names in camelCase, enumerations by name, paths unchanged.</summary>
internal static class JsonFormat
{
    internal static JsonSerializerOptions Options { get; } = new(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase) },
    };
}
