using System;
using System.Collections.Concurrent;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Linux;
using CopyOnWrite.Measurement;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tests;

/// <summary>Several at work on one cache, and what those leave that were killed.</summary>
public abstract partial class CloneCacheTests
{
    [TestMethod]
    public void WhatAKilledProcessLeftIsTakenOver()
    {
        string[] sources = SettledFiles.Take(2);
        Copy(sources[0], "first");
        foreach (string ending in new[] { CacheFiles.Claim, CacheFiles.New, CacheFiles.Entry })
        {
            File.WriteAllText(PathInCache(sources[1], ending), "left by a process that was killed");
        }

        Assert.AreEqual(CloneOutcome.Copied(Reason.DifferentVolumesBeingCached, SettledFiles.Length), Copy(sources[1], "second"));
        Assert.AreEqual(CloneOutcome.ClonedFromCache(SettledFiles.Length), Copy(sources[1], "third"));
        AssertClone(sources[1], "third");
        AssertCacheHolds(sources);
    }

    [TestMethod]
    public void ASourceThatAnotherProcessIsCachingIsCopiedAndTheClaimStays()
    {
        string[] sources = SettledFiles.Take(2);
        Copy(sources[0], "first");
        using FileStream claim = LiveClaim(sources[1]);

        Assert.AreEqual(CloneOutcome.Copied(Reason.DifferentVolumesBeingCached, SettledFiles.Length), Copy(sources[1], "second"));
        Assert.AreEqual(FileStatus.Of(claim.Name).Identity, FileStatus.Of(PathInCache(sources[1], CacheFiles.Claim)).Identity);

        claim.Dispose();
        Assert.AreEqual(CloneOutcome.Copied(Reason.DifferentVolumesBeingCached, SettledFiles.Length), Copy(sources[1], "third"));
        AssertCacheHolds(sources);
    }

    /// <summary>As a process each, which learn of the volumes alone, or as the workers of one call.</summary>
    [TestMethod]
    [TestCategory("Slow")]
    [DataRow(false)]
    [DataRow(true)]
    public void ManyThreadsCopyTheSameSourcesToFilesOfTheirOwn(bool oneCall)
    {
        const int Threads = 8;
        string[] sources = SettledFiles.Take(12);
        var outcomes = new ConcurrentBag<(string Name, CloneOutcome Outcome)>();
        LinuxCloner[] strategies = [.. Enumerable.Range(0, oneCall ? 1 : Threads).Select(_ => new LinuxCloner(new VolumePairs()))];
        CloneCache[] caches = [.. strategies.Select(strategy => strategy.NewCache(CacheLocation.At(Folder))!)];
        Thread[] threads = [.. Enumerable.Range(0, Threads).Select(thread => new Thread(() =>
        {
            int who = thread % caches.Length;
            foreach (int i in Enumerable.Range(0, sources.Length))
            {
                string name = $"copy-{thread}-{i}";
                outcomes.Add((name, strategies[who].Copy(sources[i], Volume.PathOf(name), caches[who])));
            }

            // At the same time as others that copy.
            if (!oneCall)
            {
                caches[who].Dispose();
            }
        }))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());

        string seen = string.Join('\n', outcomes.Select(o => $"{o.Name}: {o.Outcome}"));
        Assert.HasCount(Threads * sources.Length, outcomes, seen);
        foreach ((string name, CloneOutcome outcome) in outcomes)
        {
            Assert.AreNotEqual(OutcomeKind.NotHandled, outcome.Kind, seen);
            AssertSame(sources[int.Parse(name.Split('-')[2], null)], name);
        }

        long added = 0;
        foreach ((LinuxCloner strategy, CloneCache cache) in strategies.Zip(caches))
        {
            Assert.AreEqual(CacheProblem.None, cache.Problem, $"error {cache.ErrorNumber}");
            cache.Dispose();
            strategy.CacheUpkeep.Wait();
            added += strategy.CacheUpkeep.BytesAdded;
        }

        // One that finds another at work leaves the source to it.
        Assert.AreEqual(sources.Length * SettledFiles.Length, added);
        AssertCacheHolds(sources);
    }

    [TestMethod]
    [TestCategory("Slow")]
    public void WhileTheCacheIsEmptiedAgainAndAgainCopiesGoOnRight()
    {
        string[] sources = SettledFiles.Take(6);
        using var stop = new CancellationTokenSource();
        int emptied = 0;
        Task emptying = Task.Run(() =>
        {
            for (; !stop.IsCancellationRequested; emptied++)
            {
                Strategy.PruneCache(Folder, 0, TimeSpan.Zero);
            }
        });

        int cached = 0;
        int cloned = 0;
        for (int i = 0; i < 5000 && !emptying.IsCompleted && (cached < 50 || cloned < 50 || i < 300); i++)
        {
            CloneOutcome outcome = Copy(sources[i % sources.Length], "copy");
            outcome = Copy(sources[i % sources.Length], "copy");
            cached += outcome.Reason == Reason.DifferentVolumesBeingCached ? 1 : 0;
            cloned += outcome.Kind == OutcomeKind.ClonedFromCache ? 1 : 0;
        }

        stop.Cancel();
        emptying.Wait();
        Assert.IsGreaterThan(
            0, cached, $"emptied {emptied} times, {cloned} clones: never between a copy and the next; the test proves nothing.");
    }

    /// <summary>As another process holds it: the lock is the open file's, and this is another one than the strategy's.</summary>
    private FileStream LiveClaim(string source) => Files.MakeLocked(PathInCache(source, CacheFiles.Claim));
}
