using System;
using System.Collections.Generic;
using System.CommandLine;
using System.CommandLine.Parsing;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;

namespace CopyOnWrite.Tool;

/// <summary>What is wrong with a command line, a sentence each: names that are close to a known one are suggested.</summary>
internal static partial class CommandErrors
{
    private const int FarthestName = 2;

    internal static IReadOnlyList<string> Of(ParseResult parsed)
    {
        Command command = parsed.CommandResult.Command;

        // An argument takes whatever is no option: a misspelt option would be a path that does not exist.
        string[] options = [.. Options(parsed.CommandResult)];
        string[] misspelt = [.. parsed.Tokens.TakeWhile(token => token.Type != TokenType.DoubleDash)
            .Where(token => token.Type == TokenType.Argument && LooksLikeOption().IsMatch(token.Value) && !Path.Exists(token.Value))
            .Select(token => Unknown("option", token.Value, options, string.Empty))];
        if (misspelt.Length > 0)
        {
            return misspelt;
        }

        if (command.Subcommands.Count > 0 && parsed.UnmatchedTokens.Count > 0)
        {
            // "bench mrege a.json": the command's own argument took the first word.
            string name = parsed.Tokens.FirstOrDefault(token => token.Type == TokenType.Argument && !Path.Exists(token.Value))?.Value
                ?? parsed.UnmatchedTokens[0];
            string before = CommandLine.Name(parsed.CommandResult) + " ";
            return [Unknown("command", name, command.Subcommands.Select(one => one.Name), before)];
        }

        string[] empty = [.. parsed.CommandResult.Children.Where(IsEmpty).Select(child => $"{NameOf(child)} is empty. Name a value.")];
        return empty.Length > 0 ? empty : [.. parsed.Errors.Select(error => InWords(error.Message)).Distinct(StringComparer.Ordinal)];
    }

    /// <summary>As from a script's variable that is not set. --size has a default for that (action.yml).</summary>
    private static bool IsEmpty(SymbolResult given) =>
        given.Tokens.Any(token => token.Value.Length == 0) && given is not OptionResult { Option.Name: "--size" };

    private static string NameOf(SymbolResult given) =>
        given is OptionResult option ? option.Option.Name : $"<{((ArgumentResult)given).Argument.Name}>";

    private static string Unknown(string kind, string name, IEnumerable<string> known, string before)
    {
        string? close = known.Select(one => (one, Far: Distance(one, name))).OrderBy(one => one.Far)
            .Where(one => one.Far <= FarthestName).Select(one => one.one).FirstOrDefault();
        return $"Unknown {kind} {name}." + (close is null ? string.Empty : $" Did you mean `{before}{close}`?");
    }

    private static IEnumerable<string> Options(CommandResult result) => result.Command.Options
        .Concat((result.Parent as CommandResult)?.Command.Options.Where(option => option.Recursive) ?? [])
        .SelectMany(option => option.Aliases.Append(option.Name));

    /// <summary>System.CommandLine names .NET's types.</summary>
    private static string InWords(string message) => WrongType().Match(message) is { Success: true } wrong
        ? $"{wrong.Groups[2].Value} is '{wrong.Groups[1].Value}', which is not "
            + $"{(wrong.Groups[3].Value.Contains("Int", StringComparison.Ordinal) ? "a whole number" : "a valid value")}."
        : message;

    /// <summary>Letters to insert, remove or replace; two neighbours in the wrong order are one.</summary>
    internal static int Distance(string one, string other)
    {
        int[,] far = new int[one.Length + 1, other.Length + 1];
        for (int i = 0; i <= one.Length; i++)
        {
            for (int j = 0; j <= other.Length; j++)
            {
                far[i, j] = i == 0 ? j : j == 0 ? i : Math.Min(
                    Math.Min(far[i - 1, j], far[i, j - 1]) + 1, far[i - 1, j - 1] + (one[i - 1] == other[j - 1] ? 0 : 1));
                if (i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1])
                {
                    far[i, j] = Math.Min(far[i, j], far[i - 2, j - 2] + 1);
                }
            }
        }

        return far[one.Length, other.Length];
    }

    [GeneratedRegex("^--?[A-Za-z]")]
    private static partial Regex LooksLikeOption();

    [GeneratedRegex("^Cannot parse argument '(.*)' for option '(.*)' as expected type '(.*)'", RegexOptions.Singleline)]
    private static partial Regex WrongType();
}
