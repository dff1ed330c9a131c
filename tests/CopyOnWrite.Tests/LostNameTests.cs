namespace CopyOnWrite.Tests;

/// <summary>Another program removes a file in the making, such as a cleaner of output folders, and another file gets its name.</summary>
[TestClass]
[DoNotParallelize]
[OSCondition(OperatingSystems.Linux)]
public sealed class LostNameTests
{
    private readonly LinuxPlatform _strategy = new(new Refusals());

    /// <summary>Else the rename of one file could give another the content.</summary>
    [TestMethod]
    public void NoTwoDestinationsHaveOneTemporaryNameAlsoWhereNewFilesNeedOne()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        string source = Files.Write(volume.PathOf("source"), 9000);
        _strategy.RefusingFolders.Remember(
            NativePath.Hash(Encoding.UTF8.GetBytes(volume.Folder + "/\0")), LinuxDestination.UnnamedFiles, Reason.DestinationFolderRefuses);

        string[] renames = InjectedErrors.Trace("renameat", () =>
        {
            _strategy.Copy(source, volume.PathOf("a")).AssertIs(OutcomeKind.Copied);
            _strategy.Copy(source, volume.PathOf("b")).AssertIs(OutcomeKind.Copied);
        });

        string[] names = [.. renames.Select(line => Regex.Match(line, @"\.cow-[^""]*").Value)];
        Assert.HasCount(2, names, string.Join('\n', renames));
        Assert.AreNotEqual(names[0], names[1]);
    }

    [TestMethod]
    public void AFileThatHasLostItsNameIsMadeAgainAndTheFileOfThatNameStays()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        string source = Files.Write(volume.PathOf("source"), 9000);
        string destination = Files.Write(volume.PathOf("destination"), 7000);
        string name = TemporaryFiles.NameOf(NativePath.HashOfName(Encoding.UTF8.GetBytes(destination + '\0')), 0);
        string temporary = volume.PathOf(name);
        InjectedErrors held = InjectedErrors.Hold("write", temporary);
        FileStream? other = null;
        Task removing = Task.Run(() =>
        {
            SpinWait.SpinUntil(() => File.Exists(temporary) && new FileInfo(temporary).Length > 0, TimeSpan.FromMinutes(1));
            File.Delete(temporary);
            other = Files.MakeLocked(temporary);
            held.Dispose();
        });

        _strategy.Copy(source, destination).AssertIs(OutcomeKind.Copied);

        removing.GetAwaiter().GetResult();
        using FileStream living = other!;
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(destination));
        CollectionAssert.AreEquivalent(new[] { source, destination, temporary }, Directory.GetFiles(volume.Folder));
    }

    /// <summary>Whose process may live: a sandbox does not tell.</summary>
    [TestMethod]
    public void WhereItIsNotKnownWhetherAProcessLivesItsFileStays()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        string left = Files.Write(volume.PathOf(Files.LeftByAnEndedProcess(_strategy)), 100);
        string? first = null;
        var thread = new Thread(() =>
        {
            using InjectedErrors _ = InjectedErrors.Into("kill", "EACCES:when=1", path: null);
            first = _strategy.ProcessFiles.NewNameIn(volume.Folder);
        });
        thread.Start();
        thread.Join();

        Assert.IsNotNull(first);
        Assert.IsTrue(File.Exists(left));
        Assert.IsNotNull(new LinuxPlatform(null).ProcessFiles.NewNameIn(volume.Folder));
        Assert.IsFalse(File.Exists(left));
    }

    [TestMethod]
    public void OnlyNamesWithTheBeginningAreListed()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        Array.ForEach([".cow-1", ".co", "cow-"], name => Files.Write(volume.PathOf(name), 1));
        foreach (Platform platform in (Platform[])[_strategy, new DotNetLinuxPlatform()])
        {
            List<FolderEntry> entries = [];
            Assert.IsTrue(platform.TryList(volume.Folder, entries, out _, ".cow-"));
            CollectionAssert.AreEqual(new[] { new FolderEntry(".cow-1", EntryKind.File) }, entries);
        }
    }
}
