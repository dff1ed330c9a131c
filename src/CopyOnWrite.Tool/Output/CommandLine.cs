using System.CommandLine.Parsing;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Text.RegularExpressions;

namespace CopyOnWrite.Tool.Output;

/// <summary>The common part of all commands: <c>--json</c>, exit codes, and messages for bad input.</summary>
internal static class CommandLine
{
    private const string Json = "--json";
    private const string StackTraces = "DOTNET_COW_STACK_TRACES";
    private const string WrongNumber = @"Cannot parse argument '(.*)' for option '(.*)' as expected type '.*Int.*'\.";

    internal static async Task<int> RunAsync(RootCommand root, string[] arguments)
    {
        ParseResult parsed = Parse(root, arguments);
        string[] wrong = WhatIsWrong(parsed);
        if (wrong.Length > 0)
        {
            // System.CommandLine's default exit code is 1, which here means that something needs attention.
            bool json = parsed.Tokens.Any(token => token.Value == Json);
            string[] sentences = [.. wrong, $"`{Name(parsed.CommandResult)} --help` lists its arguments and options."];
            return new Screen(json).Refuse(string.Join(json ? " " : Environment.NewLine, sentences));
        }

        // Only help and the version are written there. The tool is a command of `dotnet`, whatever its file name.
        using var help = new StringWriter();

        // A closed terminal or a lost connection, which System.CommandLine leaves to the system.
        using var closed = new CancellationTokenSource();
        using var listening = PosixSignalRegistration.Create(PosixSignal.SIGHUP, signal =>
        {
            signal.Cancel = true;
            closed.Cancel();
        });

        // A stopped command needs more than the default two seconds to clean up and write.
        int exitCode = await parsed.InvokeAsync(
            new InvocationConfiguration { ProcessTerminationTimeout = TimeSpan.FromMinutes(1), Output = help }, closed.Token);
        await Console.Out.WriteAsync(help.ToString().Replace(RootCommand.ExecutableName, "dotnet cow", StringComparison.Ordinal));
        return exitCode;
    }

    /// <summary>
    /// Our refusals, or the library's errors without .NET types. A misspelt command gets no error about missing arguments.
    /// </summary>
    internal static string[] WhatIsWrong(ParseResult parsed) => Refused(parsed) is { Length: > 0 } refused ? refused
        : [.. parsed.Errors
            .Where(error => parsed.UnmatchedTokens.Count == 0 || !error.Message.StartsWith("Required ", StringComparison.Ordinal))
            .Select(error => error.SymbolResult is ArgumentResult { Tokens.Count: 0 } missing ? $"{NameOf(missing)} is missing."
                : Regex.Replace(error.Message, WrongNumber, "$2 is '$1', which is not a whole number."))];

    /// <summary>Refuses what System.CommandLine accepts: empty values, as from a script's unset variable, and misspelt options.</summary>
    internal static string[] Refused(ParseResult parsed) =>
    [
        .. parsed.CommandResult.Children.Where(given => given.Tokens.Any(token => token.Value.Length == 0))
            .Select(given => $"{NameOf(given)} is empty. Name a value."),
        .. parsed.CommandResult.Children.OfType<ArgumentResult>().Where(given => given.Argument is not OtherProgramsArguments)
            .SelectMany(given => given.Tokens)
            .Where(token => token.Value is ['-', _, ..] && !Path.Exists(token.Value)
                && parsed.Tokens.SkipWhile(one => one.Type != TokenType.DoubleDash).All(after => after.Value != token.Value))
            .Select(token => $"Unknown option {token.Value}."),
    ];

    private static string NameOf(SymbolResult given) =>
        given is OptionResult option ? option.Option.Name : $"<{((ArgumentResult)given).Argument.Name}>";

    /// <summary><c>dotnet cow</c> alone shows its help.</summary>
    internal static ParseResult Parse(RootCommand root, string[] arguments)
    {
        // No response files: `@types` is a folder's name.
        var configuration = new ParserConfiguration { ResponseFileTokenReplacer = null };
        ParseResult parsed = root.Parse(arguments, configuration);
        return parsed.Tokens.Count == 0 ? root.Parse(["--help"], configuration) : parsed;
    }

    /// <summary>Adds <c>--json</c>. The action's exceptions for bad input become a message and exit code 2.</summary>
    internal static Command SetAnswer(this Command command, Func<ParseResult, Screen, CancellationToken, Task<int>> action)
    {
        var json = new Option<bool>(Json) { Description = "Prints the answer as JSON." };
        command.Add(json);
        command.SetAction(async (parsed, cancel) =>
        {
            var screen = new Screen(parsed.GetValue(json));
            try
            {
                return await action(parsed, screen, cancel);
            }
            catch (Exception e) when (Explain(e) is { } sentence)
            {
                return screen.Refuse(sentence);
            }
        });
        return command;
    }

    internal static Command SetAnswer(this Command command, Func<ParseResult, Screen, CancellationToken, int> action) =>
        command.SetAnswer((parsed, screen, cancel) => Task.FromResult(action(parsed, screen, cancel)));

    /// <summary>Null where the exception ends the process with its stack trace.</summary>
    private static string? Explain(Exception e) => e switch
    {
        CommandFailedException => e.Message,
        OperationCanceledException => "The command was stopped before it finished.",
        UnauthorizedAccessException => $"No permission: {e.Message} Run the command as the user who builds.",
        IOException => $"{e.Message.TrimEnd('.')}.",
        _ => e is OutOfMemoryException || Environment.GetEnvironmentVariable(StackTraces) is not null ? null
            : $"This is a bug in dotnet cow: {e.GetType().Name}: {e.Message} Please run the command again with the environment variable "
                + $"{StackTraces} set to 1, and report the output.",
    };

    internal static Argument<string> Repository() => new("repo")
    {
        Description = "The repository's folder. Default: the current one.",
        DefaultValueFactory = _ => ".",
    };

    /// <summary>Options and all, in their order; not the options of ours.</summary>
    internal sealed class OtherProgramsArguments(string name) : Argument<string[]>(name);

    /// <param name="value">What help shows for the value; null for its type's usual text.</param>
    internal static Option<T> NewOption<T>(string name, string description, string? value = null, params string[] aliases) =>
        new(name, aliases) { Description = description, HelpName = value };

    internal static string Name(SymbolResult result) =>
        result is CommandResult { Command: RootCommand } or not CommandResult ? "dotnet cow"
        : $"{Name(result.Parent!)} {((CommandResult)result).Command.Name}";
}

internal static class ExitCode
{
    internal const int Success = 0;

    /// <summary>The command succeeded, and something in its answer needs attention.</summary>
    internal const int NeedsAttention = 1;

    /// <summary>The command failed: wrong arguments, a path that does not exist, no permission.</summary>
    internal const int UsageError = 2;
}

/// <summary>The command cannot be carried out. The message is a sentence or two, and says what to do.</summary>
internal sealed class CommandFailedException(string message) : Exception(message)
{
    internal static void ThrowIf([DoesNotReturnIf(true)] bool condition, string message)
    {
        if (condition)
        {
            throw new CommandFailedException(message);
        }
    }
}

internal static class ToolVersion
{
    /// <summary>This tool's package version, which is that of the package it was made with: "0.1.0".</summary>
    internal static string Current { get; } = Informational.Split('+')[0];

    /// <summary>The commit that it was built from; null where it was built outside of a repository.</summary>
    internal static string? Commit { get; } = Informational.Split('+', 2) is [_, var commit] ? commit : null;

    private static string Informational =>
        typeof(ToolVersion).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;
}
