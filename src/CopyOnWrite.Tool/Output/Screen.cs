using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using CopyOnWrite.Tasks;
using Spectre.Console;

namespace CopyOnWrite.Tool.Output;

/// <summary>
/// Writes a command's answer: text, in colour on a terminal without NO_COLOR (no-color.org), or one JSON value. Nothing
/// moves or is overwritten, so that logs can be read.
/// </summary>
internal sealed class Screen
{
    // Only a terminal has a width: elsewhere a sentence is one line, so that searching finds it.
    private const int WidthOfFiles = 10_000;
    private const int WidestTable = 160;
    private const int Narrowest = 20;

    private readonly TextWriter _out;
    private readonly IAnsiConsole _console;

    /// <param name="output">Replaces the console; it gets no colours.</param>
    internal Screen(bool json, TextWriter? output = null)
    {
        Json = json;
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
        _console.Profile.Width = Width(terminal);
    }

    /// <summary>Whether the answer is JSON; then only <see cref="WriteJson"/> writes.</summary>
    internal bool Json { get; }

    internal int Columns => _console.Profile.Width;

    /// <summary>The width of a table: outside of a terminal a wider one becomes lines.</summary>
    internal int TableColumns => Math.Min(Columns, WidestTable);

    /// <summary>Writes the answer as JSON, with this tool's version and commit as its first fields.</summary>
    internal void WriteJson<T>(T answer)
    {
        var json = new JsonObject { ["version"] = ToolVersion.Current, ["commit"] = ToolVersion.Commit };
        foreach ((string name, JsonNode? value) in JsonSerializer.SerializeToNode(answer, JsonFormat.Options)!.AsObject())
        {
            json[name] = value?.DeepClone();
        }

        _out.WriteLine(json.ToJsonString(JsonFormat.Options));
    }

    internal void Line(string text = "") => _out.WriteLine(text);

    /// <summary>Writes the whole answer, as JSON or as text; gives the exit code.</summary>
    internal int Answer<T>(T json, bool well, Action text)
    {
        if (Json)
        {
            WriteJson(json);
        }
        else
        {
            text();
        }

        return well ? ExitCode.Success : ExitCode.NeedsAttention;
    }

    internal int Answer<T>(T json, string summary, bool well, Action below) => Answer(json, well, () =>
    {
        Answer(summary, well);
        below();
    });

    /// <summary>Writes the first line of an answer.</summary>
    internal void Answer(string text, bool well) =>
        _console.WriteLine(text, new Style(well ? Color.Green : Color.Yellow, decoration: Decoration.Bold));

    /// <summary>
    /// Writes a paragraph after a mark, with further lines indented. No word is broken: it may be a path to copy.
    /// </summary>
    internal void Paragraph(string mark, string text, Style? style = null)
    {
        string begin = mark + " ";
        string indent = new(' ', begin.Length);
        int column = begin.Length;
        _console.Write(begin, style ?? Style.Plain);
        foreach (string word in text.Split(' '))
        {
            bool first = column == indent.Length;
            if (!first && column + 1 + word.Length > Columns)
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

    /// <summary>
    /// Writes an error, as text or as the JSON value {"error": "..."}, with its code and page if it has one; gives the exit code.
    /// </summary>
    internal int Refuse(string sentence, string? code = null)
    {
        if (!Json)
        {
            Console.Error.WriteLine(code is null ? sentence : $"{code}: {sentence} See {Documentation.PageOf(code)}");
        }
        else if (code is null)
        {
            WriteJson(new { error = sentence });
        }
        else
        {
            WriteJson(new { error = sentence, code, page = Documentation.PageOf(code) });
        }

        return ExitCode.UsageError;
    }

    private static int Width(bool terminal)
    {
        if (int.TryParse(Environment.GetEnvironmentVariable("COLUMNS"), out int asked))
        {
            return Math.Max(asked, Narrowest);
        }

        try
        {
            return terminal ? Math.Max(Console.WindowWidth, Narrowest) : WidthOfFiles;
        }
        catch (IOException)
        {
            return WidthOfFiles;
        }
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
