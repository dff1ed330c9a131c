namespace CopyOnWrite.Artifacts.Tests;

/// <summary>What may not be written or read is an error for that file, and the rest is staged.</summary>
[TestClass]
public sealed class AccessTests : StagingTest
{
    private protected override VolumeUnderTest OpenVolume() => VolumeUnderTest.Require("plain");

    [TestMethod]
    public void AFileThatMayNotBeReplacedIsAnErrorAndTheRestIsStaged()
    {
        WriteAll("bin/a.txt", "bin/b.txt", "bin/c.txt", "more/d.txt");
        string locked = Write("out/b.txt", "as it was");

        StagingRun run = WhileImmutable(
            locked,
            () =>
                Stage(
                    task => task.RetryCount = 1,
                    Item("bin", "out"),
                    Item("more", "out"),
                    Item("bin/b.txt", "out"),
                    Item("bin/b.txt", "other")));

        run.Failed("COW1027", "COW1027")
            .WithErrorOf("Item 'bin' ", PathOf("bin/b.txt"), PathOf("out/b.txt"))
            .WithErrorOf("Item 'bin/b.txt' ")
            .WithCounts(staged: 4, skipped: 0);
        AssertHolds("out", "a.txt", "b.txt", "c.txt", "d.txt");
        AssertHolds("other", "b.txt");
        Assert.AreEqual("as it was", Read("out/b.txt"));
    }

    [TestMethod]
    public void AFolderThatMayNotBeWrittenToIsAnErrorForEachFileAndTheRestIsStaged()
    {
        WriteAll("bin/a.txt", "bin/sub/b.txt", "bin/sub/c.txt");
        string locked = Directory.CreateDirectory(PathOf("out/sub")).FullName;

        StagingRun run = WhileImmutable(locked, () => Stage(Item("bin", "out")));

        run.Failed("COW1027", "COW1027")
            .WithErrorOf(PathOf("bin/sub/b.txt"))
            .WithErrorOf(PathOf("bin/sub/c.txt"))
            .WithCounts(staged: 1, skipped: 0);
        AssertHolds("out", "a.txt", "sub/");
    }

    [TestMethod]
    public void AFolderThatCannotBeMadeIsAnErrorForEachFileAndTheRestIsStaged()
    {
        WriteAll("bin/a.txt", "bin/b.txt");
        string locked = Directory.CreateDirectory(PathOf("locked")).FullName;

        StagingRun run = WhileImmutable(
            locked, () => Stage(Item("bin", "locked/out;out"), Item("bin/a.txt", "locked/other", "OnlyNewer=true")));

        run.Failed("COW1027", "COW1027", "COW1027").WithCounts(staged: 2, skipped: 0);
        Assert.IsTrue(run.Errors.All(error => error.Message!.Contains("denied", StringComparison.Ordinal)), run.Log);
        run.WithErrorOf(PathOf("locked/other")).WithErrorOf(PathOf("locked/out"));
        AssertHolds("out", "a.txt", "b.txt");
        AssertHolds("locked");
    }

    [TestMethod]
    [DataRow("AlwaysCopy=false")]
    [DataRow("AlwaysCopy=true")]
    [DataRow("OnlyNewer=true")]
    public void AReadOnlyFileIsReplacedAndIsWritableThen(string metadata)
    {
        File.SetAttributes(Write("bin/a.txt"), FileAttributes.ReadOnly);
        File.SetAttributes(Write("out/a.txt", "an older one", Time.AddDays(-1)), FileAttributes.ReadOnly);

        Stage(Item("bin", "out", metadata)).Succeeded(staged: 1, skipped: 0);
        Assert.AreEqual("content of bin/a.txt", Read("out/a.txt"));
        Assert.IsFalse(File.GetAttributes(PathOf("out/a.txt")).HasFlag(FileAttributes.ReadOnly), "It is read-only.");
        Stage(Item("bin", "out", metadata)).Succeeded(staged: metadata == "AlwaysCopy=true" ? 1 : 0);
    }

    [TestMethod]
    public void AnotherNameOfTheDestinationKeepsItsContent()
    {
        WriteAll("bin/a.txt");
        Write("out/a.txt", "as it was");
        Command.OutputOf("ln", PathOf("out/a.txt"), PathOf("other name.txt"));

        Stage(Item("bin", "out")).Succeeded(staged: 1, skipped: 0);

        Assert.AreEqual("content of bin/a.txt", Read("out/a.txt"));
        Assert.AreEqual("as it was", Read("other name.txt"));
    }

    [TestMethod]
    public void PermissionBitsAreTheSources()
    {
        const UnixFileMode Mode = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute | UnixFileMode.GroupRead;
        File.SetUnixFileMode(Write("bin/run"), Mode);

        Stage(Item("bin", "out;other"), Item("bin/run", "third", "OnlyNewer=true")).Succeeded(staged: 3);

        Assert.AreEqual(
            (Mode, Mode, Mode),
            (
                File.GetUnixFileMode(PathOf("out/run")),
                File.GetUnixFileMode(PathOf("other/run")),
                File.GetUnixFileMode(PathOf("third/run"))));
    }

    private static StagingRun WhileImmutable(string path, Func<StagingRun> stage)
    {
        using var _ = new Immutable(path);
        return stage();
    }
}
