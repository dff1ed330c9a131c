namespace CopyOnWrite.Artifacts.Tests;

/// <summary>Folders of the source that cannot be read: the rest is staged.</summary>
[TestClass]
public sealed partial class UnreadableFolderTests : StagingTest
{
    private const uint Nobody = 65534;

    private protected override VolumeUnderTest OpenVolume() => VolumeUnderTest.Require("plain");

    [TestMethod]
    [DataRow("---------")]
    [DataRow("--x--x--x")]
    public void AFolderThatTheUserMayNotReadIsAnErrorAndTheRestIsStaged(string mode)
    {
        WriteAll("bin/a.txt", "bin/secret/b.txt", "bin/sub/c.txt");
        File.SetUnixFileMode(
            PathOf("bin/secret"),
            mode == "---------" ? UnixFileMode.None : UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute);
        Directory.CreateDirectory(PathOf("out/sub"));
        LetEverybodyWrite("out", "out/sub");

        StagingRun run = AsNobody(() => Stage(Item("bin", "out")));

        run.Failed("COW1024")
            .WithErrorOf("Item 'bin' ", $"'{PathOf("bin/secret")}' cannot be read", "ermission denied")
            .WithCounts(staged: 2, skipped: 0);
        AssertHolds("out", "a.txt", "sub/c.txt");
    }

    [TestMethod]
    public void AFileThatTheUserMayNotReadIsAnErrorAndTheRestIsStaged()
    {
        WriteAll("bin/a.txt", "bin/b.txt");
        File.SetUnixFileMode(PathOf("bin/a.txt"), UnixFileMode.None);
        Directory.CreateDirectory(PathOf("out"));
        LetEverybodyWrite("out");

        StagingRun run = AsNobody(() => Stage(Item("bin", "out")));

        run.Failed("COW1027").WithErrorOf(PathOf("bin/a.txt"), "denied").WithCounts(staged: 1, skipped: 0);
        AssertHolds("out", "b.txt");
    }

    [TestMethod]
    public void ANameThatIsNotInUtf8IsAnErrorAndTheRestIsStaged()
    {
        WriteAll("bin/a.txt");
        Command.OutputOf("sh", "-c", "cd \"$1\" && mkdir \"$(printf 'dir\\377')\" && : >\"$(printf 'file\\377')\"", "sh", PathOf("bin"));

        StagingRun run = Stage(Item("bin", "out"));

        // .NET, which removes the test's folder, does not find such names either.
        Command.OutputOf("rm", "-r", PathOf("bin"));
        run.Failed("COW1024", "COW1027")
            .WithErrorOf("bin/dir", "cannot be read")
            .WithErrorOf("bin/file", "could not be staged")
            .WithCounts(staged: 1, skipped: 0);
        AssertHolds("out", "a.txt");
    }

    private void LetEverybodyWrite(params string[] paths)
    {
        foreach (string path in paths)
        {
            File.SetUnixFileMode(PathOf(path), (UnixFileMode)0x1FF);
        }
    }

    /// <summary>
    /// Root may read everything. Linux has a user for access to files for each thread, so the thread is this user until it ends.
    /// </summary>
    private static StagingRun AsNobody(Func<StagingRun> stage)
    {
        Tools.SkipUnless(Environment.UserName == "root", "Only root can become another user.");
        StagingRun? run = null;
        Exception? failure = null;
        var thread = new Thread(() =>
        {
            _ = setfsuid(Nobody);
            try
            {
                run = stage();
            }
            catch (Exception e)
            {
                failure = e;
            }
        });
        thread.Start();
        thread.Join();
        Assert.IsNull(failure, failure?.ToString());
        return run!;
    }

    [LibraryImport("libc")]
    private static partial int setfsuid(uint user);
}
