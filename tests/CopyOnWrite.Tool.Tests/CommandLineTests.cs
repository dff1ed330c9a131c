using System.CommandLine;
using System.CommandLine.Help;
using System.Text.Json.Nodes;

namespace CopyOnWrite.Tool.Tests;

/// <summary>The answer to a wrong command line.</summary>
[TestClass]
[DoNotParallelize]    // It takes the console.
public sealed class CommandLineTests
{
    [TestMethod]
    [DataRow("Unknown option --jsn.", "inspect", "a.dll", "--jsn")]
    [DataRow("Unknown option --round.", "bench", "--round", "3")]
    [DataRow("<path> is empty. Name a value.", "why", "")]
    [DataRow("--markdown is empty. Name a value.", "report", "a.binlog", "--markdown", "")]
    [DataRow("--project is empty. Name a value.", "bench", "--project", "")]
    public void WhatTheLibraryWouldTakeIsRefused(string expected, params string[] arguments) =>
        Assert.AreEqual(expected, CommandLine.WhatIsWrong(CowCommand.New().Parse(arguments)).Single());

    [TestMethod]
    [DataRow("Unrecognized command or argument 'doctr'.", "doctr")]
    [DataRow("Unrecognized command or argument 'a.json'.", "bench", "mrege", "a.json")]
    [DataRow("--rounds is 'many', which is not a whole number.", "bench", ".", "--rounds", "many")]
    [DataRow("--rounds is '1.5', which is not a whole number.", "bench", ".", "--rounds", "1.5")]
    [DataRow("`dotnet cow bench --help` lists its arguments and options.", "bench", "--project", "")]
    public async Task AWrongCommandLineEndsWithTwoAndSaysWhatIsWrong(string expected, params string[] arguments)
    {
        string errors = (await Wrong(arguments)).Errors;
        CollectionAssert.Contains(errors.Split('\n', StringSplitOptions.TrimEntries), expected, errors);
    }

    [TestMethod]
    [DataRow("<new> is missing. `dotnet cow clone --help` lists its arguments and options.", "clone", "@a", "--json")]
    [DataRow("<new> is empty. Name a value. `dotnet cow clone --help` lists its arguments and options.", "clone", "a", "", "--json")]
    public async Task ItIsTheErrorOfJson(string expected, params string[] arguments) =>
        Assert.AreEqual(expected, (string?)JsonNode.Parse((await Wrong(arguments)).Output)!["error"]);

    private static async Task<(string Output, string Errors)> Wrong(string[] arguments)
    {
        using var output = new StringWriter();
        using var errors = new StringWriter();
        (TextWriter consoleOutput, TextWriter consoleErrors) = (Console.Out, Console.Error);
        Console.SetOut(output);
        Console.SetError(errors);
        try
        {
            Assert.AreEqual(ExitCode.UsageError, await CommandLine.RunAsync(CowCommand.New(), arguments));
        }
        finally
        {
            Console.SetOut(consoleOutput);
            Console.SetError(consoleErrors);
        }

        return (output.ToString(), errors.ToString());
    }

    [TestMethod]
    [DataRow("doctor")]
    [DataRow("inspect", "a.dll", "b.dll", "--json")]
    [DataRow("bench", ".", "--rounds", "9", "-p", "A=1")]
    [DataRow("clone", "--", "-new", "--old")]
    public void ARightOneHasNothingSaidOfIt(params string[] arguments) =>
        Assert.IsEmpty(CommandLine.WhatIsWrong(CowCommand.New().Parse(arguments)), string.Join(' ', arguments));

    [TestMethod]
    [DataRow(0)]
    [DataRow(1, "--jsn")]
    public void ACommandThatOnlyHasCommandsShowsItsHelp(int errors, params string[] arguments)
    {
        ParseResult parsed = CommandLine.Parse(CowCommand.New(), arguments);
        Assert.HasCount(errors, CommandLine.WhatIsWrong(parsed));
        Assert.AreEqual(errors == 0, parsed.Action is HelpAction, string.Join(' ', arguments));
    }

    [TestMethod]
    public void JsonHasTheVersionAndTheCommitOfTheTool()
    {
        using var output = new StringWriter();
        new Screen(json: true, output).WriteJson(new { summary = "well" });
        JsonNode json = JsonNode.Parse(output.ToString())!;
        Assert.AreEqual(ToolVersion.Current, (string?)json["version"]);
        Assert.IsTrue(json.AsObject().ContainsKey("commit"), json.ToJsonString());
        Assert.MatchesRegex("^([0-9a-f]{40}|built outside of git)$", (string?)json["commit"] ?? "built outside of git");
    }

    [TestMethod]
    public void NamesCannotCommandTheTerminal()
    {
        using var output = new StringWriter();
        var screen = new Screen(json: false, output);
        screen.Line("a\e[2Jb\u009b1m");
        screen.Line(ConsoleColor.Green, "a\e[2J");
        Assert.AreEqual("a?[2Jb?1m\na?[2J\n", output.ToString().ReplaceLineEndings("\n"));
    }

    [TestMethod]
    public void EveryCommandIsAmongTheExamples()
    {
        foreach (string command in CowCommand.New().Subcommands.Select(command => command.Name))
        {
            Assert.Contains($"  dotnet cow {command} ", CowCommand.Examples);
        }
    }
}
