using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;
using Spectre.Console;

namespace CopyOnWrite.Tool.Output;

/// <summary>
/// Writes a command's answer: text, in colour on a terminal without NO_COLOR (no-color.org), or one JSON value. Nothing
/// moves or is overwritten, so that logs can be read.
/// </summary>
internal sealed partial class Screen
{
    // Only a terminal has a width: elsewhere a sentence is one line, so that searching finds it.
    private const int WidthOfFiles = 10_000;
    private const int WidestTable = 160;
    private const int Narrowest = 20;

    private readonly bool _json;
    private readonly TextWriter _out;
    private readonly IAnsiConsole _console;

    /// <param name="output">Replaces the console; it gets no colours.</param>
    internal Screen(bool json, TextWriter? output = null)
    {
        _json = json;
        _out = output ?? Console.Out;
        bool terminal = output is null && !Console.IsOutputRedirected;
        bool colours = terminal && string.IsNullOrEmpty(Environment.GetEnvironmentVariable("NO_COLOR"));
        _console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = colours ? AnsiSupport.Detect : AnsiSupport.No,
            ColorSystem = colours ? ColorSystemSupport.Detect : ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.No,
            Out = new AnsiConsoleOutput(_out),
        });
        _console.Profile.Width = int.TryParse(Environment.GetEnvironmentVariable("COLUMNS"), out int asked) ? Math.Max(asked, Narrowest)
            : terminal ? Math.Max(_console.Profile.Width, Narrowest)
            : WidthOfFiles;
    }

    /// <summary>The width of a table: outside of a terminal a wider one becomes lines.</summary>
    internal int TableColumns => Math.Min(_console.Profile.Width, WidestTable);

    /// <summary>Writes the answer as JSON, with this tool's version and commit as its first fields.</summary>
    internal void WriteJson(object answer)
    {
        var json = new JsonObject { ["version"] = ToolVersion.Current, ["commit"] = ToolVersion.Commit };
        foreach ((string name, JsonNode? value) in JsonSerializer.SerializeToNode(answer, JsonFormat.Options)!.AsObject())
        {
            json[name] = value?.DeepClone();
        }

        _out.WriteLine(json.ToJsonString(JsonFormat.Options));
    }

    internal void Line(string text = "") => _out.WriteLine(text);

    /// <summary>Writes the whole answer, as JSON, or its first line and what is below it; gives the exit code.</summary>
    internal int Answer(object json, string summary, bool well, Action below)
    {
        if (_json)
        {
            WriteJson(json);
        }
        else
        {
            _console.WriteLine(summary, new Style(well ? Color.Green : Color.Yellow, decoration: Decoration.Bold));
            below();
        }

        return well ? ExitCode.Success : ExitCode.NeedsAttention;
    }

    /// <summary>
    /// Writes a paragraph after a mark, with further lines indented. No word is broken: it may be a path to copy; nor is what is between
    /// backquotes: a command that is broken into lines does not run as it was copied.
    /// </summary>
    internal void Paragraph(string mark, string text, Style? style = null)
    {
        string begin = mark + " ";
        string indent = new(' ', begin.Length);
        int column = begin.Length;
        _console.Write(begin, style ?? Style.Plain);
        foreach (string word in Unbroken().Matches(text).Select(match => match.Value))
        {
            bool first = column == indent.Length;
            if (!first && column + 1 + word.Length > _console.Profile.Width)
            {
                _console.WriteLine();
                _console.Write(indent);
                column = indent.Length;
                first = true;
            }

            _out.Write(first ? word : " " + word);
            column += word.Length + (first ? 0 : 1);
        }

        _console.WriteLine();
    }

    /// <summary>Writes an error, as text or as the JSON value {"error": "..."}; gives the exit code.</summary>
    internal int Refuse(string sentence)
    {
        if (_json)
        {
            WriteJson(new { error = sentence });
        }
        else
        {
            Console.Error.WriteLine(sentence);
        }

        return ExitCode.UsageError;
    }

    [GeneratedRegex("(?:`[^`]*`|[^ ])+")]
    private static partial Regex Unbroken();
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
