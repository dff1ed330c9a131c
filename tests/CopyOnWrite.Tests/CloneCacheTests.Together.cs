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

        Assert.AreEqual(CloneOutcome.Copied(Reason.DifferentVolumesNowCached, SettledFiles.Length), Copy(sources[1], "second"));
        AssertClone(sources[1], "second");
        Assert.AreEqual(CloneOutcome.ClonedFromCache(SettledFiles.Length), Copy(sources[1], "third"));
        AssertCacheHolds(sources);
    }

    [TestMethod]
    [DataRow(false)]
    [DataRow(true)]
    public void ASourceThatAnotherProcessIsCachingIsNotHandledByACallThatDefers(bool destinationExists)
    {
        string[] sources = SettledFiles.Take(2);
        Copy(sources[0], "first");
        if (destinationExists)
        {
            File.WriteAllText(Volume.PathOf("second"), "old");
        }

        using FileStream claim = LiveClaim(sources[1]);
        using CloneCache cache = Strategy.NewCache(CacheLocation.At(Folder))!;
        cache.DefersWhenBusy = true;

        Assert.AreEqual(CloneOutcome.NotHandled(Reason.BeingCached), Strategy.Copy(sources[1], Volume.PathOf("second"), cache));
        Assert.AreEqual(CacheProblem.None, cache.Problem);
        CollectionAssert.AreEqual(destinationExists ? new[] { "cache", "first", "second" } : ["cache", "first"], Names(Volume.Folder));
        Assert.IsTrue(!destinationExists || File.ReadAllText(Volume.PathOf("second")) == "old");

        Assert.AreEqual(
            CloneOutcome.ClonedFromCache(SettledFiles.Length),
            Strategy.Copy(sources[0], Volume.PathOf("third"), cache),
            "Others are not affected.");
        claim.Dispose();
        Assert.AreEqual(
            CloneOutcome.Copied(Reason.DifferentVolumesNowCached, SettledFiles.Length),
            Strategy.Copy(sources[1], Volume.PathOf("second"), cache));
        AssertSame(sources[1], "second");
    }

    [TestMethod]
    public void ASourceThatAnotherProcessIsCachingIsCopiedByACallThatDoesNotDeferAndTheClaimStays()
    {
        string[] sources = SettledFiles.Take(2);
        Copy(sources[0], "first");
        using FileStream claim = LiveClaim(sources[1]);

        Assert.AreEqual(CloneOutcome.Copied(Reason.DifferentVolumes, SettledFiles.Length), Copy(sources[1], "second"));
        Assert.AreEqual(FileStatus.Of(claim.Name).Identity, FileStatus.Of(PathInCache(sources[1], CacheFiles.Claim)).Identity);
    }

    /// <summary>As a process each, which learn of the volumes alone, or as the workers of one call.</summary>
    [TestMethod]
    [TestCategory("Slow")]
    [DataRow(false, false)]
    [DataRow(true, false)]
    [DataRow(false, true)]
    [DataRow(true, true)]
    public void ManyThreadsCopyTheSameSourcesToFilesOfTheirOwn(bool givesWay, bool oneCall)
    {
        const int Threads = 8;
        string[] sources = SettledFiles.Take(12);
        var outcomes = new ConcurrentBag<(string Name, CloneOutcome Outcome)>();
        CloneCache[] caches = [.. Enumerable.Range(0, oneCall ? 1 : Threads)
            .Select(_ => new LinuxCloner(new VolumePairs()).NewCache(CacheLocation.At(Folder))!)];
        LinuxCloner[] strategies = [.. caches.Select(_ => new LinuxCloner(new VolumePairs()))];
        foreach (CloneCache cache in caches)
        {
            cache.DefersWhenBusy = givesWay;
        }

        Thread[] threads = [.. Enumerable.Range(0, Threads).Select(thread => new Thread(() =>
        {
            foreach (int i in Enumerable.Range(0, sources.Length))
            {
                string name = $"copy-{thread}-{i}";
                int who = thread % caches.Length;
                outcomes.Add((name, strategies[who].Copy(sources[i], Volume.PathOf(name), caches[who])));
            }
        }))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());

        string seen = string.Join('\n', outcomes.Select(o => $"{o.Name}: {o.Outcome}"));
        Assert.HasCount(Threads * sources.Length, outcomes, seen);
        Assert.AreEqual(sources.Length, outcomes.Count(o => o.Outcome.Reason == Reason.DifferentVolumesNowCached), seen);
        foreach ((string name, CloneOutcome outcome) in outcomes)
        {
            string source = sources[int.Parse(name.Split('-')[2], null)];
            if (outcome.Kind == OutcomeKind.NotHandled)
            {
                Assert.IsTrue(givesWay && outcome.Reason == Reason.BeingCached, $"{name}: {outcome}");
                Assert.AreEqual(CloneOutcome.ClonedFromCache(SettledFiles.Length), Copy(source, name));
            }

            AssertSame(source, name);
        }

        foreach (CloneCache cache in caches)
        {
            Assert.AreEqual(CacheProblem.None, cache.Problem, $"error {cache.ErrorNumber}");
            cache.Dispose();
        }

        Assert.AreEqual(sources.Length * SettledFiles.Length, caches.Sum(cache => cache.BytesAdded));
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
            cached += outcome.Reason == Reason.DifferentVolumesNowCached ? 1 : 0;
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
