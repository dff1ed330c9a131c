namespace CopyOnWrite.Sdk.Tests.Infrastructure;

/// <summary>The system calls of a build, by strace, each descriptor with its path.</summary>
/// <param name="Threads">The lines of each thread: in one list a call is two lines where another's comes between.</param>
internal sealed record TracedBuild(string Output, string[][] Threads)
{
    internal IEnumerable<string> Lines => Threads.SelectMany(lines => lines);

    /// <param name="calls">Those that are traced; by strace's names %file are calls with paths, %desc with descriptors.</param>
    internal static TracedBuild Run(Repo repo, string project, string calls, params string[] arguments)
    {
        using VolumeUnderTest traces = VolumeUnderTest.InTemporaryFolder();
        string[] under =
        [
            Tools.Require("strace"), "-ff", "-qq", "-y", "-s", "0", "--seccomp-bpf", "-e", $"trace={calls}", "-e", "signal=none",
            "-o", traces.PathOf("calls"),
        ];
        DotNetResult result = repo.Run(["build", project, "-nologo", "-m:1", "-v:detailed", .. arguments], under);
        Assert.AreEqual(0, result.ExitCode, result.Output);
        return new TracedBuild(result.Output, [.. Directory.EnumerateFiles(traces.Folder).Select(File.ReadAllLines)]);
    }
}
