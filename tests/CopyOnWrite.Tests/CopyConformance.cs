namespace CopyOnWrite.Tests;

/// <summary>What every strategy does on every volume; a class for each pair inherits it.</summary>
public abstract partial class CopyConformance
{
    private VolumeUnderTest? _volume;

    /// <summary>Whether files of at least <see cref="SmallestClone"/> end as clones with this strategy on this volume.</summary>
    protected abstract bool Clones { get; }

    /// <summary>The bytes below which files are copied.</summary>
    protected virtual int SmallestClone => 1;

    /// <summary>A file that another process has open cannot be replaced: Windows, where the built-in's retries are for it.</summary>
    protected virtual bool ReadersExclude => false;

    /// <summary>The model takes every reader beside it for one that does not share writing (the lock that .NET takes on Linux).</summary>
    protected virtual bool ReadersPreventFlush => false;

    private protected virtual Reason NameTooLong => Reason.UnsupportedPath;

    private protected Platform Strategy { get; private set; } = null!;

    private protected FileCloner Library => new(Strategy);

    private protected VolumeUnderTest Volume => _volume!;

    private protected string Destination => Volume.PathOf("destination");

    /// <summary>A file is made when a test first names it.</summary>
    private protected string Source => field ??= Files.Write(Volume.PathOf("source"), 9000);

    private protected string Small => field ??= Files.Write(Volume.PathOf("source"), 10);

    private protected string Existing => field ??= Files.Write(Destination, 7000);

    private protected abstract VolumeUnderTest OpenVolume();

    private protected abstract Platform MakePlatform();

    private protected abstract long BytesInCommon(string path, string other);

    /// <summary>The first name under which a file is made that is to replace this one.</summary>
    private protected abstract string TemporaryOf(string destination);

    private OutcomeKind ExpectedOf(int length) => Clones && length >= SmallestClone ? OutcomeKind.Cloned : OutcomeKind.Copied;

    [TestInitialize]
    public void RequireVolume()
    {
        _volume = OpenVolume();
        Strategy = MakePlatform();
    }

    [TestCleanup]
    public void ReleaseVolume()
    {
        string[] open = _volume is null ? [] : OpenFiles.In(_volume.Folder);
        _volume?.Dispose();
        Assert.IsEmpty(open, $"Still open: {string.Join(", ", open)}");
    }

    [TestMethod]
    [DataRow(0)]
    [DataRow(1)]
    [DataRow(4095)]
    [DataRow(4096)]
    [DataRow(4097)]
    [DataRow(65_536)]
    [DataRow(400_936)]
    [DataRow(5_000_001)]
    public void ContentAndTimesAreTheSources(int length)
    {
        string source = Files.Write(Volume.PathOf("source"), length);

        CloneOutcome outcome = Strategy.Copy(source, Destination);

        outcome.AssertIs(ExpectedOf(length), length == 0 ? Reason.Empty : null);
        Assert.AreEqual(length, outcome.Bytes);
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(Destination));
        Assert.AreEqual(File.GetLastWriteTimeUtc(source), File.GetLastWriteTimeUtc(Destination));
        Assert.IsTrue(Strategy.IsUnchanged(source, Destination));
    }

    [TestMethod]
    public void WritingToTheCopyLeavesTheSourceAlone()
    {
        string source = Files.Write(Volume.PathOf("source"), 100_000);
        byte[] before = File.ReadAllBytes(source);
        Strategy.Copy(source, Destination);

        using (FileStream stream = File.OpenWrite(Destination))
        {
            stream.Write(new byte[50_000]);
        }

        CollectionAssert.AreEqual(before, File.ReadAllBytes(source));
    }

    [TestMethod]
    public void AnExistingDestinationIsReplacedAndItsHardLinkIsNot()
    {
        string source = Files.Write(Volume.PathOf("source"), 90_000);
        string link = Volume.PathOf("link");
        Links.MakeHardLink(Existing, link);
        byte[] old = File.ReadAllBytes(link);

        Strategy.Copy(source, Existing).AssertIs(Clones ? OutcomeKind.Cloned : OutcomeKind.Copied);
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(Existing));
        CollectionAssert.AreEqual(old, File.ReadAllBytes(link));
        AssertOnly("destination", "link", "source");
    }

    /// <summary>A rename of another file to its name is no change (dotnet/corefx issue 9462).</summary>
    [TestMethod]
    [DataRow(9000)]
    [DataRow(2_000_000)]
    public void AProgramThatWaitsForAFileToChangeNoticesThatItWasReplaced(int length)
    {
        string source = Files.Write(Volume.PathOf("source"), length);
        Files.Write(Destination, 7000);
        var events = new ConcurrentQueue<string>();
        using var changed = new ManualResetEventSlim();

        // Wine reports a time that is set as a change of attributes (server/change.c); Windows as one of both.
        const NotifyFilters Filter = NotifyFilters.LastWrite | NotifyFilters.Attributes | NotifyFilters.FileName;
        using var watcher = new FileSystemWatcher(Volume.Folder, "destination") { NotifyFilter = Filter };
        watcher.Renamed += (_, e) => events.Enqueue($"{e.ChangeType} {e.OldName} {e.Name}");
        watcher.Changed += (_, _) => changed.Set();
        watcher.EnableRaisingEvents = true;

        Assert.AreNotEqual(OutcomeKind.NotHandled, Strategy.Copy(source, Destination).Kind);

        Assert.IsTrue(changed.Wait(TimeSpan.FromMinutes(1)), $"No change was reported: {string.Join(", ", events)}");
    }

    [TestMethod]
    public void ManyThreadsMayMakeTheSameFile()
    {
        string source = Files.Write(Volume.PathOf("source"), 200_000);

        Parallel.For(0, 64, new ParallelOptions { MaxDegreeOfParallelism = 8 }, i =>
        {
            CloneOutcome outcome = Strategy.Copy(source, Destination);

            // Losing the race for the name or its lock is no failure: the built-in, with its retries, is next.
            Assert.IsTrue(outcome.Kind != OutcomeKind.NotHandled || IsContention(outcome), outcome.ToString());
        });

        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(Destination));
        AssertOnly("destination", "source");
    }

    /// <summary>Windows says "access denied" of a file that cannot be replaced because it is open.</summary>
    private bool IsContention(in CloneOutcome outcome) =>
        outcome.Reason is Reason.Locked or Reason.OtherError || (ReadersExclude && outcome.Reason == Reason.AccessDenied);

    private protected void AssertOnly(params string[] expected)
    {
        string[] names = [.. Directory.EnumerateFileSystemEntries(Volume.Folder)
            .Select(p => Path.GetFileName(p)!)
            .Order(StringComparer.Ordinal)];
        CollectionAssert.AreEqual(expected, names, $"Found: {string.Join(", ", names)}");
    }
}
