namespace CopyOnWrite.Tests.Cache;

/// <summary>Records that are damaged in any way, and whatever happens to sources and entries: each copy is the source as it is.</summary>
public abstract partial class CacheConformance
{
    // Each input is a file that is written and opened on a real volume.
    private static readonly TimeSpan s_fuzzed = TimeSpan.FromMinutes(3);

    /// <summary>The source has changed since, so any entry found would be wrong.</summary>
    [TestMethod]
    [TestCategory(Fuzzer.Category)]
    [DataRow(false)]
    [DataRow(true)]
    public void AnEntryThatIsFoundByAnyRecordIsTheSource(bool changed)
    {
        string[] sources = CachedSources();
        string path = Lane.InCache(sources[0], CacheFiles.Record);
        byte[][] records = [File.ReadAllBytes(path), File.ReadAllBytes(Lane.InCache(sources[1], CacheFiles.Record))];
        if (changed)
        {
            ReplaceInPlace(sources, "rewritten");
        }

        int found = 0;
        Fuzzer.Bytes(
            records,
            record =>
            {
                // A record is read-only: Unix refuses to write to it, Windows to delete it too.
                File.SetAttributes(path, FileAttributes.Normal);
                File.WriteAllBytes(path, record);

                // A process that adds nothing: the entry stays the one that the record is of.
                FileCloner process = Lane.NewProcess();
                process.CacheUpkeep.CallBegins();
                using (CloneCache cache = NewCache(process))
                {
                    found += Copy(process, cache, sources[0], "one") == Cloned ? 1 : 0;
                }

                process.CacheUpkeep.Stop();
                process.CacheUpkeep.Wait();
                return true;
            },
            few: 100,
            s_fuzzed,
            $"{GetType().Name}, the source {(changed ? "changed" : "as it was")}");
        Assert.AreEqual(changed, found == 0, $"{found} found");
    }

    [TestMethod]
    [TestCategory("Slow")]
    [DataRow(1)]
    [DataRow(2)]
    public void WhateverHappensToSourcesAndEntriesACopyIsTheSource(int seed)
    {
        const int Steps = 60;
        var random = new Random(seed);
        string[] sources = Lane.Take(3);
        FileCloner known = Lane.NewProcess();
        for (int step = 0; step < Steps; step++)
        {
            string source = sources[random.Next(sources.Length)];
            string what = step == Steps / 2 || (Lane.SettlesAtOnce && random.Next(3) == 0)
                ? Change(random, source, sources[random.Next(sources.Length)])
                : Disturb(random);
            for (int copy = 0; copy < 3; copy++)
            {
                // The first knows of no records, so what is broken is mended by then.
                Reason reason = Copy(copy > 0 && random.Next(2) == 0 ? known : Lane.NewProcess(), source, $"{step % 10}-{copy}");
                Assert.IsTrue(copy < 2 || reason == Cloned, $"seed {seed}, step {step}, {what}: {reason}");
            }
        }
    }

    private string Change(Random random, string source, string other)
    {
        string what = new[] { "rewritten", "attributes", "swapped" }[random.Next(3)];
        switch (what)
        {
            case "rewritten":
                ReplaceInPlace([source], what);
                break;
            case "attributes":
                Lane.ChangeMetadata(source);
                break;
            case "swapped" when source != other:
                File.Move(source, source + ".kept");
                File.Move(other, source);
                File.Move(source + ".kept", other);
                break;
        }

        Lane.Settle(source);
        Lane.Settle(other);
        return what;
    }

    private string Disturb(Random random)
    {
        string[] entries = Directory.Exists(Folder) ? Directory.GetFiles(Folder, "*" + CacheFiles.Entry) : [];
        string entry = entries.Length == 0 ? string.Empty : entries[random.Next(entries.Length)][..^CacheFiles.Entry.Length];
        string[] all =
        [
            "nothing", "cleared", "pruned", "entry flipped", "entry altered", "entry truncated", "entry deleted", "record deleted",
            "record altered", "left",
        ];
        string what = all[random.Next(entries.Length == 0 ? 1 : all.Length)];
        switch (what)
        {
            case "nothing":
            case "record altered" when !File.Exists(entry + CacheFiles.Record):
                break;
            case "cleared":
                Lane.NewProcess().ClearCache(Folder);
                break;
            case "pruned":
                Prune(Lane.Length * 2);
                break;
            case "left":
                File.WriteAllText(entry + CacheFiles.New, "left");
                File.WriteAllText(entry + CacheFiles.Claim, "left");
                break;
            default:
                BrokenEntry.Make(what, entry, string.Empty);
                break;
        }

        return what;
    }
}
