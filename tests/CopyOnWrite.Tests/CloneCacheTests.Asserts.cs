using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using CopyOnWrite.Linux;
using CopyOnWrite.Measurement;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tests;

public abstract partial class CloneCacheTests
{
    /// <summary>As a process with one call of the task for one file; the destination has to be right, however it was made.</summary>
    private CloneOutcome Copy(string source, string name, CacheProblem problem = CacheProblem.None, bool sameProcess = false)
    {
        if (!sameProcess)
        {
            Forget(source);
        }

        CloneOutcome outcome;
        using (CloneCache cache = Strategy.NewCache(CacheLocation.At(Folder))!)
        {
            outcome = Strategy.Copy(source, Volume.PathOf(name), cache);
            Assert.AreNotEqual(OutcomeKind.NotHandled, outcome.Kind, outcome.ToString());
            Assert.AreEqual(problem, cache.Problem, $"{outcome}, error {cache.ErrorNumber}");
        }

        Strategy.CacheUpkeep.Wait();
        AssertSame(source, name);
        return outcome;
    }

    private void AssertSame(string source, string name)
    {
        string destination = Volume.PathOf(name);
        FileStatus expected = FileStatus.Of(source);
        FileStatus actual = FileStatus.Of(destination);
        Assert.IsTrue(File.ReadAllBytes(source).AsSpan().SequenceEqual(File.ReadAllBytes(destination)), $"{name} has other content.");
        Assert.AreEqual((expected.Length, expected.Mode, expected.Modified), (actual.Length, actual.Mode, actual.Modified), name);
    }

    private void AssertClone(string source, string name) =>
        Assert.AreEqual(SettledFiles.Length, Extents.BytesInCommon(PathInCache(source, CacheFiles.Entry), Volume.PathOf(name)), name);

    /// <summary>Entries for these sources, and nothing else but what belongs to the folder itself.</summary>
    private void AssertCacheHolds(params IEnumerable<string> sources)
    {
        IEnumerable<string> files = sources.SelectMany(s => new[] { PathInCache(s, CacheFiles.Entry), PathInCache(s, CacheFiles.Record) });
        string[] expected = [.. files.Select(p => Path.GetFileName(p)!).Order(StringComparer.Ordinal)];
        string[] found = [.. Names(Folder).Where(name =>
            name is not (".gitignore" or "CACHEDIR.TAG") && !name.EndsWith(".aside", StringComparison.Ordinal))];
        CollectionAssert.AreEqual(expected, found, $"Found: {string.Join(", ", found)}");
    }

    private static ulong Hash(string source) => PathHash.Of(Encoding.UTF8.GetBytes(source + '\0'));

    /// <summary>What this process knows of the source's entry, so that the next copy asks the disk, as in another process.</summary>
    private void Forget(string source) => ((LinuxCloner)Strategy).CacheRecords.Add(Hash(source), default);

    private string PathInCache(string source, string ending) => Path.Combine(Folder, $"{Hash(source):x16}{ending}");

    private static string Mode(string path) => Convert.ToString((int)File.GetUnixFileMode(path), 8);

    private static string[] Names(string folder, string ending) =>
        [.. Directory.GetFiles(folder).Where(f => f.EndsWith(ending, StringComparison.Ordinal))];

    private static string[] Names(string folder) =>
        Directory.Exists(folder)
            ? [.. Directory.EnumerateFileSystemEntries(folder).Select(p => Path.GetFileName(p)!).Order(StringComparer.Ordinal)]
            : [];
}
