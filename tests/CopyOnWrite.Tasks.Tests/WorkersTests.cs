namespace CopyOnWrite.Tasks.Tests;

[TestClass]
public sealed class WorkersTests
{
    private static readonly CloneCall s_call = new(Platform.ForThisSystem()!);

    [TestMethod]
    [DataRow(0, false)]
    [DataRow(1, false)]
    [DataRow(8, false)]
    [DataRow(9, false)]
    [DataRow(10_000, false)]
    [DataRow(0, true)]
    [DataRow(2, true)]
    [DataRow(10_000, true)]
    public void EachNumberIsWorkedOnOnce(int count, bool slow)
    {
        int[] times = new int[count];

        Workers.Run(s_call, count, slow, (i, _) => Interlocked.Increment(ref times[i]));

        Assert.IsTrue(times.All(t => t == 1), $"{times.Count(t => t != 1)} of {count} numbers not once");
    }

    /// <summary>A helper's, not caught, would end the process.</summary>
    [TestMethod]
    [DataRow(false)]
    [DataRow(true)]
    public void AnExceptionEndsTheWorkAndIsThrown(bool inAHelper)
    {
        int caller = Environment.CurrentManagedThreadId;
        int done = 0;

        Assert.ThrowsExactly<TimeoutException>(() => Workers.Run(s_call, 100_000, slow: true, (_, _) =>
        {
            Interlocked.Increment(ref done);
            Thread.Sleep(1);
            _ = Environment.CurrentManagedThreadId == caller != inAHelper ? throw new TimeoutException() : 0;
        }));

        Assert.IsLessThan(100_000, done);
    }

    [TestMethod]
    public async Task ABusyThreadPoolDoesNotHoldTheCallUp()
    {
        using var release = new ManualResetEventSlim();
        ThreadPool.GetMinThreads(out int threads, out _);
        Task[] hogs = [.. Enumerable.Range(0, threads * 4).Select(_ => Task.Run(() => release.Wait()))];
        try
        {
            int done = 0;
            Workers.Run(s_call, 1_000, slow: true, (_, _) => Interlocked.Increment(ref done));
            Assert.AreEqual(1_000, done);
            Assert.IsTrue(hogs.Any(h => !h.IsCompleted), "The pool was not busy.");
        }
        finally
        {
            release.Set();
            await Task.WhenAll(hogs);
        }
    }
}
