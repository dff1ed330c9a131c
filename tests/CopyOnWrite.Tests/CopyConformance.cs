using System;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tests;

/// <summary>What every strategy does on every volume; a class for each pair inherits it.</summary>
public abstract partial class CopyConformance
{
    private VolumeUnderTest? _volume;

    protected abstract string VolumeName { get; }

    /// <summary>Whether files of at least a block end as clones with this strategy on this volume.</summary>
    protected abstract bool Clones { get; }

    private protected ICopyStrategy Strategy { get; set; } = null!;

    private protected VolumeUnderTest Volume => _volume!;

    private protected abstract ICopyStrategy MakeStrategy();

    private protected virtual long BytesInCommon(string first, string second) => Extents.BytesInCommon(first, second);

    [TestInitialize]
    public void RequireVolume()
    {
        _volume = VolumeUnderTest.Require(VolumeName);
        Strategy = MakeStrategy();
    }

    [TestCleanup]
    public void ReleaseVolume() => _volume?.Dispose();

    [TestMethod]
    [DataRow(1)]
    [DataRow(4095)]
    [DataRow(4096)]
    [DataRow(4097)]
    [DataRow(65_536)]
    [DataRow(400_936)]
    [DataRow(5_000_001)]
    public void ContentModeAndTimesAreTheSources(int length)
    {
        string source = Files.Write(Volume.PathOf("source"), length, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute | UnixFileMode.GroupRead);
        string destination = Volume.PathOf("destination");

        FileOutcome outcome = Strategy.Copy(source, destination);

        Assert.AreEqual(Clones ? OutcomeKind.Cloned : OutcomeKind.Copied, outcome.Kind, outcome.ToString());
        Assert.AreEqual(length, outcome.Bytes);
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(destination));
        Assert.AreEqual(File.GetUnixFileMode(source), File.GetUnixFileMode(destination));
        Assert.AreEqual(File.GetLastWriteTimeUtc(source), File.GetLastWriteTimeUtc(destination));
        Assert.IsTrue(Strategy.IsUnchanged(source, destination));
    }

    [TestMethod]
    public void AnEmptyFileIsMadeEmpty()
    {
        string source = Files.Write(Volume.PathOf("source"), 0);
        string destination = Volume.PathOf("destination");

        FileOutcome outcome = Strategy.Copy(source, destination);

        Assert.AreEqual(OutcomeKind.Copied, outcome.Kind);
        Assert.AreEqual(Reason.Empty, outcome.Reason);
        Assert.AreEqual(0, new FileInfo(destination).Length);
        Assert.AreEqual(File.GetLastWriteTimeUtc(source), File.GetLastWriteTimeUtc(destination));
    }

    [TestMethod]
    public void BlocksAreSharedExactlyWhenTheOutcomeSaysCloned()
    {
        string source = Files.Write(Volume.PathOf("source"), 262_144);
        string destination = Volume.PathOf("destination");

        FileOutcome outcome = Strategy.Copy(source, destination);

        long common = BytesInCommon(source, destination);
        Assert.AreEqual(outcome.Kind == OutcomeKind.Cloned ? 262_144 : 0, common, $"{outcome}; bytes in common: {common}");
    }

    [TestMethod]
    public void WritingToTheCopyLeavesTheSourceAlone()
    {
        string source = Files.Write(Volume.PathOf("source"), 100_000);
        string destination = Volume.PathOf("destination");
        byte[] before = File.ReadAllBytes(source);
        Strategy.Copy(source, destination);

        using (FileStream stream = File.OpenWrite(destination))
        {
            stream.Write(new byte[50_000]);
        }

        CollectionAssert.AreEqual(before, File.ReadAllBytes(source));
    }

    [TestMethod]
    public void TheUmaskTakesNothingAway()
    {
        string source = Files.Write(Volume.PathOf("source"), 5000, (UnixFileMode)Convert.ToInt32("751", 8));
        using IDisposable _ = Files.Umask(Convert.ToUInt32("077", 8));

        Strategy.Copy(source, Volume.PathOf("destination"));

        Assert.AreEqual("751", ModeOf("destination"));
    }

    [TestMethod]
    public void EveryFileOfAFolderGetsItsOwnMode()
    {
        using IDisposable _ = Files.Umask(Convert.ToUInt32("027", 8));
        string[] modes = ["644", "755", "640", "777", "644", "755", "600", "777"];
        foreach ((string mode, int i) in modes.Select((mode, i) => (mode, i)))
        {
            var bits = (UnixFileMode)Convert.ToInt32(mode, 8);
            string source = Files.Write(Volume.PathOf($"source{i}"), 100, bits);

            Strategy.Copy(source, Volume.PathOf($"destination{i}"));

            Assert.AreEqual(bits, File.GetUnixFileMode(Volume.PathOf($"destination{i}")), $"{i}: {mode}");
        }
    }

    [TestMethod]
    [DataRow("4755", "755")]
    [DataRow("2755", "755")]
    [DataRow("444", "644")]
    [DataRow("555", "755")]
    [DataRow("400", "600")]
    [DataRow("666", "666")]
    public void TheModeIsTheOneThatTheBuiltInTaskLeaves(string source, string expected)
    {
        string path = Files.Write(Volume.PathOf("source"), 5000, (UnixFileMode)Convert.ToInt32(source, 8));

        Strategy.Copy(path, Volume.PathOf("destination"));

        Assert.AreEqual(expected, ModeOf("destination"));
    }

    [TestMethod]
    public void AnExistingDestinationIsReplacedAndItsHardLinkIsNot()
    {
        string source = Files.Write(Volume.PathOf("source"), 9000);
        string destination = Files.Write(Volume.PathOf("destination"), 7000);
        string link = Volume.PathOf("link");
        Links.MakeHardLink(destination, link);
        byte[] old = File.ReadAllBytes(link);

        FileOutcome outcome = Strategy.Copy(source, destination);

        Assert.AreEqual(Clones ? OutcomeKind.Cloned : OutcomeKind.Copied, outcome.Kind, outcome.ToString());
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(destination));
        CollectionAssert.AreEqual(old, File.ReadAllBytes(link));
        AssertOnly("destination", "link", "source");
    }

    [TestMethod]
    public async Task AReaderOfAReplacedDestinationFindsTheOldOrTheNewAndNothingElse()
    {
        string[] sources = [Files.Write(Volume.PathOf("a"), 300_000), Files.Write(Volume.PathOf("bb"), 500_000)];
        string destination = Volume.PathOf("destination");
        Strategy.Copy(sources[0], destination);
        byte[][] contents = [.. sources.Select(File.ReadAllBytes)];
        using var stop = new CancellationTokenSource();
        int reads = 0;
        Task reader = Task.Run(() =>
        {
            for (; !stop.IsCancellationRequested; Interlocked.Increment(ref reads))
            {
                byte[] read = File.ReadAllBytes(destination);
                Assert.IsTrue(contents.Any(c => c.AsSpan().SequenceEqual(read)), $"Read {read.Length} bytes that neither source has.");
            }
        });

        // Until enough was read while copies went on, however slowly the reader gets its turn.
        for (int i = 0; !reader.IsCompleted && (i < 400 || Volatile.Read(ref reads) < 100); i++)
        {
            Assert.AreNotEqual(OutcomeKind.NotHandled, Strategy.Copy(sources[i % 2], destination).Kind);
        }

        await stop.CancelAsync();
        await reader;
    }

    [TestMethod]
    public void ManyThreadsMayMakeTheSameFile()
    {
        string source = Files.Write(Volume.PathOf("source"), 200_000);
        string destination = Volume.PathOf("destination");

        Parallel.For(0, 64, new ParallelOptions { MaxDegreeOfParallelism = 8 }, i =>
        {
            FileOutcome outcome = Strategy.Copy(source, destination);

            // Losing the race for the name or its lock is no failure: the built-in, with its retries, is next.
            Assert.IsTrue(outcome.Kind != OutcomeKind.NotHandled || outcome.Reason is Reason.Locked or Reason.OtherError, outcome.ToString());
        });

        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(destination));
        AssertOnly("destination", "source");
    }

    private string ModeOf(string name) => Convert.ToString((int)File.GetUnixFileMode(Volume.PathOf(name)), 8);

    private protected void AssertOnly(params string[] expected)
    {
        string[] names = [.. Directory.EnumerateFileSystemEntries(Volume.Folder).Select(p => Path.GetFileName(p)!).Order(StringComparer.Ordinal)];
        CollectionAssert.AreEqual(expected, names, $"Found: {string.Join(", ", names)}");
    }
}
