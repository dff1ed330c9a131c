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
    private const char NoUtf8 = '\uFFFD';    // .NET's character for bytes that are none. It cannot open such a path.

    /// <summary>A line for each. A repository that git does not read counts: whether it has such work is unknown.</summary>
    /// <param name="asOwner">What runs git as the repositories' owner.</param>
    internal static async Task<IReadOnlyList<string>> InAsync(
        string folder, Programs programs, CancellationToken cancel, string[]? asOwner = null)
    {
        var found = new List<string>();
        try
        {
            foreach (string repository in Repositories(folder))
            {
                cancel.ThrowIfCancellationRequested();
                if (repository.Contains(NoUtf8, StringComparison.Ordinal))
                {
                    found.Add($"{repository}: unknown, since its name is not UTF-8");
                    continue;
                }

                var git = new Git(programs, asOwner ?? [], repository);
                if (await OfAsync(git, folder, cancel) is { } work)
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

    private static async Task<string?> OfAsync(Git git, string folder, CancellationToken cancel)
    {
        ProgramResult kind = await git.RunAsync(cancel, "rev-parse", "--is-bare-repository", "--git-common-dir");
        if (kind.ExitCode != 0 || kind.Output.TrimEnd('\n').Split('\n') is not [{ } isBare, { } common])
        {
            return Unknown(kind);
        }

        if (isBare != "true" && Path.Exists(Path.Combine(git.Repository, ".git")))
        {
            // Settings of the repository or of the user may hide files or submodules. Those are looked at by themselves, too.
            ProgramResult status = await git.RunAsync(
                cancel, "status", "--porcelain", "--untracked-files=normal", "--ignore-submodules=dirty");
            if (status.ExitCode != 0 || status.Output.Length > 0)
            {
                return status.ExitCode != 0 ? Unknown(status) : "uncommitted changes";
            }
        }

        // Of all branches, of stashes and of HEAD. Tags come from remotes, with commits that are on no branch of them. A worktree whose
        // repository is elsewhere has its commits there, and loses only those that it alone names.
        string real = VolumeSystem.RealPath(Path.Combine(git.Repository, common));
        bool isHere = real == folder || real.StartsWith(folder + Path.DirectorySeparatorChar, StringComparison.Ordinal);
        ProgramResult commits = await git.RunAsync(cancel, isHere
            ? ["rev-list", "-n", "1", "--exclude=refs/tags/*", "--exclude=refs/remotes/*", "--all", "--not", "--remotes"]
            : ["rev-list", "-n", "1", "HEAD", "--not", "--branches", "--tags", "--remotes"]);
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
        .Where(each => each.Contains(NoUtf8, StringComparison.Ordinal)
            || (Path.GetFileName(each) != ".git" && (Path.Exists(Path.Combine(each, ".git")) || IsBare(each))));

    private static bool IsBare(string folder) => File.Exists(Path.Combine(folder, "HEAD"))
        && Directory.Exists(Path.Combine(folder, "objects"))
        && Directory.Exists(Path.Combine(folder, "refs"));

    /// <summary>
    /// Writes nothing, runs no monitor or hook of the repository and fetches nothing: a repository may lie in what another user has
    /// packed. git itself refuses repositories of other users.
    /// </summary>
    private sealed record Git(Programs Programs, string[] AsOwner, string Repository)
    {
        internal Task<ProgramResult> RunAsync(CancellationToken cancel, params string[] arguments)
        {
            if (Programs.Find("git") is null)
            {
                return Task.FromResult(new ProgramResult(127, "git is not installed"));
            }

            // A partial clone fetches missing objects by a program that its own settings name (remote.NAME.uploadpack, git-config(1)). A
            // damaged repository is not looked for further up.
            var variables = new Dictionary<string, string>
            {
                ["GIT_ALLOW_PROTOCOL"] = "none",
                ["GIT_CEILING_DIRECTORIES"] = Path.GetDirectoryName(Repository) ?? Repository,
            };
            string[] env = AsOwner.Length == 0 ? [] : ["env", .. variables.Select(one => $"{one.Key}={one.Value}")];
            return Programs.TryAsync(
                [
                    .. AsOwner, .. env, "git", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null",
                    "-C", Repository, .. arguments,
                ],
                cancel,
                variables);
        }
    }
}
