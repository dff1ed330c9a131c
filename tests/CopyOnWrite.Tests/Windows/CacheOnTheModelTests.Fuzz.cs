using System;
using System.IO;
using CopyOnWrite.Testing;
using CopyOnWrite.Windows;
using Microsoft.VisualStudio.TestTools.UnitTesting;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Tests.Windows;

/// <summary>Records that are damaged in any way, and whatever happens to sources and entries: what is copied is the source as it is.</summary>
public sealed partial class CacheOnTheModelTests
{
    private static readonly TimeSpan s_fuzzed = TimeSpan.FromMinutes(3);

    /// <summary>Of a source that has changed since whatever is found would be wrong.</summary>
    [TestMethod]
    [TestCategory(Fuzzer.Category)]
    [DataRow(false)]
    [DataRow(true)]
    public void AnEntryThatIsFoundByAnyRecordIsTheSource(bool changed)
    {
        string source = Package();
        string other = Package("other", Length + 1);
        Copy(source, "first");
        Copy(other, "second");
        string path = InCache(source, CacheFiles.Record);
        byte[][] records = [File.ReadAllBytes(path), File.ReadAllBytes(InCache(other, CacheFiles.Record))];
        byte[] content = File.ReadAllBytes(Entry(source));
        if (changed)
        {
            RewriteAsIfNothingHadHappened(source);
        }

        SourceIdentity identity = IdentityOf(source);
        int found = 0;
        Fuzzer.Bytes(
            records,
            record =>
            {
                File.WriteAllBytes(path, record);
                var entries = new CacheEntries(Model, new CacheRecordTable());
                if (entries.TryOpen(new CacheNames(Folder, source), identity, out nint entry, out FileStamp stamp, out _))
                {
                    Model.CloseHandle(entry);
                    Assert.AreEqual(content.Length, stamp.Length);
                    found++;
                }

                return true;
            },
            few: 200,
            s_fuzzed,
            $"the source {(changed ? "changed" : "as it was")}");
        Assert.AreEqual(changed, found == 0, $"{found} found");
    }

    [TestMethod]
    [DataRow(1)]
    [DataRow(2)]
    [DataRow(3)]
    [DataRow(4)]
    public void WhateverHappensToSourcesAndEntriesACopyIsTheSource(int seed)
    {
        const int Steps = 60;
        var random = new Random(seed);
        string[] sources = [Package(), Package("other", Length + 1), Package("another one", Length + 2)];
        int clones = 0;
        for (int step = 0; step < Steps; step++)
        {
            string source = sources[random.Next(sources.Length)];
            string what = Disturb(random, source, sources[random.Next(sources.Length)]);
            for (int copy = 0; copy < 3; copy++)
            {
                // The first knows of no records, so what is broken is mended by then.
                WindowsCloner cloner = copy > 0 && random.Next(2) == 0 ? Strategy : new WindowsCloner(Model, new VolumePairs());
                CloneOutcome outcome = Copy(cloner, source, $"{step % 10}-{copy}", CacheProblem.None);
                clones += outcome.Kind == OutcomeKind.ClonedFromCache ? 1 : 0;
                Assert.IsTrue(copy < 2 || outcome.Kind == OutcomeKind.ClonedFromCache, $"seed {seed}, step {step}, {what}: {outcome}");
            }
        }

        Assert.IsGreaterThanOrEqualTo(Steps, clones);
    }

    private string Disturb(Random random, string source, string other)
    {
        string[] entries = Directory.Exists(Folder) ? Directory.GetFiles(Folder, "*.entry") : [];
        string entry = entries.Length == 0 ? string.Empty : entries[random.Next(entries.Length)];
        string[] all =
        [
            "nothing", "rewritten", "rewritten as if nothing had happened", "replaced", "attributes", "swapped", "cleared", "pruned",
            "entry altered", "entry truncated", "entry deleted", "record deleted", "record garbage", "left",
        ];
        string what = all[random.Next(entries.Length == 0 ? 6 : all.Length)];
        switch (what)
        {
            case "nothing":
                break;
            case "rewritten":
                FileTimes.Keeping(source, BrokenEntry.WriteOther);
                break;
            case "rewritten as if nothing had happened":
                RewriteAsIfNothingHadHappened(source);
                break;
            case "replaced":
                // By the model: beside it, the file may have the number of one of another volume that was deleted beside it.
                Assert.AreEqual(0, Model.CreateFile(PathOf("c/newer"), GENERIC_WRITE, 0, CREATE_NEW, 0, out nint newer));
                Model.CloseHandle(newer);
                File.Move(Files.Write(PathOf("c/newer"), Length + random.Next(100)), source, overwrite: true);
                break;
            case "attributes":
                Assert.AreEqual(0, Model.SetFileAttributes(source, random.Next(2) == 0 ? FILE_ATTRIBUTE_HIDDEN : FILE_ATTRIBUTE_NORMAL));
                break;
            case "swapped":
                File.Move(source, source + ".kept");
                File.Move(source == other ? source + ".kept" : other, source);
                if (source != other)
                {
                    File.Move(source + ".kept", other);
                }

                break;
            case "cleared":
                Strategy.ClearCache(Folder);
                break;
            case "pruned":
                Strategy.PruneCache(Folder, Length * 2, TimeSpan.FromDays(30));
                break;
            case "left":
                File.WriteAllText(Path.ChangeExtension(entry, CacheFiles.New), "left");
                File.WriteAllText(Path.ChangeExtension(entry, CacheFiles.Claim), "left");
                break;
            case "record garbage" when !File.Exists(Path.ChangeExtension(entry, CacheFiles.Record)):
                break;
            default:
                BrokenEntry.Make(what, entry[..^CacheFiles.Entry.Length], string.Empty);
                break;
        }

        return what;
    }

    private SourceIdentity IdentityOf(string source)
    {
        Assert.AreEqual(0, Model.CreateFile(source, GENERIC_READ, FILE_SHARE_READ, OPEN_EXISTING, 0, out nint file));
        Assert.AreEqual(0, SourceIdentity.Get(Model, file, out SourceIdentity identity));
        Model.CloseHandle(file);
        return identity;
    }
}
