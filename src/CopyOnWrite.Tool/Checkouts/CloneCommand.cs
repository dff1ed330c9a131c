using CopyOnWrite.Tasks;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary><c>dotnet cow clone DONOR NEW</c></summary>
internal static class CloneCommand
{
    internal static Command New()
    {
        var donor = new Argument<string>("donor") { Description = "The folder." };
        var clone = new Argument<string>("new") { Description = "The clone's path, where nothing is yet. Folders above it are created." };
        Option<string[]> leaveOut = LeaveOut();
        Option<bool> quiet = Quiet();
        var command = new Command("clone", "Clones a folder, such as a built checkout, without caches and leftovers.")
        {
            donor, clone, leaveOut, quiet,
        };

        // On another thread: System.CommandLine listens to Ctrl+C only once it has the task.
        command.SetAnswer((parsed, screen, cancel) => Task.Run(() => Answer(
            screen,
            parsed.GetValue(donor)!,
            parsed.GetValue(clone)!,
            new CloneOptions(parsed.GetValue(leaveOut) ?? [], parsed.GetValue(quiet), screen.Progress("file")),
            cancel), CancellationToken.None));
        return command;
    }

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
        Dictionary<string, LeftOut> leftOut = GitRepository.IsAt(donor) ? GitFiles.WorktreesIn(new Git(donor, cancel)) : [];
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
