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

    private sealed class FakeFill(Action? run = null, int count = 1) : CacheFill("/cache", count)
    {
        internal bool HasRun { get; private set; }

        internal bool IsDisposed { get; private set; }

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

        private protected override void KeepTag()
        {
        }
    }
}
