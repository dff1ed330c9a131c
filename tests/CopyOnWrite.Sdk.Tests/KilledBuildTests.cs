namespace CopyOnWrite.Sdk.Tests;

/// <summary>
/// Real builds that are killed while they copy, each at one moment. The build after that makes what the built-in makes, and nothing is left
/// over. Every moment there is, without MSBuild around it: <c>./build.sh torture --only crash</c>, and some of them in
/// CopyOnWrite.Torture.Tests.
/// </summary>
[TestClass]
public sealed class KilledBuildTests
{
    [TestMethod]
    [DataRow("btrfs", "an entry without a record", "renameat", ".copyonwrite-cache", 2)]
    [DataRow("xfs", "a new file, whole but for its name", "linkat", null, 3)]
    public void WhatAKilledBuildLeavesIsMadeGoodByTheNextAndGone(string volumeName, string moment, string call, string? path, int number)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require(volumeName);
        CacheRepo repo = CacheRepo.New(volume, files: 5);
        Kill(repo.Repo, call, path, number);

        string before = string.Join(", ", CacheRepo.Leftovers(repo.Repo.Folder).Select(Path.GetFileName));
        repo.BuildRight("one");
        repo.BuildRight("two");
        string[] left = CacheRepo.Leftovers(repo.Repo.Folder);
        Assert.IsEmpty(left, $"{moment}: killed, it left {before}; the next builds leave {string.Join(", ", left)}");
    }

    /// <summary>By strace, before one system call: the N-th of its name about one path. So it is the same moment each time.</summary>
    /// <param name="path">Null for any path: strace 6.1 finds a rename by its old name only, and temporary names are unknown here.</param>
    private static void Kill(Repo repo, string call, string? path, int number)
    {
        // Without --seccomp-bpf: strace 6.1 sends no signal from a stop by seccomp.
        IReadOnlyList<string> under =
        [
            Tools.Require("strace"), "-f", "-qq", "-o", "/dev/null", "-e", "signal=none", "-e", $"trace={call}", "-e",
            $"inject={call}:signal=KILL:when={number}", .. path is null ? Array.Empty<string>() : ["-P", repo.PathOf(path)],
        ];
        DotNetResult result = repo.Run(["build", "one.proj", "-nologo", "-m:1"], under);
        Assert.AreEqual(
            137, result.ExitCode, $"It was not killed before call {number} of {call} about {path ?? "anything"}:\n{result.Output}");
    }
}
