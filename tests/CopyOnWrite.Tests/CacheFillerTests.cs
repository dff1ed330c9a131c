using ThreadState = System.Threading.ThreadState;

namespace CopyOnWrite.Tests;

/// <summary>What a process does for its caches behind its calls: nothing of it may reach the process.</summary>
[TestClass]
public sealed class CacheFillerTests
{
    private readonly ConcurrentQueue<string> _added = new();

    /// <summary>An unhandled exception in a thread ends its process, and with it the test run.</summary>
    [TestMethod]
    [Timeout(60_000)]
    public void WhateverIsThrownWhileASourceIsAddedTheProcessGoesOnAndTheNextSourceIsAdded()
    {
        var filler = new CacheFiller(source => source.Path switch
        {
            "mistake" => throw new InvalidOperationException("a mistake"),
            "memory" => throw new InsufficientMemoryException(),
            _ => Add(source),
        });
        filler.Add(Sources("mistake", "memory", "good"));
        filler.Wait();
        CollectionAssert.AreEqual(new[] { "good" }, _added);
        Assert.IsInstanceOfType<InvalidOperationException>(filler.TakeException(), "The first is kept for the next call's log.");
        Assert.IsNull(filler.TakeException());
    }

    [TestMethod]
    [Timeout(60_000)]
    public void WithoutAThreadSourcesAreDroppedAndNoCallWaitsForThem()
    {
        bool canStart = false;
        var filler = new CacheFiller(Add, startThread: work =>
        {
            if (!canStart)
            {
                throw new InsufficientMemoryException("a limit on threads");
            }

            new Thread(() => work()).Start();
        });
        filler.Add(Sources("dropped"));
        filler.Wait();

        canStart = true;
        filler.Add(Sources("next"));
        filler.Wait();
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
        var filler = new CacheFiller(
            source =>
            {
                begunAtWork = Volatile.Read(ref isAtWork);
                return Add(source);
            },
            startThread: given => work = given);
        filler.CallBegins();
        filler.CallBegins();
        filler.Add(Sources("one"));
        filler.CallEnds();
        var thread = new Thread(() => work());
        thread.Start();
        SpinWait.SpinUntil(() => (thread.ThreadState & (ThreadState.WaitSleepJoin | ThreadState.Stopped)) != 0);
        Assert.IsEmpty(_added, "Of the two calls one is at work.");

        Volatile.Write(ref isAtWork, false);
        filler.CallEnds();
        thread.Join();
        Assert.HasCount(1, _added);
        Assert.IsFalse(begunAtWork);
    }

    /// <summary>A build that is to end with its files in the cache would else wait for a call that is never reported as ended.</summary>
    [TestMethod]
    [Timeout(60_000)]
    public void WhoWaitsForAllEntriesHasThemMadeBesideACallAtWork()
    {
        var filler = new CacheFiller(Add);
        filler.CallBegins();
        filler.Add(Sources("one"));
        filler.Wait();
        Assert.HasCount(1, _added);
    }

    /// <summary>A pruning notes its time in the folder, which may be being deleted after the build.</summary>
    [TestMethod]
    [Timeout(60_000)]
    public void StoppedItEndsWithTheEntryThatIsBegunPrunesNoMoreAndGoesOnForTheNextCall()
    {
        using var begun = new ManualResetEventSlim();
        using var disk = new ManualResetEventSlim();
        var filler = new CacheFiller(source =>
        {
            begun.Set();
            disk.Wait();
            return Add(source);
        });
        filler.Add(Sources("first", "second"));
        filler.Prune("/cache", () => _added.Enqueue("pruned"));
        begun.Wait();

        filler.Dispose();
        disk.Set();
        filler.Wait();
        CollectionAssert.AreEqual(new[] { "first" }, _added);

        filler.Add(Sources("later"));
        filler.Prune("/cache", () => _added.Enqueue("pruned"));
        filler.Wait();
        CollectionAssert.AreEqual(new[] { "first", "later", "pruned" }, _added);
    }

    /// <summary>As many projects of a build have one cache.</summary>
    [TestMethod]
    [Timeout(60_000)]
    public void AFolderIsPrunedOnceAfterTheAdditionsOfAllCallsThatEndMeanwhile()
    {
        using var disk = new ManualResetEventSlim();
        var filler = new CacheFiller(source =>
        {
            disk.Wait();
            return Add(source);
        });
        filler.Add(Sources("first"));
        filler.Prune("/cache", () => _added.Enqueue("pruned"));
        filler.Add(Sources("second"));
        filler.Prune("/cache", () => _added.Enqueue("pruned"));

        disk.Set();
        filler.Wait();

        CollectionAssert.AreEqual(new[] { "first", "second", "pruned" }, _added);
    }

    [TestMethod]
    [Timeout(60_000)]
    public void TheLargestOfTheSourcesOfAllCallsIsAddedFirst()
    {
        var filler = new CacheFiller(Add);
        filler.CallBegins();
        filler.Add([Source("/cache", "small", 1), Source("/cache", "largest", 3)]);
        filler.Add([Source("/cache", "large", 2)]);
        filler.CallEnds();
        filler.Wait();
        CollectionAssert.AreEqual(new[] { "largest", "large", "small" }, _added);
    }

    [TestMethod]
    [Timeout(60_000)]
    public void AFolderThatNothingCanBeAddedToIsGivenUpAndReportedOnce()
    {
        var filler = new CacheFiller(source => Add(source) + (source.Folder == "/full" ? 28 : 0));
        filler.CallBegins();
        filler.Add([.. Sources("one"), Source("/full", "two"), Source("/full", "three"), .. Sources("four")]);
        filler.CallEnds();
        filler.Wait();

        CollectionAssert.AreEqual(new[] { "one", "two", "four" }, _added, "The third was tried, or the fourth was not.");
        Assert.AreEqual((28, 0, 0), (filler.TakeFailure("/full"), filler.TakeFailure("/full"), filler.TakeFailure("/cache")));
    }

    private int Add(CacheSource source)
    {
        _added.Enqueue(source.Path);
        return 0;
    }

    private static CacheSource[] Sources(params string[] paths) => [.. paths.Select(path => Source("/cache", path))];

    private static CacheSource Source(string folder, string path, long length = 0) =>
        new(path, 0, new FileFingerprint { Length = length }) { Folder = folder };
}
