namespace CopyOnWrite.Tests.Cache;

/// <summary>Sources whose changes the cache would not see, and an entry that fails while other threads start processes.</summary>
public abstract partial class LinuxCacheTests
{
    /// <summary>A write to a page that a program keeps mapped sets no time on tmpfs.</summary>
    [TestMethod]
    public void ASourceOnTmpfsIsNoEntry()
    {
        using VolumeUnderTest tmpfs = VolumeUnderTest.Require("tmpfs");
        string source = Files.Write(tmpfs.PathOf("source"), Lane.Length);
        Lane.Settle(source);
        CachedSources(1);

        Assert.AreEqual(Reason.DifferentVolumes, Copy(source, "copy"));
        Assert.AreEqual(Reason.DifferentVolumes, Copy(source, "copy"));
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(Lane.PathOf("copy")));
    }

    /// <summary>xfs keeps a later time than the last that 64 bits of nanoseconds have, and gives the entry another.</summary>
    [TestMethod]
    [DataRow("2262-04-12 00:00:00", false)]
    [DataRow("2262-04-10 00:00:00", true)]
    public void ASourceWithATimeThatHasNoNumberOfItsOwnIsNoEntry(string time, bool isCached)
    {
        string source = Lane.NewSource();
        Command.OutputOf("touch", "-d", time + " UTC", source);
        Lane.Settle(source);
        CachedSources(1);

        Assert.AreEqual(isCached ? Added : Reason.DifferentVolumes, Copy(source, "copy"));
    }

    /// <summary>Until a started process calls execve it has the file's open description, and so its lock (flock(2)).</summary>
    [TestMethod]
    public void WhatCouldNotBeMadeIsGoneAlsoWhileAnotherProcessHasItsDescription()
    {
        CachedSources(1);
        using CacheFolder folder = CacheFolder.OpenExisting(Lane.NewProcess().CacheSystem!, Folder)!;
        int inherited = -1;
        string unfinished = TemporaryFiles.NewName();

        folder.MakeFile(unfinished, "name", made =>
        {
            inherited = LinuxNative.fcntl((int)made, LinuxNative.F_DUPFD_CLOEXEC, 0);
            return CacheError.OfThisFile;
        });

        Assert.IsFalse(File.Exists(Path.Combine(Folder, unfinished)));
        Assert.AreEqual(0, LinuxNative.close(inherited));
    }
}
