using CopyOnWrite.Torture.Strace;

namespace CopyOnWrite.Torture.Tests;

/// <summary>That a campaign would find what it looks for.</summary>
[TestClass]
public sealed class WhatIsFoundTests
{
    [TestMethod]
    [DataRow("out/.cow-0123456789abcdef.user", true)]
    [DataRow(".copyonwrite-cache/0123456789abcdef-0.entry.new", true)]
    [DataRow(".copyonwrite-cache/0123456789abcdef-0.entry", false)]
    [DataRow("somethingelse", true)]
    [DataRow(".copyonwrite-cache/CACHEDIR.TAG", false)]
    [DataRow("out/large.bin", false)]
    public void WhatNoBuildIsToLeaveIsLeftOver(string name, bool isLeftOver)
    {
        using VolumeUnderTest volume = VolumeUnderTest.InTemporaryFolder();
        World world = NewWorld(volume, name);

        CollectionAssert.AreEqual(isLeftOver ? [name] : System.Array.Empty<string>(), world.Leftovers().ToArray());
    }

    [TestMethod]
    public void AnEntryWithAnotherContentIsWrong()
    {
        using VolumeUnderTest volume = VolumeUnderTest.InTemporaryFolder();
        World world = NewWorld(volume, ".copyonwrite-cache/0123456789abcdef-0.entry");

        Assert.HasCount(1, world.WrongEntries().ToArray());
    }

    [TestMethod]
    public void APointIsCountedByItsThreadItsNameAndItsPath()
    {
        TracedCall[] calls = [.. new[]
        {
            "7 openat(AT_FDCWD</w>, \"/w/a\", O_RDONLY) = 3</w/a>",
            "8 openat(AT_FDCWD</w>, \"/w/a\", O_RDONLY) = 4</w/a>",
            "7 openat(AT_FDCWD</w>, \"/elsewhere\", O_RDONLY) = 5</elsewhere>",
            "7 openat(5</w>, \"a\", O_WRONLY|O_CREAT|O_EXCL, 0600) = 6</w/a>",
            "7 +++ exited with 0 +++",
            "7 openat(AT_FDCWD</w>, \"/w/a\", O_WRONLY|O_CREAT, 0600 <unfinished ...>",
            "7 ioctl(6</w/b>(deleted), BTRFS_IOC_CLONE or FICLONE, 3</w/a>) = 0",
        }.Select(TracedCall.Parse).OfType<TracedCall>()];

        Point[] points = [.. Point.Of(calls, calls, ["/w"], call => call.Mutates)];

        // The first names the file by its folder, which is how strace -P knows it. What a call gives is not known before it.
        CollectionAssert.AreEqual(
            new[] { ("openat", "/w", 1), ("openat", "/w/a", 2), ("ioctl", "/w/a", 1) },
            points.Select(point => (point.Call, point.Path!, point.Number)).ToArray());
    }

    [TestMethod]
    [OSCondition(OperatingSystems.Linux)]
    public void ARandomPathIsFoundAgainByTheThreadsCallsOfThatName()
    {
        TracedCall[] Calls(string made) =>
        [
            TracedCall.Parse("7 openat(AT_FDCWD</w/>, \"/proc/self/task\", O_WRONLY|O_CREAT, 0600) = 3</proc/self/task>")!,
            TracedCall.Parse("7 openat(AT_FDCWD</w>, \"/w/a\", O_WRONLY|O_CREAT, 0600) = 3</w/a>")!,
            TracedCall.Parse($"7 openat(AT_FDCWD</w>, \"{made}\", O_WRONLY|O_CREAT, 0600) = 4<{made}>")!,
            TracedCall.Parse($"7 rename(\"{made}\", \"/w/b\") = 0")!,
        ];

        Point[] points = [.. Point.Of(Calls("/w/.1"), Calls("/w/.2"), ["/w/"], call => call.Mutates)];

        CollectionAssert.AreEqual(
            new[] { ("openat", "/w/a", 1), ("openat", null, 3), ("rename", "/w/b", 1) },
            points.Select(point => (point.Call, point.Path, point.Number)).ToArray());
    }

    [TestMethod]
    [DataRow(5, 0, 0, true, "Nothing is wrong.")]
    [DataRow(5, 4, 0, true, "Nothing is wrong.")]
    [DataRow(5, 5, 0, false, "Nothing is proven of errors: no point was met.")]
    [DataRow(0, 0, 0, false, "Nothing is proven of errors: no point was met.")]
    [DataRow(5, 0, 2, false, "2 findings.")]
    [DataRow(5, 5, 1, false, "1 findings. Nothing is proven of errors: no point was met.")]
    public void WhereNoPointWasMetNothingIsProven(int points, int missed, int findings, bool isWell, string text)
    {
        (string, Result) Of(string campaign, Counts counts, int found) =>
            (campaign, new Result([new Row("Copy", "btrfs", counts with { Findings = [.. Enumerable.Repeat("finding", found)] }, null)]));

        var verdict = Verdict.Of([Of("crash", new Counts(3, 0, 0, 0, 1), 0), Of("errors", new Counts(points, 0, 0, 0, missed), findings)]);

        Assert.AreEqual((isWell, text), (verdict.IsWell, verdict.Text));
    }

    /// <summary>Without space the built-in, which writes in place, leaves a partial file.</summary>
    [TestMethod]
    [DataRow("a.bin is gone", "a.bin has 4096 bytes of neither the old file nor the new one", true)]
    [DataRow(
        "a.bin has 8192 bytes of neither the old file nor the new one",
        "a.bin has 4096 bytes of neither the old file nor the new one",
        true)]
    [DataRow("a.bin is gone", "a.bin is gone", true)]
    [DataRow("a.bin has 4096 bytes of neither the old file nor the new one", "a.bin is gone", false)]
    [DataRow("a.bin is gone", "b.bin has 4096 bytes of neither the old file nor the new one", false)]
    public void AFileThatIsGoneIsNoWorseThanAPartOfIt(string ours, string builtIns, bool isNoWorse)
    {
        var failed = new HostRun("failed", []);

        Assert.AreEqual(isNoWorse, new Ending(failed, [ours]).IsNoWorseThan(new Ending(failed, [builtIns])));
    }

    [TestMethod]
    public void WithoutACampaignNothingIsProven() => Assert.IsFalse(Verdict.Of([]).IsWell);

    private static World NewWorld(VolumeUnderTest volume, params string[] files)
    {
        string sources = volume.PathOf("sources");
        foreach (string source in Sources.Lengths.Keys)
        {
            TextFile.Write(Path.Combine(sources, source), "source");
        }

        var world = new World(volume.PathOf("world"), sources);
        world.Clear();
        foreach (string file in files)
        {
            TextFile.Write(world.PathOf(file), "something");
        }

        return world;
    }
}
