using System.CommandLine.Parsing;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary><c>dotnet cow warm</c>: brings what builds wrote in another checkout into the current folder's checkout.</summary>
internal static class WarmCommand
{
    private const string VerifyName = "--verify";

    internal static Command New() => new Command(
        "warm", "Copies the outputs of a built checkout (the donor) into this one. The next build compiles only the projects that differ.")
    {
        From("The donor. Default: git's setting cow.base, or the main worktree of the repository."),
        CommandLine.NewOption<bool>("--refresh", "First deletes the outputs that this checkout already has."),
        Include(),
        Strict(),
        Verify(),
        CloneCommand.Quiet(),
    }.SetAnswer((parsed, screen, cancel) => Task.Run(
        () =>
        {
            WarmOptions options = WarmOptions.Of(parsed, screen) with { Refresh = parsed.GetValue<bool>("--refresh") };
            return parsed.GetResult(VerifyName) is OptionResult verify ? VerifyAsync(screen, verify, options, cancel)
                : Task.FromResult(Answer(screen, ".", options, cancel));
        },
        CancellationToken.None));

    internal static Option<string> From(string description) => CommandLine.NewOption<string>("--from", description, "DONOR");

    internal static Option<string[]> Include() => CommandLine.NewOption<string[]>(
        "--include", "Also copies ignored files that match a pattern, written as in .gitignore. Can be given several times.", "PATTERN");

    private static Option<string> Verify()
    {
        Option<string> verify = CommandLine.NewOption<string>(
            VerifyName,
            "Builds a temporary worktree with the outputs and then from scratch, and compares. Default arguments of dotnet: \"build\".",
            "BUILD");
        verify.Arity = ArgumentArity.ZeroOrOne;
        return verify;
    }

    internal static Option<bool> Strict() => CommandLine.NewOption<bool>(
        "--strict", "The first build also compiles projects whose pdbs name the donor only in generated sources, as Razor's do.");

    private static Task<int> VerifyAsync(Screen screen, OptionResult verify, WarmOptions options, CancellationToken cancel)
    {
        (GitCheckout checkout, GitCheckout donor) = Places(".", options, cancel);
        return new Verification(checkout, donor, options, cancel).RunAsync(
            screen, [.. verify.Tokens.Select(token => token.Value).DefaultIfEmpty("build").SelectMany(words => words.Split(' '))]);
    }

    private static (GitCheckout Checkout, GitCheckout Donor) Places(string folder, WarmOptions options, CancellationToken cancel)
    {
        GitCheckout checkout = GitCheckout.At(folder, cancel);
        GitCheckout donor = options.From is { } from ? GitCheckout.At(from, cancel) : checkout.DefaultDonor();
        FoldersAbove.Check(checkout.Folder, donor.Folder);
        return (checkout, donor);
    }

    internal static int Answer(Screen screen, string folder, WarmOptions options, CancellationToken cancel)
    {
        (GitCheckout checkout, GitCheckout donor) = Places(folder, options, cancel);
        WarmResult result;
        try
        {
            using OpenFolder here = OpenFolder.At(checkout.Folder);
            result = new Warming(checkout, new BuiltCheckout(donor), here, options, cancel).Run();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            string what = $"{checkout.Folder} did not get the outputs of {donor.Folder}, and a build there compiles everything";
            throw CloneCommand.Failure("COW1041", $"{what}: {e.Message.TrimEnd('.')}.");
        }

        return new WarmAnswer(checkout, donor.Folder, result).Write(screen, options.IsQuiet);
    }
}

/// <param name="From">The donor; null for the default.</param>
/// <param name="Include">Patterns of other files that come along.</param>
internal sealed record WarmOptions(string? From, IReadOnlyList<string> Include, bool IsQuiet, Action<int>? Progress)
{
    internal bool Refresh { get; init; }

    internal bool Strict { get; init; }

    internal static WarmOptions Of(ParseResult parsed, Screen screen) => new(
        parsed.GetValue<string>("--from"), parsed.GetValue<string[]>("--include") ?? [], parsed.GetValue<bool>("--quiet"),
        screen.Progress("file"))
    {
        Strict = parsed.GetValue<bool>("--strict"),
    };
}
