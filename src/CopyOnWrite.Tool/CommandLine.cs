using System;
using System.Collections.Generic;
using System.CommandLine;
using System.CommandLine.Parsing;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool;

/// <summary>What all commands have in common: <c>--json</c>, exit codes, and that bad input is answered with a sentence.</summary>
internal static class CommandLine
{
    private const string StackTraces = "DOTNET_COW_STACK_TRACES";

    internal static async Task<int> RunAsync(RootCommand root, string[] arguments)
    {
        ParseResult parsed = Parse(root, arguments);
        IReadOnlyList<string> errors = CommandErrors.Of(parsed);
        if (errors.Count == 0)
        {
            // Only help and the version are written there. The tool is a command of `dotnet`, whatever its file is called.
            using var help = new StringWriter();

            // What a command has to clean up and to write when it is stopped takes longer than the usual two seconds.
            int exitCode = await parsed.InvokeAsync(new InvocationConfiguration
            {
                ProcessTerminationTimeout = TimeSpan.FromMinutes(1),
                Output = help,
            });
            await Console.Out.WriteAsync(help.ToString().Replace(RootCommand.ExecutableName, "dotnet cow", StringComparison.Ordinal));
            if (help.GetStringBuilder().Length > 0 && parsed.CommandResult.Command == root && arguments is not ["--version"])
            {
                await Console.Out.WriteLineAsync(CowCommand.Examples);
            }

            return exitCode;
        }

        // System.CommandLine's own answer to wrong arguments ends with 1, which here means that something needs attention.
        foreach (string error in errors)
        {
            await Console.Error.WriteLineAsync(error);
        }

        await Console.Error.WriteLineAsync($"`{Name(parsed.CommandResult)} --help` lists what it takes.");
        return ExitCode.UsageError;
    }

    /// <summary>A command that only has commands, such as <c>dotnet cow cache</c>, shows its help.</summary>
    internal static ParseResult Parse(RootCommand root, string[] arguments)
    {
        ParseResult parsed = root.Parse(arguments);
        bool isBare = parsed.CommandResult.Command is { Subcommands.Count: > 0, Action: null }
            && parsed.Tokens.All(token => token.Type == TokenType.Command);
        return isBare ? root.Parse([.. arguments, "--help"]) : parsed;
    }

    /// <summary>
    /// Adds <c>--json</c>, and runs the action with its value. What the action throws of bad input becomes a sentence and 2.
    /// </summary>
    internal static void SetAnswer(this Command command, Func<ParseResult, Screen, CancellationToken, Task<int>> action)
    {
        var json = new Option<bool>("--json") { Description = "The answer as JSON." };
        command.Add(json);
        command.SetAction(async (parsed, cancel) =>
        {
            var screen = new Screen(parsed.GetValue(json));
            try
            {
                return await action(parsed, screen, cancel);
            }
            catch (BadInputException e)
            {
                return screen.Refuse(e.Message, e.Code);
            }
            catch (OperationCanceledException)
            {
                return screen.Refuse("Stopped before the end.");
            }
            catch (UnauthorizedAccessException e)
            {
                return screen.Refuse($"No permission: {e.Message} Run it as the user who builds.");
            }
            catch (IOException e)
            {
                return screen.Refuse($"{e.Message.TrimEnd('.')}. Nothing was changed.");
            }
            catch (Exception e) when (e is not OutOfMemoryException && Environment.GetEnvironmentVariable(StackTraces) is null)
            {
                return screen.Refuse(
                    $"This is a defect of dotnet cow: {e.GetType().Name}: {e.Message} Please report it with what the same command writes "
                    + $"if the environment variable {StackTraces} is 1.");
            }
        });
    }

    internal static string Name(SymbolResult result) =>
        result is CommandResult { Command: RootCommand } or not CommandResult ? "dotnet cow"
        : $"{Name(result.Parent!)} {((CommandResult)result).Command.Name}";
}

/// <summary>What each command ends with.</summary>
internal static class ExitCode
{
    internal const int Success = 0;

    /// <summary>The answer is there, and something in it needs attention.</summary>
    internal const int NeedsAttention = 1;

    /// <summary>There is no answer: wrong arguments, a path that does not exist, no permission.</summary>
    internal const int UsageError = 2;
}

/// <summary>The command cannot be carried out as it was given. The message is a sentence, or two, that says what to do.</summary>
/// <param name="code">Of its page in docs/diagnostics; null for what the sentence says all of.</param>
internal sealed class BadInputException(string message, string? code = null) : Exception(message)
{
    internal string? Code { get; } = code;
}

internal static class ToolVersion
{
    /// <summary>This tool's package version, which is that of the SDK it was made with: "0.1.0".</summary>
    internal static string Current { get; } = Informational.Split('+')[0];

    /// <summary>The commit that it was built from; null where it was built outside of a repository.</summary>
    internal static string? Commit { get; } = Informational.Split('+', 2) is [_, var commit] ? commit : null;

    private static string Informational =>
        typeof(ToolVersion).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;
}
