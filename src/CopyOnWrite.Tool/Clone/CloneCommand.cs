using CopyOnWrite.Tasks;

namespace CopyOnWrite.Tool.Clone;

/// <summary><c>dotnet cow clone DONOR NEW</c></summary>
internal static class CloneCommand
{
    internal static Command New()
    {
        const string Donor = "The folder. If a build runs there, the command fails; it waits until the last change is 5 s old.";
        var donor = new Argument<string>("donor") { Description = Donor };
        var clone = new Argument<string>("new") { Description = "The clone's path, where nothing is yet. Folders above it are created." };
        var command = new Command("clone", "Clones a folder, such as a built checkout, without caches and leftovers.") { donor, clone };

        // On another thread: System.CommandLine listens to Ctrl+C only once it has the task.
        command.SetAnswer((parsed, screen, cancel) => Task.Run(
            () => Answer(screen, parsed.GetValue(donor)!, parsed.GetValue(clone)!, screen.Progress("file"), cancel),
            CancellationToken.None));
        return command;
    }

    internal static int Answer(Screen screen, string donor, string clone, Action<int, int>? progress, CancellationToken cancel)
    {
        donor = Path.TrimEndingDirectorySeparator(Path.GetFullPath(donor));
        clone = Path.TrimEndingDirectorySeparator(Path.GetFullPath(clone));
        string? refused = !Directory.Exists(donor) ? $"{donor} is not a folder. Name the folder to clone."
            : Path.Exists(clone) ? $"{clone} exists. Name a path where nothing is yet."
            : Folders.IsIn(clone, donor) ? $"{clone} is inside {donor}. Name a path outside of it."
            : null;
        (IEnumerable<(string What, string? Why, long Bytes)> done, string[] linked) =
            refused is null ? Clone(donor, clone, progress, cancel) : throw Failure("COW1040", refused);
        var counts = done
            .GroupBy(entry => (entry.What, entry.Why))
            .Select(same => new { same.Key.What, same.Key.Why, Entries = same.Count(), Bytes = same.Sum(entry => entry.Bytes) })
            .OrderBy(count => $"{count.What}, {count.Why}", StringComparer.Ordinal)
            .ToArray();
        IEnumerable<string> texts = counts.Select(count => $"{Words.Number(count.Entries)} {count.What} (" + string.Join("; ",
            ((string?[])[count.Bytes > 0 || count.Why is null ? Words.Bytes(count.Bytes) : null, count.Why]).OfType<string>()) + ")");
        string summary = $"{clone}: {string.Join(", ", texts.DefaultIfEmpty("empty"))}.";
        string[] attention = Array.ConvertAll(linked, folder =>
            $"{Path.Join(clone, folder, ".git")} leads out of the clone: git there changes the index and the branch of {Path.Join(donor, folder)}. "
                + $"What to do: {Documentation.PathOf(Path.Combine("docs", "guide", "many-checkouts.md"))}#git");
        return screen.Answer(new { summary, donor, clone, attention, counts }, summary, attention.Length == 0, () =>
            Array.ForEach(attention, line => screen.Line($"! {line}")));
    }

    /// <summary>Until it is complete, it has a name that no other process can guess, and no other user can enter it.</summary>
    /// <returns>What was done, and the folders, below the clone, whose git folder is not in the clone.</returns>
    private static (IEnumerable<(string What, string? Why, long Bytes)> Done, string[] Linked) Clone(
        string donor, string clone, Action<int, int>? progress, CancellationToken cancel)
    {
        string made = Path.Join(Path.GetDirectoryName(clone), TemporaryFiles.NewName());
        var leftOut = new List<(string, string?, long)>();
        bool LeaveOut(string path)
        {
            // Not the clone itself: where a link or a mount has led into the donor, CloneTree reports it.
            string name = Path.GetFileName(path);
            string? why = CacheFiles.IsDefaultFolder(Path.Join(donor, path)) ? "the cross-volume cache"
                : TemporaryFiles.IsOurs(name) && name != Path.GetFileName(made) ? "left by a killed build" : null;
            leftOut.AddRange(why is null ? [] : [("skipped", why, 0)]);
            return why is not null;
        }

        DonorChanges.RequireNone(donor, []);
        try
        {
            _ = Directory.CreateDirectory(Path.GetDirectoryName(made)!);
            _ = OperatingSystem.IsWindows() ? Directory.CreateDirectory(made)
                : Directory.CreateDirectory(made, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
            IReadOnlyList<TreeEntry> entries = FileCloner.Shared.CloneTree(donor, made, new CloneTreeOptions
            {
                UnchangedFor = TimeSpan.FromSeconds(5), SkipSpecialFiles = true, Progress = progress, LeaveOut = LeaveOut,
            }, cancel);
            cancel.ThrowIfCancellationRequested();
            DonorChanges.RequireNone(donor, entries);
            _ = entries.FirstOrDefault(entry => entry.Error is not null)?.Error is { } e ? throw new IOException(e.Message, e) : true;
            Directory.Move(made, clone);
            return (entries.Select(WhatOf).Concat(leftOut), [.. entries.Where(entry => Path.GetFileName(entry.Path) == ".git")
                .Select(entry => Path.GetDirectoryName(entry.Path)!).Where(folder => LeadsOutOf(clone, folder))]);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw Failure("COW1041", $"{donor} was not cloned, and nothing is left of the clone: {e.Message.TrimEnd('.')}.");
        }
        finally
        {
            if (Directory.Exists(made))
            {
                Delete(new DirectoryInfo(made));
            }
        }
    }

    /// <summary>A submodule's git folder is in its superproject's (gitrepository-layout(5)), and its path is relative.</summary>
    private static bool LeadsOutOf(string clone, string folder) => GitRepository.At(Path.Join(clone, folder)) is { } repository
        && !(repository.GitFolder is { } git && Folders.IsIn(git, clone));

    private static (string What, string? Why, long Bytes) WhatOf(TreeEntry entry) => entry.Kind switch
    {
        TreeEntryKind.File when entry.Outcome.IsClone => ("cloned", null, entry.Outcome.Bytes),
        TreeEntryKind.File => ("copied", ReasonText.Of(entry.Outcome.Reason), entry.Outcome.Bytes),
        TreeEntryKind.Skipped => ("skipped", "pipes, sockets, devices", 0),
        _ => ("kept", entry.Kind == TreeEntryKind.HardLink ? "hard links" : "symbolic links", 0),
    };

    /// <summary>Also with what is read-only: on Windows a file, on Unix a folder.</summary>
    private static void Delete(DirectoryInfo folder)
    {
        var options = new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint };
        foreach (FileSystemInfo entry in folder.EnumerateFileSystemInfos("*", options))
        {
            entry.Attributes &= ~FileAttributes.ReadOnly;
        }

        folder.Delete(recursive: true);
    }

    internal static CommandFailedException Failure(string code, string sentence) =>
        new($"{code}: {sentence} See {Documentation.PageOf(code)}");
}
