using System.CommandLine;
using CopyOnWrite.Build;

namespace CopyOnWrite.Tool.Tests;

/// <summary>Every command line of the pages, of the templates for pipelines and of the demo is one that the program takes.</summary>
[TestClass]
public sealed class CommandLinesInDocsTests
{
    private const string Cow = "dotnet cow";
    private const string Build = "./build.sh";

    [TestMethod]
    [DataRow(Cow, 25)]
    [DataRow(Build, 3)]
    public void EveryLineParses(string program, int fewestToCopy)
    {
        IReadOnlyList<DocumentedCommand> commands = DocumentedCommand.Of(program);
        string[] wrong = [.. commands.SelectMany(command => (program == Cow ? WrongInCow(command) : WrongInBuild(command))
            .Select(error => $"{command.Place}: {command.Text}: {error}"))];
        Assert.IsEmpty(wrong, string.Join('\n', wrong));
        Assert.IsGreaterThan(fewestToCopy, commands.Count(command => command.IsWhole), "Lines to copy.");
        Assert.IsGreaterThan(25, commands.Count(command => !command.IsWhole), "Commands in sentences.");
    }

    [TestMethod]
    [DataRow("```sh\ndotnet cow report a.binlog --hmtl a.html   # a comment\n```", "Unknown option --hmtl.")]
    [DataRow("```sh\n$ dotnet cow reprot a.binlog\n```", "Unrecognized command or argument 'reprot'.")]
    [DataRow("```sh\ncd repository && dotnet cow report\n```", "Required argument missing for command: 'report'.")]
    [DataRow("```sh\ndotnet cow warm --quiet || exit 0\n```", null)]
    [DataRow("`dotnet cow inspect bin --jsn` is JSON", "Unknown option --jsn.")]
    [DataRow("See `dotnet cow report` and `dotnet cow inspect --log FILE`.", null)]
    public void AWrongLineOfTheToolIsFound(string page, string? expected)
    {
        string[] errors = [.. DocumentedCommand.In("page.md", page.Split('\n'), Cow).SelectMany(WrongInCow)];
        Assert.AreEqual(expected is not null, errors.Length > 0, string.Join('\n', errors));
        Assert.IsTrue(expected is null || errors.Contains(expected), string.Join('\n', errors));
    }

    [TestMethod]
    public void WhatTheDemoSaysToDoNextAreCommandsThatTheToolTakes()
    {
        string[] next = [.. Demo.Next("TOOL", "PACKAGES").Where(line => line.Contains("dotnet TOOL", StringComparison.Ordinal))];
        Assert.HasCount(3, next);
        foreach (string line in next)
        {
            string[] words = line.Split('#')[0].Split(' ', StringSplitOptions.RemoveEmptyEntries);
            Assert.IsEmpty(CommandLine.WhatIsWrong(CowCommand.New().Parse(words[2..])), line);
        }
    }

    private static IEnumerable<string> WrongInCow(DocumentedCommand command)
    {
        ParseResult parsed = CowCommand.New().Parse(command.Arguments(Cow));
        return CommandLine.Refused(parsed)
            .Concat(parsed.Errors.Select(error => error.Message)
                .Where(error => command.IsWhole || error.StartsWith("Unrecognized ", StringComparison.Ordinal)));
    }

    private static IEnumerable<string> WrongInBuild(DocumentedCommand command)
    {
        ParseResult parsed = BuildCommand.New().Parse(command.Arguments(Build));
        System.CommandLine.Command verb = parsed.CommandResult.Command;

        // What is handed on to the verb's own program is listed in its description.
        IEnumerable<string> unknown = parsed.UnmatchedTokens.Where(word => word.StartsWith("--", StringComparison.Ordinal))
            .Where(word => !verb.Description!.Contains(word, StringComparison.Ordinal));
        return parsed.Errors.Select(error => error.Message)
            .Concat(unknown.Select(word => $"{verb.Name} has no {word}"))
            .Where(error => command.IsWhole || !error.StartsWith("Required command", StringComparison.Ordinal));
    }
}
