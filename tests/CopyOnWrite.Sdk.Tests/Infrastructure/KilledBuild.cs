namespace CopyOnWrite.Sdk.Tests.Infrastructure;

/// <summary>
/// A build that strace kills before one system call: the N-th of its name that is about one path. So it is the same moment each time.
/// </summary>
internal static class KilledBuild
{
    /// <summary>Returns when it is dead.</summary>
    /// <param name="path">
    /// Null for any path: strace 6.1 finds a rename by its old name only, and temporary names are unknown here.
    /// </param>
    internal static void Run(Repo repo, string project, string call, string? path, int number)
    {
        // Without --seccomp-bpf: strace 6.1 sends no signal from a stop by seccomp.
        IReadOnlyList<string> under =
        [
            Tools.Require("strace"), "-f", "-qq", "-o", "/dev/null", "-e", "signal=none", "-e", $"trace={call}", "-e",
            $"inject={call}:signal=KILL:when={number}", .. path is null ? Array.Empty<string>() : ["-P", repo.PathOf(path)],
        ];
        DotNetResult result = repo.Run(["build", project, "-nologo", "-m:1"], under);
        Assert.AreEqual(
            137, result.ExitCode, $"It was not killed before call {number} of {call} about {path ?? "anything"}:\n{result.Output}");
    }
}
