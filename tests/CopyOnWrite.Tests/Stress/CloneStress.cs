namespace CopyOnWrite.Tests.Stress;

/// <summary>
/// The case in which clones on ReFS read as zeros (microsoft/CopyOnWrite issue 12, git-lfs issue 6312): sources that were just written and
/// are in the cache only, each copied at once, some by all threads at the same time. Every copy is read back then, and again from the disk.
/// </summary>
/// <param name="share">Whether two files have blocks in common.</param>
/// <param name="hasReaders">Whether each source is read all the while, as compilers read: by a handle that lets no other write.</param>
internal sealed class CloneStress(
    Platform strategy, string folder, Func<string, string, bool> share, bool hasReaders = false, bool isMapped = false)
{
    internal const int Threads = 8;

    // After each round one source goes to all threads; after some rounds what was made is flushed, checked and deleted.
    private const int FilesPerRound = 10;
    private const int RoundsPerBatch = 10;

    private readonly ConcurrentBag<CloneOutcome> _copies = [];
    private readonly ConcurrentQueue<string> _wrong = new();
    private int _sources;
    private int _sharing;
    private int _refusedReads;

    internal StressResult Run(int filesPerThread)
    {
        Directory.CreateDirectory(folder);
        using var together = new Barrier(Threads);
        Thread[] threads = [.. Enumerable.Range(0, Threads)
            .Select(number => new Thread(() => RunThread(number, filesPerThread, together)))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        return new StressResult(_sources, [.. _copies], _sharing, _refusedReads, [.. _wrong]);
    }

    private void RunThread(int thread, int files, Barrier together)
    {
        using var file = new StressFile(isMapped);
        var made = new List<Pair>();
        try
        {
            int rounds = (files + FilesPerRound - 1) / FilesPerRound;
            for (int round = 0; round < rounds; round++)
            {
                for (int i = round * FilesPerRound; i < Math.Min(files, (round + 1) * FilesPerRound); i++)
                {
                    int number = (i * Threads) + thread;
                    made.Add(new Pair(number, PathOf($"source{number}"), PathOf($"copy{number}"), OwnsSource: true));
                    using IDisposable? scanner = Write(file, made[^1]);
                    CopyAndCheck(file, made[^1], flushes: thread < Threads - 1);
                }

                int hot = -(round + 1);
                bool mine = round % Threads == thread;
                made.Add(new Pair(-hot * 3, PathOf($"hot{hot}"), PathOf($"hot{hot}-copy{thread}"), mine));
                using IDisposable? alsoScanner = mine ? Write(file, made[^1]) : null;
                together.SignalAndWait();
                CopyAndCheck(file, made[^1], flushes: thread < Threads - 1);
                together.SignalAndWait(); // No thread reads the file any more.
                if (round % RoundsPerBatch == RoundsPerBatch - 1 || round == rounds - 1)
                {
                    // A source is deleted by the thread that wrote it, once the others have seen it.
                    CheckOnDisk(file, made);
                    together.SignalAndWait();
                    Delete(made);
                }
            }
        }
        catch (Exception e)
        {
            _wrong.Enqueue($"Thread {thread} ended: {e}");
            together.RemoveParticipant();
        }
    }

    private IDisposable? Write(StressFile file, Pair pair)
    {
        Interlocked.Increment(ref _sources);
        return file.Write(pair.Source, pair.Number);
    }

    /// <param name="flushes">Of all threads but one: whether what was just written is flushed where it must be, and so cloned. Not with
    /// readers, whom that refuses the source.</param>
    private void CopyAndCheck(StressFile file, Pair pair, bool flushes)
    {
        bool isCopied = false;
        Task reader = hasReaders ? Task.Run(() => ReadUntil(pair, ref isCopied)) : Task.CompletedTask;
        CloneOutcome outcome = strategy.Copy(pair.Source, pair.Copy, cache: null, flushes && !hasReaders);
        Volatile.Write(ref isCopied, true);
        reader.Wait();
        _copies.Add(outcome);
        if (outcome.Kind == OutcomeKind.NotHandled)
        {
            // The built-in task does this in a build.
            File.Copy(pair.Source, pair.Copy, overwrite: true);
        }

        Check(file, pair.Copy, pair.Number, outcome.ToString());
    }

    private void ReadUntil(Pair pair, ref bool isCopied)
    {
        do
        {
            try
            {
                // Shares reading only.
                if (FilePattern.Check(File.ReadAllBytes(pair.Source), pair.Number) is { } wrong)
                {
                    _wrong.Enqueue($"{pair.Source}: wrong from byte {wrong.Offset} on (a source, by the reader beside)");
                }
            }
            catch (IOException)
            {
                Interlocked.Increment(ref _refusedReads);
            }
        }
        while (!Volatile.Read(ref isCopied));
    }

    private void CheckOnDisk(StressFile file, List<Pair> made)
    {
        foreach (Pair pair in made)
        {
            StressFile.Flush(pair.Source);
            StressFile.Flush(pair.Copy);
            Check(file, pair.Copy, pair.Number, "from the disk", unbuffered: true);
            Check(file, pair.Source, pair.Number, "a source, from the disk", unbuffered: true);
            if (share(pair.Source, pair.Copy))
            {
                Interlocked.Increment(ref _sharing);
            }
        }
    }

    private void Check(StressFile file, string path, int number, string when, bool unbuffered = false)
    {
        if (file.WhatIsWrong(path, number, unbuffered) is { } wrong)
        {
            _wrong.Enqueue($"{wrong} ({when})");
        }
    }

    private static void Delete(List<Pair> made)
    {
        foreach (Pair pair in made)
        {
            File.Delete(pair.Copy);
            if (pair.OwnsSource)
            {
                File.Delete(pair.Source);
            }
        }

        made.Clear();
    }

    private string PathOf(string name) => Path.Combine(folder, name);

    private sealed record Pair(int Number, string Source, string Copy, bool OwnsSource);
}
