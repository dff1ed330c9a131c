using CopyOnWrite.Tasks;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary><c>dotnet cow clone DONOR NEW</c></summary>
internal static class CloneCommand
{
    // On another thread: System.CommandLine listens to Ctrl+C only once it has the task.
    internal static Command New() => new Command("clone", "Clones a folder, such as a built checkout, without caches and leftovers.")
    {
        new Argument<string>("donor") { Description = "The folder." },
        new Argument<string>("new") { Description = "The clone's path, where nothing is yet. Folders above it are created." },
        LeaveOut(),
        Quiet(),
    }.SetAnswer((parsed, screen, cancel) => Task.Run(() => Answer(
        screen,
        parsed.GetValue<string>("donor")!,
        parsed.GetValue<string>("new")!,
        CloneOptions.Of(parsed, screen),
        cancel), CancellationToken.None));

    internal static Option<string[]> LeaveOut() =>
        CommandLine.NewOption<string[]>("--leave-out", "A path in the donor that is not cloned; can be given several times.", "PATH");

    internal static Option<bool> Quiet() => CommandLine.NewOption<bool>("--quiet", "Prints the new folder's path only.", null, "-q");

    internal static int Answer(Screen screen, string donor, string clone, CloneOptions cloning, CancellationToken cancel)
    {
        donor = Path.TrimEndingDirectorySeparator(Path.GetFullPath(donor));
        clone = Path.TrimEndingDirectorySeparator(Path.GetFullPath(clone));
        string? refused = !Directory.Exists(donor) ? $"{donor} is not a folder. Name the folder to clone."
            : Path.Exists(clone) ? $"{clone} exists. Name a path where nothing is yet."
            : null;
        if (refused is not null)
        {
            throw Failure("COW1040", refused);
        }

        // The worktrees' folder in a git folder names those of the donor: git would repair them to be the clone's.
        Dictionary<string, LeftOut> leftOut = GitRepository.At(donor) is not null ? GitFiles.WorktreesIn(new Git(donor, cancel)) : [];
        leftOut[Path.Join(".git", "worktrees")] = LeftOut.Worktree;
        cloning.AddTo(leftOut, donor);
        return new CheckoutAnswer(new CheckoutClone(donor, clone, leftOut).Run(cloning.Progress, cancel)).Write(screen, cloning.IsQuiet);
    }

    internal static CommandFailedException Failure(string code, string sentence) =>
        new($"{code}: {sentence} See {Documentation.PageOf(code)}");
}

/// <summary>The options that both commands have.</summary>
internal sealed record CloneOptions(IReadOnlyList<string> LeftOut, bool IsQuiet, Action<int>? Progress)
{
    internal static CloneOptions Of(ParseResult parsed, Screen screen) =>
        new(parsed.GetValue<string[]>("--leave-out") ?? [], parsed.GetValue<bool>("--quiet"), screen.Progress("file"));

    /// <exception cref="CommandFailedException">COW1040: a path is not in the donor.</exception>
    internal void AddTo(Dictionary<string, LeftOut> leftOut, string donor)
    {
        foreach (string path in LeftOut)
        {
            string relative = Folders.Below(donor, Path.TrimEndingDirectorySeparator(Path.GetFullPath(path, donor)))
                ?? throw CloneCommand.Failure("COW1040", $"{path} is not in {donor}. Name a path below it.");
            leftOut[relative] = Checkouts.LeftOut.Named;
        }
    }
}
