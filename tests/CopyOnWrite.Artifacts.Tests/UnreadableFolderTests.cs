namespace CopyOnWrite.Artifacts.Tests;

/// <summary>Folders of the source that cannot be read: the rest is staged.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed partial class UnreadableFolderTests : StagingTest
{
    private const uint Nobody = 65534;

    private protected override VolumeUnderTest OpenVolume() => VolumeUnderTest.Require("plain");

    [TestMethod]
    [DataRow("bin/secret", 0, "COW1024", "cannot be read")]
    [DataRow("bin/secret", 0x49, "COW1024", "cannot be read", DisplayName = "a folder that may be entered")]
    [DataRow("bin/secret/b.txt", 0, "COW1027", "denied")]
    public void WhatTheUserMayNotReadIsAnErrorAndTheRestIsStaged(string secret, int mode, string code, string problem)
    {
        WriteAll("bin/a.txt", "bin/secret/b.txt", "bin/sub/c.txt", "out/secret/", "out/sub/");
        File.SetUnixFileMode(PathOf(secret), (UnixFileMode)mode);
        Array.ForEach(["out", "out/secret", "out/sub"], folder => File.SetUnixFileMode(PathOf(folder), (UnixFileMode)0x1FF));

        StagingRun run = AsNobody(() => Stage(Item("bin", "out")));

        run.Failed(code).WithErrorOf("Item 'bin' ", PathOf(secret), problem, "denied").WithCounts(staged: 2, skipped: 0);
        AssertHolds("out", "a.txt", "secret/", "sub/c.txt");
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

    /// <summary>Root may read everything. On Linux a thread has a user for files: this one has it until it ends, and no helpers.</summary>
    private static StagingRun AsNobody(Func<StagingRun> stage)
    {
        Tools.SkipUnless(Environment.UserName == "root", "Only root can become another user.");
        StagingRun? run = null;
        Exception? failure = null;
        Platform platform = Tasks.TaskProcess.Instance.Platform!;
        int helpers = platform.MostHelpers;
        platform.MostHelpers = 0;
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
        platform.MostHelpers = helpers;
        Assert.IsNull(failure, failure?.ToString());
        return run!;
    }

    [LibraryImport("libc")]
    private static partial int setfsuid(uint user);
}
