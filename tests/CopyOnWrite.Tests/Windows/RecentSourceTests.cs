namespace CopyOnWrite.Tests.Windows;

/// <summary>
/// Sources that were written a moment ago, on a ReFS whose clones read as zeros what has not reached the disk (microsoft/CopyOnWrite issue
/// 12, git-lfs issue 6312).
/// </summary>
[TestClass]
public sealed class RecentSourceTests : ModelTests
{
    private const int Size = 10_000;
    private const long HalfAMinute = TimeSpan.TicksPerMinute / 2;

    // Set by CopyOnWriteFlushSources=true.
    private WindowsCloner Flushing => field ??= new WindowsCloner(Model, new Refusals(), flushesSources: true);

    [TestInitialize]
    public void SourcesAreRecent() => Model.Ahead = 0;

    [TestMethod]
    [DataRow(true, DisplayName = "cloned")]
    [DataRow(false, DisplayName = "copied: the file system reports the same of what is in memory only")]
    [DataRow(null, DisplayName = "copied: the file system does not report it")]
    public void ARecentSourceIsClonedWhereTheFileSystemShowsThatItIsOnTheDisk(bool? showsUnwritten)
    {
        Model.Ahead = HalfAMinute;
        Model.Volume.ShowsUnwritten = showsUnwritten;
        string source = OnTheDisk(PathOf("source"));
        for (int i = 0; i < 2; i++)
        {
            Strategy.Copy(source, PathOf($"copy{i}")).AssertIs(showsUnwritten is true ? OutcomeKind.Cloned : OutcomeKind.Copied);
            AssertIsCopy(source, PathOf($"copy{i}"));
        }

        Assert.AreEqual(showsUnwritten is null ? 0 : 1, Model.Injections.CountOf(nameof(IWindowsCalls.WriteFile)), "tried once");
        Assert.AreEqual(0, Model.Injections.CountOf(nameof(IWindowsCalls.FlushFileBuffers)));
    }

    /// <summary>The valid data length does not show a rewrite below it: the clone would have the old content, here zeros.</summary>
    [TestMethod]
    [DataRow(1000, 1000, 30, false, DisplayName = "by its write time, and it is not opened")]
    [DataRow(-1000, 40, 30, true, DisplayName = "by its change time")]
    [DataRow(0, 0, 9, false, DisplayName = "too new to show")]
    [DataRow(0, 0, 0, false, DisplayName = "not after it")]
    public void ASourceThatMayHaveBeenWrittenToAfterItsCreationIsCopied(int writtenLater, int changedLater, int seconds, bool isOpened)
    {
        Model.Ahead = seconds * TimeSpan.TicksPerSecond;
        string source = OnTheDisk(PathOf("source"), written: TimeSpan.FromMilliseconds(writtenLater));
        Model.FileAt(source).ChangeTimeSet += changedLater * TimeSpan.TicksPerMillisecond;
        Model.FileAt(source).IsDirty = true;
        bool wasOpened = false;
        Model.Injections.Add(nameof(IWindowsCalls.CreateFile), error: 0, when: path => (wasOpened |= path == source) && false);

        Strategy.Copy(source, PathOf("copy")).AssertIs(OutcomeKind.Copied, Reason.SourceIsDirty);

        Assert.AreEqual(isOpened, wasOpened);
        Assert.AreEqual(0, Model.Injections.CountOf(nameof(IWindowsCalls.FlushFileBuffers)));
        AssertIsCopy(source, PathOf("copy"));
    }

    [TestMethod]
    public void OfASourceOfWhichAPartIsOnTheDiskNothingIsCloned()
    {
        Model.Ahead = HalfAMinute;
        string source = OnTheDisk(PathOf("source"), size: 4096);
        ModelFile file = Model.FileAt(source);
        File.AppendAllText(source, "more");
        file.Write(4096, 4);
        file.Wrote(4100, FileStatus.Of(source).Modified, FileStatus.Of(source).Changed);

        Strategy.Copy(source, PathOf("copy")).AssertIs(OutcomeKind.Copied, Reason.SourceIsDirty);
        AssertIsCopy(source, PathOf("copy"));
    }

    /// <summary>What only that call would have shown is not taken for shown, and is not asked again for each file.</summary>
    [TestMethod]
    [DataRow(nameof(FSCTL_QUERY_FILE_REGIONS), 1)]
    [DataRow(nameof(IWindowsCalls.WriteFile), 1)]
    [DataRow(nameof(IWindowsCalls.CreateFile), 2)]
    public void WhereTheTrialFailsRecentSourcesAreCopied(string call, int tries)
    {
        Model.Ahead = HalfAMinute;
        Model.Volume.ShowsUnwritten = call != nameof(FSCTL_QUERY_FILE_REGIONS);
        string source = OnTheDisk(PathOf("source"));
        Model.FileAt(source).IsDirty = true;
        Strategy.Copy(Files.Write(PathOf("small"), 10), PathOf("first")); // The folder is known then.
        bool isMade = call == nameof(IWindowsCalls.CreateFile);
        Injections.Injection refusal = Model.Injections.Add(
            call, ERROR_ACCESS_DENIED, when: path => TemporaryFiles.IsOne(Path.GetFileName(path)) && !(isMade && File.Exists(path)));

        for (int i = 0; i < 2; i++)
        {
            Strategy.Copy(source, PathOf($"copy{i}")).AssertIs(OutcomeKind.Copied, Reason.SourceIsDirty);
            AssertIsCopy(source, PathOf($"copy{i}"));
        }

        Assert.AreEqual(tries, refusal.Met);
    }

    [TestMethod]
    [DataRow(false)]
    [DataRow(true)]
    public void ARecentSourceIsFlushedOnceAndClonedAsOftenAsAsked(bool isOnTheDisk)
    {
        Model.Ahead = isOnTheDisk ? HalfAMinute : 0;
        string source = isOnTheDisk ? OnTheDisk(PathOf("source")) : Source(Size);
        for (int i = 0; i < 5; i++)
        {
            Flushing.Copy(source, PathOf($"copy{i}")).AssertIs(OutcomeKind.Cloned);
            AssertIsCopy(source, PathOf($"copy{i}"));
        }

        Assert.AreEqual(1, Model.Injections.CountOf(nameof(IWindowsCalls.FlushFileBuffers)));
    }

    [TestMethod]
    public void ACloneThatThisProcessMadeIsClonedOnWithoutAFlush()
    {
        string source = Source(Size);
        _ = Flushing.Copy(source, PathOf("first"));
        int flushes = Model.Injections.CountOf(nameof(IWindowsCalls.FlushFileBuffers));

        Flushing.Copy(PathOf("first"), PathOf("second")).AssertIs(OutcomeKind.Cloned);
        Assert.AreEqual(flushes, Model.Injections.CountOf(nameof(IWindowsCalls.FlushFileBuffers)));
        AssertIsCopy(source, PathOf("second"));
    }

    [TestMethod]
    [DataRow(false, DisplayName = "with another write time")]
    [DataRow(true, DisplayName = "with the write time set back")]
    public void ACloneThatWasWrittenToSinceIsFlushedAgain(bool timeSetBack)
    {
        _ = Flushing.Copy(Source(Size), PathOf("first"));
        DateTime time = File.GetLastWriteTimeUtc(PathOf("first"));
        int flushes = Model.Injections.CountOf(nameof(IWindowsCalls.FlushFileBuffers));
        Files.Write(PathOf("first"), Size, modified: timeSetBack ? time : time.AddSeconds(1));

        Flushing.Copy(PathOf("first"), PathOf("second")).AssertIs(OutcomeKind.Cloned);
        Assert.AreEqual(flushes + 1, Model.Injections.CountOf(nameof(IWindowsCalls.FlushFileBuffers)));
        AssertIsCopy(PathOf("first"), PathOf("second"));
    }

    /// <summary>The volume's clock moves by ticks, so neither time of the file shows the second write.</summary>
    [TestMethod]
    [DataRow(0)]
    [DataRow(15)]
    public void ASourceRewrittenInTheTickOfItsWriteIsFlushedAgain(int millisecondsLater)
    {
        DateTime tick = DateTime.UtcNow;
        string source = Files.Write(PathOf("source"), Size, modified: tick);
        Model.FileAt(source).ChangeTimeSet = tick.ToFileTimeUtc();
        Model.StoppedAt = tick.AddMilliseconds(millisecondsLater).ToFileTimeUtc();
        Flushing.Copy(source, PathOf("first")).AssertIs(OutcomeKind.Cloned);

        _ = Files.Write(source, Size, modified: tick);

        Flushing.Copy(source, PathOf("second")).AssertIs(OutcomeKind.Cloned);
        AssertIsCopy(source, PathOf("second"));
        Assert.AreEqual(2, Model.Injections.CountOf(nameof(IWindowsCalls.FlushFileBuffers)));
    }

    [TestMethod]
    public void ASourceThatMayNotBeWrittenToIsCopied()
    {
        string source = Files.Write(PathOf("source"), Size, UnixFileMode.UserRead);

        Flushing.Copy(source, PathOf("copy")).AssertIs(OutcomeKind.Copied, Reason.FlushFailed, ERROR_ACCESS_DENIED);
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(PathOf("copy")));
    }

    [TestMethod]
    public void ASourceThatAnotherProgramReadsIsCopied()
    {
        string source = Source(Size);
        Assert.AreEqual(0, Model.CreateFile(source, GENERIC_READ, FILE_SHARE_READ, OPEN_EXISTING, 0, out nint reader));

        CloneOutcome outcome = Flushing.Copy(source, PathOf("copy"));

        Model.CloseHandle(reader);
        outcome.AssertIs(OutcomeKind.Copied, Reason.FlushFailed, ERROR_SHARING_VIOLATION);
        AssertIsCopy(source, PathOf("copy"));
    }

    [TestMethod]
    public void AFlushThatFailsMakesACopy()
    {
        string source = Source(Size);
        Model.Injections.Add(nameof(IWindowsCalls.FlushFileBuffers), ERROR_IO_DEVICE);

        Flushing.Copy(source, PathOf("copy")).AssertIs(OutcomeKind.Copied, Reason.FlushFailed);
        AssertIsCopy(source, PathOf("copy"));
    }

    [TestMethod]
    [TestCategory("Slow")]
    [DataRow(true, false)]
    [DataRow(false, false)]
    [DataRow(false, true, DisplayName = "half of the sources are on the disk")]
    public void EightThreadsFindNoZeroIn2000Files(bool flushes, bool halfIsOnTheDisk)
    {
        const int Threads = 8;
        const int Sources = 25;
        const int CopiesOfEach = 10;
        WindowsCloner strategy = flushes ? Flushing : Strategy;
        Model.Ahead = halfIsOnTheDisk ? HalfAMinute : 0;
        int cloned = 0;
        Parallel.For(0, Threads, new ParallelOptions { MaxDegreeOfParallelism = Threads }, thread =>
        {
            for (int i = 0; i < Sources; i++)
            {
                string path = PathOf($"source{thread}-{i}");
                string source = halfIsOnTheDisk && i % 2 == 0 ? OnTheDisk(path, Size + i) : Files.Write(path, Size + i);
                byte[] content = File.ReadAllBytes(source);
                for (int copy = 0; copy < CopiesOfEach; copy++)
                {
                    string destination = PathOf($"copy{thread}-{i}-{copy}");
                    CloneOutcome outcome = strategy.Copy(source, destination);
                    _ = outcome.Kind == OutcomeKind.Cloned ? Interlocked.Increment(ref cloned) : 0;
                    Assert.IsTrue(content.AsSpan().SequenceEqual(File.ReadAllBytes(destination)), $"{destination}: {outcome}");
                }
            }
        });
        Assert.AreEqual(flushes || halfIsOnTheDisk, cloned > 0, $"{cloned} clones");
    }

    /// <summary>A source that the lazy writer has written to the disk, all of it written at its creation.</summary>
    private string OnTheDisk(string path, int size = Size, TimeSpan written = default)
    {
        _ = Files.Write(path, size);
        FileStatus status = FileStatus.Of(path);
        File.SetLastWriteTimeUtc(path, DateTime.UnixEpoch.AddTicks(status.Born / 100) + written);
        ModelFile file = Model.FileAt(path);
        file.ChangeTimeSet = DateTime.UnixEpoch.AddTicks(status.Born / 100).ToFileTimeUtc();
        file.Flush();
        return path;
    }
}
