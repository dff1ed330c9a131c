using ThreadState = System.Threading.ThreadState;

namespace CopyOnWrite.Artifacts.Tests;

/// <summary>A build that is cancelled: the task ends, and says that it failed.</summary>
[TestClass]
public sealed class CancellationTests : StagingTest
{
    // Far more than any machine takes to wake a thread, and far less than the wait that must be cut short.
    private static readonly TimeSpan s_hang = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan s_longWait = TimeSpan.FromHours(5);

    [TestMethod]
    public void ALongWaitForARetryEndsAtOnce()
    {
        WriteAll("bin/a.txt", "more/b.txt");
        using var holder = new FileStream(PathOf("bin/a.txt"), FileMode.Open, FileAccess.ReadWrite, FileShare.None);
        Robocopy? task = null;
        StagingRun? run = null;
        using var announced = new ManualResetEventSlim();
        RecordingEngine engine = RecordingEngine.At("Retry 1 of", announced.Set);
        var thread = new Thread(() => run = Stage(
            engine, t => (task, t.RetryCount, t.RetryWait) = (t, 1000, (int)s_longWait.TotalMilliseconds), Item("bin", "out"),
            Item("more", "out")));
        thread.Start();

        Assert.IsTrue(announced.Wait(s_hang), engine.ToString());
        Assert.IsTrue(SpinWait.SpinUntil(() => (thread.ThreadState & ThreadState.WaitSleepJoin) != 0, s_hang), "The task does not wait.");
        task!.Cancel();

        Assert.IsTrue(thread.Join(s_hang), $"The task goes on. {engine}");
        Assert.IsFalse(run!.Result, run.Log);
        run.WithoutMessage("Retry 2 of");
        Assert.DoesNotContain("COW1027", run.Log, "It was not tried again, so its result is unknown.");
        AssertHolds("out");
    }

    [TestMethod]
    public void ATaskThatIsCancelledBeforeItBeginsDoesNothing()
    {
        WriteAll("bin/a.txt", "bin/b.txt", "out/old.txt");

        Stage(task => task.Cancel(), Item("bin", "out"), Item("bin/a.txt", "out")).Failed();

        AssertHolds("out", "old.txt");
    }

    [TestMethod]
    public void ItemsAfterTheOneAtWorkAreNotStaged()
    {
        WriteAll("bin/a.txt", "more/b.txt");
        Robocopy? task = null;

        Stage(RecordingEngine.At("a.txt", () => task!.Cancel()), t => task = t, Item("bin", "out"), Item("more", "out")).Failed();

        AssertHolds("out", "a.txt");
    }
}
