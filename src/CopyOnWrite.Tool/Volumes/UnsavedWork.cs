using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace CopyOnWrite.Tool.Volumes;

/// <summary>
/// Git repositories in a folder with work that is nowhere else: changes, untracked files, stashes, commits that no remote has.
/// </summary>
internal static class UnsavedWork
{
    /// <summary>A line for each. A repository that git does not read counts: whether it has such work is unknown.</summary>
    internal static async Task<IReadOnlyList<string>> InAsync(string folder, Programs programs, CancellationToken cancel)
    {
        var found = new List<string>();
        try
        {
            foreach (string repository in Repositories(folder))
            {
                cancel.ThrowIfCancellationRequested();
                if (await OfAsync(repository, programs, cancel) is { } work)
                {
                    found.Add($"{repository}: {work}");
                }
            }
        }
        catch (UnauthorizedAccessException e)
        {
            found.Add($"unknown: {e.Message.TrimEnd('.')}");
        }

        return found;
    }

    private static async Task<string?> OfAsync(string repository, Programs programs, CancellationToken cancel)
    {
        bool bare = !Path.Exists(Path.Combine(repository, ".git"));

        // Nothing is written, and no monitor or hook of the repository is run. git itself refuses repositories of other users.
        string[] git = ["git", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-C", repository];
        if (!bare)
        {
            ProgramResult status = await programs.TryAsync([.. git, "status", "--porcelain"], cancel);
            if (status.ExitCode != 0 || status.Output.Length > 0)
            {
                return status.ExitCode != 0 ? Unknown(status) : "uncommitted changes";
            }
        }

        // Of all branches, of stashes and of HEAD. Tags come from remotes, with commits that are on no branch of them.
        ProgramResult commits = await programs.TryAsync(
            [.. git, "rev-list", "-n", "1", "--exclude=refs/tags/*", "--exclude=refs/remotes/*", "--all", "--not", "--remotes"], cancel);
        return commits.ExitCode != 0 ? Unknown(commits)
            : commits.Output.Length > 0 ? "commits or a stash that no remote has"
            : null;
    }

    private static string Unknown(ProgramResult result) => $"unknown, since git failed: {result.LastLine}";

    // A file in worktrees and submodules. What is bare has these three (gitrepository-layout(5)).
    private static IEnumerable<string> Repositories(string folder) => new[] { folder }.Concat(Directory.EnumerateDirectories(
        folder,
        "*",
        new EnumerationOptions
        {
            RecurseSubdirectories = true, IgnoreInaccessible = false, AttributesToSkip = FileAttributes.ReparsePoint,
        }))
        .Where(each => Path.GetFileName(each) != ".git" && (Path.Exists(Path.Combine(each, ".git")) || IsBare(each)));

    private static bool IsBare(string folder) => File.Exists(Path.Combine(folder, "HEAD"))
        && Directory.Exists(Path.Combine(folder, "objects"))
        && Directory.Exists(Path.Combine(folder, "refs"));
}
