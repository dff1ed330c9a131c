using System;
using System.IO;
using System.Linq;
using CopyOnWrite.Linux;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;
using Microsoft.Win32.SafeHandles;

namespace CopyOnWrite.Tests;

/// <summary>
/// A user who may write to the folder above can rename the cache's folder and put a link there to another of this user's, after it was
/// opened. All that is made and removed then is in the folder that was opened. Moments of a whole build: UsersTests of
/// CopyOnWrite.Torture.Tests.
/// </summary>
public abstract partial class CloneCacheTests
{
    [TestMethod]
    public void PruningRemovesNothingThroughALinkThatTookTheFoldersPlace()
    {
        string[] sources = MakeEntries(2);
        using SafeFileHandle opened = Files.OpenFolder(Folder);
        string renamed = Exchange();

        CachePruning.Prune((int)opened.DangerousGetHandle(), 0, TimeSpan.Zero);

        CollectionAssert.AreEqual(new[] { ".gitignore", "CACHEDIR.TAG" }, Names(renamed));
        Assert.HasCount(6, Names(Volume.PathOf("elsewhere")), string.Join(", ", Names(Volume.PathOf("elsewhere"))));
        Assert.IsTrue(
            sources.All(source => File.Exists(PathInCache(source, CacheFiles.Entry))), "What the link leads to has these entries too.");
    }

    [TestMethod]
    public void TheFilesBesideTheEntriesAreNotMadeThroughALinkThatTookTheFoldersPlace()
    {
        Directory.CreateDirectory(Folder);
        using SafeFileHandle opened = Files.OpenFolder(Folder);
        string renamed = Exchange();

        CacheFolderFiles.WriteIgnoreFile((int)opened.DangerousGetHandle());
        CacheFolderFiles.NotePruning((int)opened.DangerousGetHandle());

        CollectionAssert.AreEqual(new[] { ".gitignore", "last-pruned" }, Names(renamed));
        Assert.AreEqual("*\n", File.ReadAllText(Path.Combine(renamed, ".gitignore")));
        Assert.IsEmpty(Names(Volume.PathOf("elsewhere")));
    }

    [TestMethod]
    public void ThroughALinkNothingIsPrunedOrNoted()
    {
        MakeEntries(1);
        using CloneCache cache = Strategy.NewCache(CacheLocation.At(Folder))!;
        Strategy.Copy(SettledFiles.Take(), Volume.PathOf("one-more"), cache);
        string renamed = Exchange();
        string[] before = Names(renamed);

        cache.PruneIfDue(TimeSpan.Zero, 0, TimeSpan.Zero, keepOutOfGit: true);

        CollectionAssert.AreEqual(before, Names(renamed));
        CollectionAssert.AreEqual(before, Names(Volume.PathOf("elsewhere")));
    }

    [TestMethod]
    [DataRow(-1, true)]
    [DataRow(0, false)]
    [DataRow(23, false)]
    [DataRow(25, true)]
    public void ItIsPrunedOnceADayAndAtOnceWhereTheLastTimeIsYetToCome(int hoursAgo, bool isPruned)
    {
        string source = MakeEntries(1).Single();
        using CloneCache cache = Strategy.NewCache(CacheLocation.At(Folder))!;
        Strategy.Copy(source, Volume.PathOf("again"), cache);
        string stamp = Path.Combine(Folder, "last-pruned");
        File.WriteAllText(stamp, string.Empty);
        DateTime noted = DateTime.UtcNow - TimeSpan.FromHours(hoursAgo) - TimeSpan.FromMinutes(1);
        File.SetLastWriteTimeUtc(stamp, hoursAgo < 0 ? DateTime.UtcNow.AddDays(365) : noted);
        File.Delete(Path.Combine(Folder, ".gitignore"));

        cache.PruneIfDue(TimeSpan.FromDays(1), 0, TimeSpan.Zero, keepOutOfGit: true);

        string[] pruned = [".gitignore", "CACHEDIR.TAG", "last-pruned"];
        Assert.AreEqual(isPruned, pruned.SequenceEqual(Names(Folder)), string.Join(", ", Names(Folder)));
        Assert.IsTrue(
            !isPruned || DateTime.UtcNow - File.GetLastWriteTimeUtc(stamp) < TimeSpan.FromHours(1),
            $"Noted: {File.GetLastWriteTimeUtc(stamp)}");
    }

    /// <summary>
    /// The link leads to a cache just like it, or to an empty folder where it was empty. What the cache's folder is called now.
    /// </summary>
    private string Exchange()
    {
        Directory.CreateDirectory(Volume.PathOf("elsewhere"), UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        foreach (string file in Directory.GetFiles(Folder))
        {
            File.Copy(file, Path.Combine(Volume.PathOf("elsewhere"), Path.GetFileName(file)));
        }

        string renamed = Volume.PathOf("renamed");
        Directory.Move(Folder, renamed);
        Directory.CreateSymbolicLink(Folder, Volume.PathOf("elsewhere"));
        return renamed;
    }
}
