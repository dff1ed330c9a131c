namespace CopyOnWrite.Tests.Cache;

/// <summary>Whatever happens to sources and entries, each copy is the source as it is.</summary>
public abstract partial class CacheConformance
{
    [TestMethod]
    [TestCategory("Slow")]
    [DataRow(1)]
    [DataRow(2)]
    public void WhateverHappensToSourcesAndEntriesACopyIsTheSource(int seed)
    {
        const int Steps = 60;
        var random = new Random(seed);
        string[] sources = Lane.Take(3);
        Platform known = Lane.NewProcess();
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
        string entry = entries.Length == 0 ? string.Empty : entries[random.Next(entries.Length)];
        string[] all = ["nothing", "cleared", "pruned", "flipped", "altered", "truncated", "deleted", "left"];
        string what = all[random.Next(entries.Length == 0 ? 1 : all.Length)];
        switch (what)
        {
            case "nothing":
                break;
            case "cleared":
                Lane.NewProcess().ClearCache(Folder);
                break;
            case "pruned":
                Prune(Lane.Length * 2);
                break;
            case "left":
                File.WriteAllText(entry + CacheFiles.New, "left");
                break;
            default:
                BrokenEntry.Break(what, entry, string.Empty);
                break;
        }

        return what;
    }
}
