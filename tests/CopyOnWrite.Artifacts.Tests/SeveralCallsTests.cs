namespace CopyOnWrite.Artifacts.Tests;

/// <summary>Projects of one build that stage the same files to the same folder at one time.</summary>
[TestClass]
public sealed class SeveralCallsTests : StagingTest
{
    private const int Calls = 6;

    [TestMethod]
    [TestCategory("Slow")]
    [DataRow("AlwaysCopy=false")]
    [DataRow("AlwaysCopy=true")]
    [DataRow("OnlyNewer=true")]
    public void EachSucceedsAndTheFilesAreWhole(string metadata)
    {
        string[] files = [.. Enumerable.Range(0, 100).Select(i => $"{i % 3}/{i}.dll")];
        WriteAll([.. files.Select(file => $"bin/{file}")]);
        var runs = new ConcurrentBag<StagingRun>();
        using var start = new Barrier(Calls);

        Thread[] calls = [.. Enumerable.Range(0, Calls).Select(_ => new Thread(() =>
        {
            start.SignalAndWait();
            runs.Add(Stage(task => (task.RetryCount, task.RetryWait) = (10, 10), Item("bin", "out", metadata)));
        }))];
        Array.ForEach(calls, thread => thread.Start());
        Array.ForEach(calls, thread => thread.Join());

        Assert.HasCount(Calls, runs);
        Assert.IsTrue(runs.All(run => run.Succeeded().Staged + run.Skipped == files.Length));
        AssertHolds("out", files);
        foreach (string file in files)
        {
            Assert.AreEqual($"content of bin/{file}", Read($"out/{file}"));
            Assert.AreEqual(Time, File.GetLastWriteTimeUtc(PathOf($"out/{file}")), file);
        }
    }
}
