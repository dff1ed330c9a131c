namespace CopyOnWrite.Artifacts.Tests;

/// <summary>What others see of a file while it is staged.</summary>
[TestClass]
public sealed class WholeFilesTests : StagingTest
{
    private const int Length = 100_000_000;

    private protected override VolumeUnderTest OpenVolume() => VolumeUnderTest.Require("plain");

    /// <summary>A new partial file would always be newer than its source, so an interrupted build must not leave one.</summary>
    [TestMethod]
    public void WithOnlyNewerNoHalfWrittenFileIsNewerThanItsSource()
    {
        string source = Write("bin/a.dll", new string('x', Length));
        long sourceModified = FileStatus.Of(source).Modified;
        using var staged = new ManualResetEventSlim();
        var seen = new HashSet<(long Length, bool IsNewer)>();
        var observer = new Thread(() => Observe(seen, staged, sourceModified));
        observer.Start();

        StagingRun run = Stage(Item("bin", "out", "OnlyNewer=true"));
        staged.Set();
        observer.Join();

        run.Succeeded(staged: 1, skipped: 0);
        Assert.AreEqual(Length, FileStatus.Of(PathOf("out/a.dll")).Length);
        Assert.IsFalse(seen.Any(look => look.IsNewer), $"Seen: {string.Join(", ", seen)}");
        Assert.IsTrue(seen.All(look => look.Length == Length), $"Seen: {string.Join(", ", seen)}");
    }

    private void Observe(HashSet<(long Length, bool IsNewer)> seen, ManualResetEventSlim staged, long sourceModified)
    {
        while (!staged.IsSet)
        {
            try
            {
                FileStatus status = FileStatus.Of(PathOf("out/a.dll"));
                seen.Add((status.Length, status.Modified > sourceModified));
            }
            catch (IOException)
            {
                // It is not there yet.
            }
        }
    }
}
