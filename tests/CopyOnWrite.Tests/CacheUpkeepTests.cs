using System;
using System.Collections.Concurrent;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tests;

/// <summary>What a process does for its caches behind its calls: nothing of it may reach the process.</summary>
[TestClass]
public sealed class CacheUpkeepTests
{
    /// <summary>An unhandled exception in a thread ends its process, and with it the test run.</summary>
    [TestMethod]
    [Timeout(60_000)]
    public void WhateverAFillThrowsTheProcessGoesOnAndTheNextFillIsRun()
    {
        var upkeep = new CacheUpkeep();
        FakeFill[] fills =
        [
            new(() => throw new InvalidOperationException("a mistake")),
            new(() => throw new InsufficientMemoryException()),
            new(),
        ];
        foreach (FakeFill fill in fills)
        {
            upkeep.Add(fill);
        }

        upkeep.Wait();
        Assert.IsTrue(fills.All(fill => fill.IsDisposed));
        Assert.IsTrue(fills[2].HasRun);
    }

    [TestMethod]
    [Timeout(60_000)]
    public void WithoutAThreadAFillIsDroppedAndNobodyWaitsForIt()
    {
        bool canStart = false;
        var upkeep = new CacheUpkeep(work =>
        {
            if (!canStart)
            {
                throw new InsufficientMemoryException("a limit on threads");
            }

            new Thread(() => work()).Start();
        });
        var dropped = new FakeFill();
        upkeep.Add(dropped);
        upkeep.Wait();
        Assert.IsTrue(dropped.IsDisposed, "It has a folder open.");
        Assert.IsFalse(dropped.HasRun);

        canStart = true;
        var next = new FakeFill();
        upkeep.Add(next);
        upkeep.Wait();
        Assert.IsTrue(next.HasRun);
    }

    /// <summary>Each has a folder open: a process that runs out of descriptors cannot build.</summary>
    [TestMethod]
    [Timeout(60_000)]
    public void ManyCallsKeepAFewHundredFoldersOpenAtMost()
    {
        using var disk = new ManualResetEventSlim();
        var upkeep = new CacheUpkeep();
        var fills = new ConcurrentBag<FakeFill>();
        for (int i = 0; i < 1000; i++)
        {
            var fill = new FakeFill(disk.Wait);
            fills.Add(fill);
            upkeep.Add(fill);
        }

        int open = fills.Count(fill => !fill.IsDisposed);
        disk.Set();
        upkeep.Wait();
        Assert.IsInRange(1, 200, open);
        Assert.AreEqual(open, fills.Count(fill => fill.HasRun));
        Assert.IsTrue(fills.All(fill => fill.IsDisposed));
    }

    [TestMethod]
    [Timeout(60_000)]
    public void WhoWaitsForRoomHasEveryFillTaken()
    {
        using var disk = new ManualResetEventSlim();
        var upkeep = new CacheUpkeep();
        FakeFill[] fills = [.. Enumerable.Range(0, 1000).Select(_ => new FakeFill(disk.Wait))];
        Task adding = Task.Run(() =>
        {
            foreach (FakeFill fill in fills)
            {
                upkeep.WaitForRoom();
                upkeep.Add(fill);
            }
        });
        disk.Set();
        adding.Wait();
        upkeep.Wait();
        Assert.AreEqual(fills.Length, fills.Count(fill => fill.HasRun));
    }

    [TestMethod]
    [Timeout(60_000)]
    public void ACallOfVeryManyFilesIsTakenWhenNothingElseWaits()
    {
        var upkeep = new CacheUpkeep();
        var fill = new FakeFill(count: 20_000);
        upkeep.Add(fill);
        upkeep.Wait();
        Assert.IsTrue(fill.HasRun);
    }

    [TestMethod]
    [Timeout(60_000)]
    public void NoEntryIsBegunWhileACallIsAtWorkAndTheLastOneThatEndsWakesTheThread()
    {
        // Started when the fill is there, so that the thread has nothing to wait for but the calls.
        Action work = null!;
        var upkeep = new CacheUpkeep(given => work = given);
        bool isAtWork = true;
        bool begunAtWork = false;
        var fill = new FakeFill(() => begunAtWork = Volatile.Read(ref isAtWork));
        upkeep.CallBegins();
        upkeep.CallBegins();
        upkeep.Add(fill);
        upkeep.CallEnds();
        var thread = new Thread(() => work());
        thread.Start();
        SpinWait.SpinUntil(() => (thread.ThreadState & (ThreadState.WaitSleepJoin | ThreadState.Stopped)) != 0);
        Assert.IsFalse(fill.HasRun, "Of the two calls one is at work.");

        Volatile.Write(ref isAtWork, false);
        upkeep.CallEnds();
        thread.Join();
        Assert.IsTrue(fill.HasRun);
        Assert.IsFalse(begunAtWork);
    }

    /// <summary>A build that is to end with its files in the cache would else wait for a call that is never reported as ended.</summary>
    [TestMethod]
    [Timeout(60_000)]
    public void WhoWaitsForAllEntriesHasThemMadeBesideACallAtWork()
    {
        var upkeep = new CacheUpkeep();
        var fill = new FakeFill();
        upkeep.CallBegins();
        upkeep.Add(fill);
        upkeep.Wait();
        Assert.IsTrue(fill.HasRun);
    }

    [TestMethod]
    [Timeout(60_000)]
    public void StoppedItEndsWithTheEntryThatIsBegunAndFillsAgainForTheNextCall()
    {
        using var begun = new ManualResetEventSlim();
        using var disk = new ManualResetEventSlim();
        var upkeep = new CacheUpkeep();
        var fill = new FakeFill(
            () =>
            {
                begun.Set();
                disk.Wait();
            },
            count: 3);
        var next = new FakeFill();
        upkeep.Add(fill);
        upkeep.Add(next);
        begun.Wait();

        upkeep.Stop();
        disk.Set();
        upkeep.Wait();
        Assert.AreEqual((1, false), (fill.Present, next.HasRun));
        Assert.IsTrue(fill.IsDisposed && next.IsDisposed, "Each has a folder open.");

        var later = new FakeFill();
        upkeep.Add(later);
        upkeep.Wait();
        Assert.IsTrue(later.HasRun);
    }

    [TestMethod]
    [Timeout(60_000)]
    public void StoppedWhileACallIsAtWorkItClosesItsFolders()
    {
        var upkeep = new CacheUpkeep();
        var fill = new FakeFill();
        upkeep.CallBegins();
        upkeep.Add(fill);
        upkeep.Stop();
        upkeep.Wait();
        Assert.AreEqual((true, false), (fill.IsDisposed, fill.HasRun));
    }

    [TestMethod]
    [Timeout(60_000)]
    public void OnceTheTagIsGoneNothingIsAddedAndTheTagIsOnlyWrittenWithinTheCall()
    {
        FakeFill fill = null!;
        fill = new FakeFill(() => fill.DeleteFolder(), count: 3);
        fill.Run();
        Assert.AreEqual((1, false), (fill.Present, fill.HadItsTagKept));

        var upkeep = new CacheUpkeep(_ => throw new InsufficientMemoryException("a limit on threads"));
        var dropped = new FakeFill();
        upkeep.Add(dropped);
        Assert.IsTrue(dropped.HadItsTagKept, "By the thread of the call.");
    }

    private sealed class FakeFill(Action? run = null, int count = 1) : CacheFill("/cache", count)
    {
        private volatile bool _isDeleted;

        internal bool HasRun { get; private set; }

        internal bool IsDisposed { get; private set; }

        internal bool HadItsTagKept { get; private set; }

        public override void Dispose() => IsDisposed = true;

        private protected override bool TryAdd(int source)
        {
            if (source == 0)
            {
                HasRun = true;
                run?.Invoke();
            }

            return true;
        }

        private protected override bool HasTag => !_isDeleted;

        internal override void KeepTag() => HadItsTagKept = true;

        internal void DeleteFolder() => _isDeleted = true;
    }
}
