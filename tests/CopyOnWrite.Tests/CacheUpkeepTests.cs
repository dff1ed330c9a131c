using ThreadState = System.Threading.ThreadState;

namespace CopyOnWrite.Tests;

/// <summary>What a process does for its caches behind its calls: nothing of it may reach the process.</summary>
[TestClass]
public sealed class CacheUpkeepTests
{
    private readonly ConcurrentQueue<string> _added = new();

    /// <summary>An unhandled exception in a thread ends its process, and with it the test run.</summary>
    [TestMethod]
    [Timeout(60_000)]
    public void WhateverIsThrownWhileASourceIsAddedTheProcessGoesOnAndTheNextSourceIsAdded()
    {
        var upkeep = new CacheUpkeep(source => source.Path switch
        {
            "mistake" => throw new InvalidOperationException("a mistake"),
            "memory" => throw new InsufficientMemoryException(),
            _ => Add(source),
        });
        upkeep.Add(Sources("mistake", "memory", "good"));
        upkeep.Wait();
        CollectionAssert.AreEqual(new[] { "good" }, _added);
        Assert.IsInstanceOfType<InvalidOperationException>(upkeep.TakeException(), "The first is kept for the next call's log.");
        Assert.IsNull(upkeep.TakeException());
    }

    [TestMethod]
    [Timeout(60_000)]
    public void WithoutAThreadSourcesAreDroppedAndNoCallWaitsForThem()
    {
        bool canStart = false;
        var upkeep = new CacheUpkeep(Add, work =>
        {
            if (!canStart)
            {
                throw new InsufficientMemoryException("a limit on threads");
            }

            new Thread(() => work()).Start();
        });
        upkeep.Add(Sources("dropped"));
        upkeep.Wait();

        canStart = true;
        upkeep.Add(Sources("next"));
        upkeep.Wait();
        CollectionAssert.AreEqual(new[] { "next" }, _added);
    }

    [TestMethod]
    [Timeout(60_000)]
    public void NoEntryIsBegunWhileACallIsAtWorkAndTheLastOneThatEndsWakesTheThread()
    {
        // Started when the source is there, so that the thread has nothing to wait for but the calls.
        Action work = null!;
        bool isAtWork = true;
        bool begunAtWork = false;
        var upkeep = new CacheUpkeep(
            source =>
            {
                begunAtWork = Volatile.Read(ref isAtWork);
                return Add(source);
            },
            given => work = given);
        upkeep.CallBegins();
        upkeep.CallBegins();
        upkeep.Add(Sources("one"));
        upkeep.CallEnds();
        var thread = new Thread(() => work());
        thread.Start();
        SpinWait.SpinUntil(() => (thread.ThreadState & (ThreadState.WaitSleepJoin | ThreadState.Stopped)) != 0);
        Assert.IsEmpty(_added, "Of the two calls one is at work.");

        Volatile.Write(ref isAtWork, false);
        upkeep.CallEnds();
        thread.Join();
        Assert.HasCount(1, _added);
        Assert.IsFalse(begunAtWork);
    }

    /// <summary>A build that is to end with its files in the cache would else wait for a call that is never reported as ended.</summary>
    [TestMethod]
    [Timeout(60_000)]
    public void WhoWaitsForAllEntriesHasThemMadeBesideACallAtWork()
    {
        var upkeep = new CacheUpkeep(Add);
        upkeep.CallBegins();
        upkeep.Add(Sources("one"));
        upkeep.Wait();
        Assert.HasCount(1, _added);
    }

    [TestMethod]
    [Timeout(60_000)]
    public void StoppedItEndsWithTheEntryThatIsBegunAndFillsAgainForTheNextCall()
    {
        using var begun = new ManualResetEventSlim();
        using var disk = new ManualResetEventSlim();
        var upkeep = new CacheUpkeep(source =>
        {
            begun.Set();
            disk.Wait();
            return Add(source);
        });
        upkeep.Add(Sources("first", "second"));
        begun.Wait();

        upkeep.Stop();
        disk.Set();
        upkeep.Wait();
        CollectionAssert.AreEqual(new[] { "first" }, _added);

        upkeep.Add(Sources("later"));
        upkeep.Wait();
        CollectionAssert.AreEqual(new[] { "first", "later" }, _added);
    }

    [TestMethod]
    [Timeout(60_000)]
    public void StoppedWhileACallIsAtWorkItEnds()
    {
        var upkeep = new CacheUpkeep(Add);
        upkeep.CallBegins();
        upkeep.Add(Sources("one"));
        upkeep.Stop();
        upkeep.Wait();
        Assert.IsEmpty(_added);
    }

    /// <summary>A pruning notes its time in the folder, which may be being deleted after the build.</summary>
    [TestMethod]
    [Timeout(60_000)]
    public void StoppedItPrunesNoMoreUntilTheNextCall()
    {
        using var begun = new ManualResetEventSlim();
        using var disk = new ManualResetEventSlim();
        int prunings = 0;
        var upkeep = new CacheUpkeep(source =>
        {
            begun.Set();
            disk.Wait();
            return Add(source);
        });
        upkeep.Add(Sources("first"));
        upkeep.Prune("/cache", hasAdded: true, 100, _ => prunings++);
        begun.Wait();

        upkeep.Stop();
        disk.Set();
        upkeep.Wait();
        Assert.AreEqual(0, prunings);

        upkeep.Prune("/cache", hasAdded: false, 100, _ => prunings++);
        upkeep.Wait();
        Assert.AreEqual(1, prunings);
    }

    [TestMethod]
    [Timeout(60_000)]
    public void AFolderThatNothingCanBeAddedToIsGivenUpAndReportedOnce()
    {
        var upkeep = new CacheUpkeep(source => source.Folder == "/full" ? 28 : Add(source));
        upkeep.CallBegins();
        upkeep.Add([.. Sources("one"), Source("/full", "two"), Source("/full", "three"), .. Sources("four")]);
        upkeep.CallEnds();
        upkeep.Wait();

        CollectionAssert.AreEqual(new[] { "one", "four" }, _added);
        Assert.AreEqual((28, 0, 0), (upkeep.TakeFailure("/full"), upkeep.TakeFailure("/full"), upkeep.TakeFailure("/cache")));
        Assert.AreEqual(2, upkeep.BytesAdded);
    }

    private int Add(CacheSource source)
    {
        _added.Enqueue(source.Path);
        return 0;
    }

    private static CacheSource[] Sources(params string[] paths) => [.. paths.Select(path => Source("/cache", path))];

    private static CacheSource Source(string folder, string path) => new(folder, path, 0, new FileNumbers { Length = 1 });
}
