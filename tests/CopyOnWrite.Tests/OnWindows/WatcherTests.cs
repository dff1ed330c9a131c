namespace CopyOnWrite.Tests.OnWindows;

/// <summary>What programs that watch a destination's folder notice of a copy.</summary>
[TestClass]
[TestCategory("Windows")]
public sealed class WatcherTests
{
    /// <summary>A rename of another file to its name is no change (dotnet/corefx issue 9462).</summary>
    [TestMethod]
    public void AProgramThatWaitsForAFileToChangeNoticesThatItWasReplaced()
    {
        using VolumeUnderTest volume = VolumeUnderTest.InTemporaryFolder();
        string source = Files.Write(volume.PathOf("source"), 9000);
        string destination = Files.Write(volume.PathOf("destination"), 7000);
        var events = new ConcurrentQueue<string>();
        using var changed = new ManualResetEventSlim();

        // Wine reports a time that is set as a change of attributes (server/change.c); Windows as one of both.
        using var watcher = new FileSystemWatcher(volume.Folder, "destination")
        {
            NotifyFilter = NotifyFilters.LastWrite | NotifyFilters.Attributes | NotifyFilters.FileName,
        };
        watcher.Renamed += (_, e) => events.Enqueue($"{e.ChangeType} {e.OldName} {e.Name}");
        watcher.Changed += (_, e) =>
        {
            events.Enqueue($"{e.ChangeType} {e.Name}");
            changed.Set();
        };
        watcher.EnableRaisingEvents = true;

        new WindowsPlatform(new Win32Calls(), new Refusals()).Copy(source, destination).AssertIs(OutcomeKind.Copied);

        Assert.IsTrue(changed.Wait(TimeSpan.FromMinutes(1)), $"Events: {string.Join(", ", events)}");
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(destination));
    }
}
