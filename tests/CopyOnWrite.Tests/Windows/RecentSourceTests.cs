namespace CopyOnWrite.Tests.Windows;

/// <summary>Sources written a moment ago: ReFS clones as zeros what is not on the disk (microsoft/CopyOnWrite#12, git-lfs#6312).</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class RecentSourceTests : ModelTests
{
    private const int Size = 10_000;

    // Set by CopyOnWriteFlushSources=true.
    private WindowsPlatform Flushing => field ??= new FlushingPlatform(Model);

    [TestInitialize]
    public void SourcesAreRecent() => Model.Ahead = 0;

    [TestMethod]
    [DataRow(60, OutcomeKind.Copied)]
    [DataRow(180, OutcomeKind.Cloned)]
    internal void ASourceIsCopiedForTwoMinutesAfterItWasWritten(int seconds, OutcomeKind kind)
    {
        Model.Ahead = seconds * TimeSpan.TicksPerSecond;

        Strategy.Copy(Source, PathOf("copy")).AssertIs(kind);

        Assert.AreEqual(0, Model.Injections.CountOf(nameof(Win32Calls.FlushFileBuffers)));
        AssertIsCopy(Source, PathOf("copy"));
    }

    [TestMethod]
    [DataRow(0, false, DisplayName = "by its write time, and it is not opened")]
    [DataRow(-1, true, DisplayName = "by its change time, as its write time was set back")]
    public void ARecentSourceIsCopied(int writtenHoursLater, bool isOpened)
    {
        string source = Files.Write(PathOf("source"), Size, modified: DateTime.UtcNow.AddHours(writtenHoursLater));
        bool wasOpened = false;
        Model.Injections.Add(nameof(Win32Calls.CreateFile), error: 0, when: path => (wasOpened |= path == source) && false);

        Strategy.Copy(source, PathOf("copy")).AssertIs(OutcomeKind.Copied, Reason.SourceIsDirty);

        Assert.AreEqual(isOpened, wasOpened);
        AssertIsCopy(source, PathOf("copy"));
    }

    [TestMethod]
    public void ARecentSourceIsFlushedBeforeEachClone()
    {
        for (int i = 1; i <= 5; i++)
        {
            Flushing.Copy(Source, PathOf($"copy{i}")).AssertIs(OutcomeKind.Cloned);
            AssertIsCopy(Source, PathOf($"copy{i}"));
            Assert.AreEqual(i, Model.Injections.CountOf(nameof(Win32Calls.FlushFileBuffers)));
        }
    }

    /// <summary>That CopyFileEx clones from 26100 on says nothing of the bare control, which this process issues itself.</summary>
    [TestMethod]
    [DataRow(22631)]
    [DataRow(26100)]
    public void AnExplicitCloneOfARecentSourceIsFlushedOrCopiedInsteadOnEveryBuild(int build)
    {
        Model.Build = build;

        Copy(CloneMode.Explicit, Source, PathOf("copy")).AssertIs(OutcomeKind.Copied, Reason.SourceIsDirty);
        Copy(CloneMode.Required, Source, PathOf("clone")).AssertIs(OutcomeKind.Cloned);

        AssertIsCopy(Source, PathOf("copy"));
        AssertIsCopy(Source, PathOf("clone"));
        Assert.AreEqual(1, Model.Injections.CountOf(nameof(Win32Calls.FlushFileBuffers)));
    }

    [TestMethod]
    [DataRow(ERROR_ACCESS_DENIED, DisplayName = "it may not be written to")]
    [DataRow(ERROR_SHARING_VIOLATION, DisplayName = "another program reads it")]
    [DataRow(ERROR_IO_DEVICE, DisplayName = "the flush fails")]
    public void ASourceThatCannotBeFlushedIsCopied(int error)
    {
        string source = Files.Write(PathOf("source"), Size, error == ERROR_ACCESS_DENIED ? UnixFileMode.UserRead : Files.Mode644);
        nint reader = error == ERROR_SHARING_VIOLATION ? Open(source, GENERIC_READ, FILE_SHARE_READ) : 0;
        Model.Injections.Add(nameof(Win32Calls.FlushFileBuffers), ERROR_IO_DEVICE);

        CloneOutcome outcome = Flushing.Copy(source, PathOf("copy"));

        if (reader != 0)
        {
            Model.CloseHandle(reader);
        }

        outcome.AssertIs(OutcomeKind.Copied, Reason.FlushFailed, error);
        AssertIsCopy(source, PathOf("copy"));
    }

    [TestMethod]
    [TestCategory("Slow")]
    [DataRow(true)]
    [DataRow(false)]
    public void EightThreadsFindNoZeroIn2000Files(bool flushes)
    {
        const int Threads = 8;
        const int Sources = 25;
        const int CopiesOfEach = 10;
        WindowsPlatform strategy = flushes ? Flushing : Strategy;
        int cloned = 0;
        Parallel.For(0, Threads, new ParallelOptions { MaxDegreeOfParallelism = Threads }, thread =>
        {
            Directory.CreateDirectory(PathOf($"{thread}"));
            for (int i = 0; i < Sources; i++)
            {
                string source = Files.Write(PathOf($"{thread}/source{i}"), Size + i);
                byte[] content = File.ReadAllBytes(source);
                for (int copy = 0; copy < CopiesOfEach; copy++)
                {
                    string destination = PathOf($"{thread}/copy{i}-{copy}");
                    CloneOutcome outcome = strategy.Copy(source, destination);
                    _ = outcome.Kind == OutcomeKind.Cloned ? Interlocked.Increment(ref cloned) : 0;
                    Assert.IsTrue(content.AsSpan().SequenceEqual(File.ReadAllBytes(destination)), $"{destination}: {outcome}");
                }
            }
        });
        Assert.AreEqual(flushes, cloned > 0, $"{cloned} clones");
    }

    private CloneOutcome Copy(CloneMode mode, string source, string destination)
    {
        using CloneWorker worker = Strategy.NewWorker(new CloneCall(Strategy, Mode: mode));
        return worker.Copy(source, destination);
    }
}
