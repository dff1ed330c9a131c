using System.CommandLine.Parsing;
using CopyOnWrite.Linux;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>
/// <c>dotnet cow worktree</c>: runs <c>git worktree add</c> once, with all arguments for git, then <c>dotnet cow warm</c> in the worktree.
/// </summary>
internal static class WorktreeCommand
{
    private const int SigTerm = 15;

    internal static Command New()
    {
        var arguments = new CommandLine.OtherProgramsArguments("new")
        {
            Description = "The arguments of `git worktree add`: options, the path of the worktree, and the commit.",
            Arity = ArgumentArity.OneOrMore,
        };
        var command = new Command(
            "worktree", "Runs `git worktree add` and copies the donor's outputs into the new one. "
                + "The first build compiles only the projects that differ.")
        {
            arguments,
            WarmCommand.From("The donor, a checkout that is built. Default: git's setting cow.base, or the current checkout."),
            WarmCommand.Include(),
            WarmCommand.Strict(),
            CloneCommand.Quiet(),
        };
        return command.SetAnswer((parsed, screen, cancel) => Task.Run(
            () => Answer(screen, ArgumentsOf(parsed), WarmOptions.Of(parsed, screen), cancel), CancellationToken.None));
    }

    /// <param name="arguments">The arguments for git.</param>
    internal static int Answer(Screen screen, string[] arguments, WarmOptions options, CancellationToken cancel)
    {
        // The donor is found before git runs, which may make the worktree in it. The new worktree has the same settings.
        var git = new Git(".", cancel);
        string? from = options.From ?? (git.Try("config", GitCheckout.DonorSetting).ExitCode == 0 ? null
            : git.Try("rev-parse", "--show-toplevel") is (0, var root, _) ? root.TrimEnd('\n') : null);

        // One of the arguments is the path of the new worktree: the one at which a checkout appears.
        string[] paths = [.. arguments.Where(one => one.Length > 0 && !IsCheckout(one)).Select(Path.GetFullPath)];
        int exitCode = RunGit([.. screen.IsJson || options.IsQuiet ? (string[])["--quiet"] : [], .. arguments], cancel);
        if (Array.Find(paths, IsCheckout) is not { } path)
        {
            _ = screen.IsJson && exitCode != 0 ? screen.Refuse($"`git worktree add` ended with exit code {exitCode}.") : 0;
            return exitCode;
        }

        try
        {
            // Outputs that are there already are from a hook, which does not know the donor that the user named.
            int ended = WarmCommand.Answer(screen, path, options with { From = from, Refresh = options.From is not null }, cancel);
            return exitCode == 0 ? ended : exitCode;
        }
        catch (Exception e) when (e is CommandFailedException or IOException or UnauthorizedAccessException or OperationCanceledException)
        {
            // git's worktree is usable.
            string cold = e is CommandFailedException ? e.Message
                : $"{path} got no outputs, and a build there compiles everything. {e.Message}";
            Console.Error.WriteLine(Screen.Printable(cold));
            if (screen.IsJson || options.IsQuiet)
            {
                _ = screen.Answer(new { summary = cold, state = WarmState.Cold, path }, path, well: false, () => { });
            }

            return exitCode;
        }
    }

    private static bool IsCheckout(string path) => Path.Exists(Path.Join(path, ".git"));

    /// <summary>Runs git as the user would: in the same folder, with the same variables, input, output and terminal.</summary>
    private static int RunGit(string[] arguments, CancellationToken cancel)
    {
        try
        {
            using Process git = Process.Start(new ProcessStartInfo("git", ["worktree", "add", .. arguments]))!;

            // A terminal sends Ctrl+C to git as well, and git ends as it does without this command.
            using CancellationTokenRegistration stop =
                cancel.Register(() => _ = OperatingSystem.IsWindows() ? 0 : LinuxNative.kill(git.Id, SigTerm));
            git.WaitForExit();
            return git.ExitCode;
        }
        catch (System.ComponentModel.Win32Exception e)
        {
            throw CloneCommand.Failure("COW1042", $"git cannot be started: {e.Message}.");
        }
    }

    /// <summary>Gives git's arguments in their order, with "--", and without our own options.</summary>
    private static string[] ArgumentsOf(ParseResult parsed)
    {
        string[] all = parsed.GetValue<string[]>("new")!;
        int after = parsed.Tokens.SkipWhile(token => token.Type != TokenType.DoubleDash).Count() - 1;
        return after < 0 ? all : [.. all[..^after], "--", .. all[^after..]];
    }
}
