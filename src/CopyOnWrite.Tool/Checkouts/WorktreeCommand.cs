namespace CopyOnWrite.Tool.Checkouts;

/// <summary><c>dotnet cow worktree NEW</c>: <c>git worktree add</c>, and what builds wrote in another checkout.</summary>
internal static class WorktreeCommand
{
    private const int MostAttempts = 20;
    private const int MostMilliseconds = 200;

    internal static Command New()
    {
        Option<string>[] named =
        [
            CommandLine.NewOption<string>("-b", "As of `git worktree add`, as the options below: a new branch.", "BRANCH"),
            CommandLine.NewOption<string>("-B", "A new branch, or an existing one that is reset.", "BRANCH"),
            CommandLine.NewOption<string>("--reason", "Why it is locked.", "TEXT"),
        ];
        Option<bool>[] switches =
        [
            CommandLine.NewOption<bool>("--detach", "No branch.", null, "-d"),
            CommandLine.NewOption<bool>("--force", "Also a branch that another worktree has.", null, "-f"),
            CommandLine.NewOption<bool>("--lock", "Locked against pruning."),
            CommandLine.NewOption<bool>("--track", "The new branch tracks COMMIT."),
            CommandLine.NewOption<bool>("--no-track", "It does not."),
            CommandLine.NewOption<bool>("--guess-remote", "Take a remote's branch of that name."),
        ];
        var command = new Command(
            "worktree", "`git worktree add`, with the outputs of this checkout: its first build compiles what differs.")
        {
            new Argument<string>("new") { Description = "The worktree's path." },
            new Argument<string?>("commit") { Description = "As of `git worktree add`. Default: HEAD.", Arity = ArgumentArity.ZeroOrOne },
            CommandLine.NewOption<string>(
                "--from", "Another checkout of the repository, whose outputs it gets. Default: the current folder's.", "DONOR"),
            CloneCommand.LeaveOut(),
            CloneCommand.Quiet(),
        };
        Array.ForEach<Option>([.. named, .. switches], command.Add);
        return command.SetAnswer((parsed, screen, cancel) => Task.Run(() => Answer(
            screen,
            parsed.GetValue<string>("--from") ?? ".",
            parsed.GetValue<string>("new")!,
            [
                .. switches.Where(parsed.GetValue).Select(option => option.Name),
                .. named.SelectMany(option => parsed.GetValue(option) is { } value ? (string[])[option.Name, value] : []),
            ],
            parsed.GetValue<string?>("commit"),
            CloneOptions.Of(parsed, screen),
            cancel), CancellationToken.None));
    }

    internal static int Answer(
        Screen screen, string from, string path, string[] options, string? commit, CloneOptions cloning, CancellationToken cancel)
    {
        string clone = Path.TrimEndingDirectorySeparator(Path.GetFullPath(path));
        Git donor = Git.At(Path.GetFullPath(from), cancel);

        // HEAD, and what a branch starts from, is the current folder's, as without the donor.
        Git here = Git.Common(".", cancel) is { } common && common == Git.Common(donor.Folder, cancel) ? Git.At(".", cancel) : donor;
        string[] before = here.Run("for-each-ref", "--format=%(refname)", "refs/heads").Split('\n');
        Add(here, before, ["worktree", "add", "--no-checkout", .. options, "--", clone, .. commit is null ? (string[])[] : [commit]]);
        string gitFile = Path.Join(clone, ".git");
        string text = File.ReadAllText(gitFile);
        var git = new Git(clone, cancel);
        ClonedCheckout made;
        try
        {
            made = Clone(donor, git, cloning, cancel);
        }
        catch
        {
            // Also if it was at the point of getting its name.
            Directory.CreateDirectory(clone);
            File.WriteAllText(gitFile, text);
            Undo(new Git(donor.Folder, CancellationToken.None), clone, before);
            throw;
        }

        return new CheckoutAnswer(made) { Commit = Described(git), FailedHook = RunHook(git) }.Write(screen, cloning.IsQuiet);
    }

    /// <summary>git does not wait for another that writes the repository's configuration, and leaves the branch that it has made.</summary>
    private static void Add(Git here, string[] before, string[] arguments)
    {
        string? branch = arguments.SkipWhile(word => word is not "-b").Skip(1).FirstOrDefault();
        for (int attempt = 1; ; attempt++)
        {
            (int exitCode, _, string errors) = here.Try(arguments);
            if (exitCode == 0)
            {
                return;
            }

            // Another command may have made it meanwhile.
            bool isOurs = branch is not null && !before.Contains($"refs/heads/{branch}")
                && !errors.Contains("a branch named", StringComparison.Ordinal);
            _ = isOurs ? here.Try("branch", "-D", branch!) : default;
            if (attempt == MostAttempts || !errors.Contains("could not lock config file", StringComparison.Ordinal))
            {
                throw Git.Failure(here.Folder, "worktree", errors);
            }

            Thread.Sleep(Random.Shared.Next(MostMilliseconds));
        }
    }

    private static ClonedCheckout Clone(Git donor, Git git, CloneOptions cloning, CancellationToken cancel)
    {
        string commit = git.Run("rev-parse", "HEAD").Trim();
        Dictionary<string, LeftOut> leftOut = GitFiles.NotOf(commit, donor);
        cloning.AddTo(leftOut, donor.Folder);
        return new CheckoutClone(donor.Folder, git.Folder, leftOut)
        {
            Commit = commit,
            NotInGit = [.. GitFiles.NotKnown(donor).Where(path => leftOut.GetValueOrDefault(path) != LeftOut.Worktree)],
            CheckOut = made => CheckOut(git.Folder, made, cancel),
        }.Run(cloning.Progress, cancel);
    }

    /// <summary>Files with the commit's content keep their times; git writes the others, and the index.</summary>
    private static string[] CheckOut(string clone, string made, CancellationToken cancel)
    {
        string gitFile = Path.Join(clone, ".git");
        File.Copy(gitFile, Path.Join(made, ".git"));
        var git = new Git(made, cancel);
        git.Run("read-tree", "HEAD");

        // It ends with 1 where a file differs.
        _ = git.Try("update-index", "-q", "--refresh");
        string[] rewritten = git.List("diff-files", "--name-only", "-z");
        return [.. rewritten.Concat(ConvertedFiles.CheckOut(git, rewritten)).Select(path => path.Replace('/', Path.DirectorySeparatorChar))];
    }

    /// <summary>As `git worktree add`, which ends with the hook's exit code, and leaves the worktree. Null if it did not fail.</summary>
    private static string? RunHook(Git git)
    {
        string head = git.Run("rev-parse", "HEAD").Trim();
        string nothing = new('0', head.Length);
        var ended = git.Try("hook", "run", "--ignore-missing", "post-checkout", "--", nothing, head, "1");
        if (ended.Errors.StartsWith("git: 'hook' is not", StringComparison.Ordinal))
        {
            // Before git 2.36.
            ended = git.Try("checkout", "-q");
        }

        return ended.ExitCode == 0 ? null : ended.Errors.Trim();
    }

    /// <summary>"branch x at 1a2b3c4", or "1a2b3c4".</summary>
    private static string Described(Git git)
    {
        string commit = git.Run("rev-parse", "--short", "HEAD").Trim();
        return git.Try("symbolic-ref", "--short", "-q", "HEAD") is (0, var branch, _) ? $"branch {branch.Trim()} at {commit}" : commit;
    }

    private static void Undo(Git donor, string clone, string[] before)
    {
        string branch = new Git(clone, CancellationToken.None).Try("symbolic-ref", "-q", "HEAD").Output.Trim();
        _ = donor.Try("worktree", "remove", "--force", "--force", clone);
        if (branch.Length > 0 && !before.Contains(branch))
        {
            _ = donor.Try("branch", "-D", branch["refs/heads/".Length..]);
        }
    }
}
