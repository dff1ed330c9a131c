namespace CopyOnWrite.Tests.Cache;

/// <summary>How entries are made: by one process at a time, and never a wrong one.</summary>
public abstract partial class CacheConformance
{
    [TestMethod]
    [DoNotParallelize] // Between fork and exec, a program that another test starts has the closed lock's description (flock(2)), too.
    public void AnEntryThatAnotherProcessIsMakingIsLeftToIt()
    {
        string[] others = CachedSources(1);
        using (Lane.Begin(Source))
        {
            Assert.AreEqual(Added, Copy(Source, "one"));
            Assert.IsTrue(File.Exists(Lane.InCache(Source, CacheFiles.New)));
            Assert.IsFalse(File.Exists(Entry(Source)));
        }

        // The process has ended without making it.
        Assert.AreEqual(Added, Copy(Source, "two"));
        AssertServes(Source);
        AssertCacheHolds(Source, others[0]);
    }

    [TestMethod]
    public void WhatAKilledProcessOrMachineLeftIsTakenOver()
    {
        string[] others = CachedSources(1);
        foreach (string ending in new[] { CacheFiles.New, string.Empty })
        {
            File.WriteAllText(Lane.InCache(Source, ending), "left by a process that was killed");
        }

        Assert.AreEqual(Added, Copy(Source, "one"));
        AssertServes(Source);
        AssertCacheHolds(Source, others[0]);
    }

    [TestMethod]
    [DataRow("changed")]
    [DataRow("replaced")]
    [DataRow("deleted")]
    public void ASourceThatIsAnotherBehindTheCallIsNoEntry(string how)
    {
        string[] sources = Lane.Take(2);
        InOneCall(cache =>
        {
            Assert.AreEqual(Added, Copy(Process, cache, sources[0], "one"));
            Alter(sources, how);
        });
        AssertCacheHolds();
    }

    [TestMethod]
    [DoNotParallelize]
    [TestCategory("Slow")]
    [DataRow("changed")]
    [DataRow("replaced")]
    [DataRow("deleted")]
    public void ASourceThatChangesWhileItIsCopiedIntoTheCacheIsNoEntry(string how)
    {
        string[] sources = Lane.Take(2);
        CachedSources(1);
        string[] before = NamesInCache();

        Lane.WhileCopied(sources[0], () => Alter(sources, how), () => Assert.AreEqual(Added, Copy(sources[0], "copied")));

        CollectionAssert.AreEqual(before, NamesInCache());
    }

    /// <summary>Deletes as rm and git clean do: a list of the folder's files, then each of them, the first made first.</summary>
    [TestMethod]
    [DoNotParallelize]
    [TestCategory("Slow")]
    public void OfAnEntryInWhoseMakingTheCacheIsDeletedNothingIsLeft()
    {
        Lane.WhileCopied(
            Source, () => File.Delete(Path.Combine(Folder, CacheFiles.Tag)), () => Assert.AreEqual(Added, Copy(Source, "copied")));

        CollectionAssert.AreEqual(new[] { CacheFiles.Ignore }, NamesInCache());
    }

    /// <summary>Deletes as a script after the build does: a file made after the listing would keep it from removing the folder.</summary>
    [TestMethod]
    public void NothingIsMadeInAFolderWhoseFilesAreDeletedBehindTheCall()
    {
        string[] sources = Lane.Take(3);
        Process.CacheFiller.CallBegins();
        using (CloneCache cache = NewCache(Process))
        {
            Assert.AreEqual(Added, Copy(Process, cache, sources[0], "added"));
        }

        DeleteFiles();
        Process.CacheFiller.CallEnds();
        Process.CacheFiller.Wait();

        Assert.AreEqual(0, Process.CacheFiller.TakeFailure(Folder));
        Assert.IsEmpty(NamesInCache());
        Assert.AreEqual(Added, Copy(sources[1], "one"));
        AssertServes(sources[1]);
    }

    [TestMethod]
    [DoNotParallelize]
    [TestCategory("Slow")]
    public void ADiskThatFillsUpBehindTheCallLeavesNothingAndTheNextCallSaysSo()
    {
        CachedSources();
        string[] before = NamesInCache();
        using (Lane.FillTheDiskUnder(Source))
        {
            Assert.AreEqual(Added, Copy(Process, Source, "one"));
        }

        CollectionAssert.AreEqual(before, NamesInCache());
        Assert.AreEqual(Unusable, Copy(Process, Source, "two", CacheProblem.NotWritable));
        Assert.AreEqual(Added, Copy(Process, Source, "three"));
        AssertClone(Process, Source, "four");
    }

    [TestMethod]
    [TestCategory("Slow")]
    [DataRow(false)]
    [DataRow(true)]
    public void EightAtOnceMakeTheFolderAndEachEntryAndNoWrongFile(bool oneCall)
    {
        const int Count = 8;
        string[] sources = Lane.Take(6);
        Platform[] processes = [.. Enumerable.Range(0, oneCall ? 1 : Count).Select(_ => Lane.NewProcess())];
        CloneCache[] caches = [.. processes.Select(process => NewCache(process))];
        Parallel.For(0, Count, new ParallelOptions { MaxDegreeOfParallelism = Count }, thread =>
        {
            int who = thread % caches.Length;
            foreach (string source in thread % 2 == 0 ? sources : sources.Reverse())
            {
                Copy(processes[who], caches[who], source, $"{thread}-{Path.GetFileName(source)}");
            }

            // Run at the same time as others that copy.
            if (!oneCall)
            {
                caches[who].Dispose();
            }
        });
        foreach ((Platform process, CloneCache cache) in processes.Zip(caches))
        {
            Assert.AreEqual(CacheProblem.None, cache.Problem, $"error {cache.ErrorNumber}");
            cache.Dispose();
            process.CacheFiller.Wait();
        }

        AssertCacheHolds(sources);
    }

    /// <summary>Each finds the folder before, while or after another writes the tag and the file for git.</summary>
    [TestMethod]
    [TestCategory("Slow")]
    public void ProcessesThatMakeTheFolderAtOnceAllUseIt()
    {
        string[] sources = Lane.Take(4);
        Platform[] processes = [.. sources.Select(_ => Lane.NewProcess())];
        using var begin = new Barrier(sources.Length);
        for (int round = 0; round < 40; round++)
        {
            string folder = $"{Folder}-{round}";
            Task.WaitAll([.. sources.Zip(processes).Select((call, who) => Task.Factory.StartNew(
                () =>
                {
                    begin.SignalAndWait();
                    Copy(call.Second, call.First, $"{who}", CacheProblem.None, folder);
                },
                CancellationToken.None,
                TaskCreationOptions.LongRunning, // A thread each: all of them wait for the last.
                TaskScheduler.Default))]);
        }
    }

    [TestMethod]
    [TestCategory("Slow")]
    public void WhileTheCacheIsEmptiedAgainAndAgainCopiesGoOnRight()
    {
        string[] sources = Lane.Take(6);
        using var stop = new CancellationTokenSource();
        int emptied = 0;
        Task emptying = Task.Run(() =>
        {
            for (Platform process = Lane.NewProcess(); !stop.IsCancellationRequested; emptied++)
            {
                process.PruneCache(Folder, 0, TimeSpan.Zero);
            }
        });

        int added = 0;
        int cloned = 0;
        for (int i = 0; i < 500 && !emptying.IsCompleted && (added < 50 || cloned < 20 || i < 100); i++)
        {
            Reason reason = Copy(sources[i / 2 % sources.Length], "copy");
            added += reason == Added ? 1 : 0;
            cloned += reason == Cloned ? 1 : 0;
        }

        stop.Cancel();
        emptying.Wait();
        Assert.IsGreaterThan(0, added, $"emptied {emptied} times, {cloned} clones: never between a copy and the next.");
    }

    private static void Alter(string[] sources, string how)
    {
        if (how is "changed" or "replaced")
        {
            ReplaceInPlace(sources, how == "changed" ? "rewritten" : how);
        }
        else
        {
            BrokenEntry.Break(how, sources[0], string.Empty);
        }
    }
}
