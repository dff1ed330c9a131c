namespace CopyOnWrite.Tests.Stress;

/// <summary>The stress finds what it is for; it runs in full on a volume that clones, under OnWindows.</summary>
[TestClass]
public sealed class CloneStressTests : IDisposable
{
    private const int FilesPerThread = 25;
    private const int Rounds = 3;

    private readonly VolumeUnderTest _volume = VolumeUnderTest.InTemporaryFolder();

    public void Dispose() => _volume.Dispose();

    [TestMethod]
    public void CopiesOfJustWrittenSourcesAreRight()
    {
        StressResult result = Run(new PlainCopy());

        Assert.IsEmpty(result.Wrong, result.ToString());
        Assert.AreEqual((CloneStress.Threads * FilesPerThread) + Rounds, result.Sources, result.ToString());
        Assert.HasCount(CloneStress.Threads * (FilesPerThread + Rounds), result.Copies, result.ToString());
        Assert.AreEqual(result.Copies.Count, result.Sharing, result.ToString());
        Assert.IsEmpty(Directory.EnumerateFiles(_volume.Folder), "It deletes what it made.");
    }

    [TestMethod]
    [DataRow(0, 4096, (byte)0)]
    [DataRow(8192, 4096, (byte)0)]
    [DataRow(100, 1, (byte)0xff)]
    public void AWrongStretchIsToldByFileOffsetAndLength(int offset, int length, byte wrong)
    {
        string? spoiled = null;
        StressResult result = Run(new PlainCopy
        {
            Fault = copy =>
            {
                spoiled = copy.Name;
                byte[] bytes = new byte[length];
                Array.Fill(bytes, wrong);
                copy.Position = offset;
                copy.Write(bytes);
            },
        });

        Assert.HasCount(2, result.Wrong, result.ToString());
        Assert.StartsWith(spoiled + ":", result.Wrong[0]);
        Assert.Contains($"wrong from byte {offset} on, {length} of ", result.Wrong[0]);
        Assert.Contains($"the first is 0x{wrong:x2}", result.Wrong[0]);
        Assert.StartsWith(spoiled + ":", result.Wrong[1]);
        Assert.Contains("(from the disk)", result.Wrong[1]);
    }

    [TestMethod]
    public void AShortCopyIsTold()
    {
        var strategy = new PlainCopy { Fault = copy => copy.SetLength(copy.Length - 1) };
        StressResult result = Run(strategy);
        Assert.HasCount(2, result.Wrong, result.ToString());
        Assert.Contains("bytes long, not", result.Wrong[0]);
    }

    [TestMethod]
    public void WhatAThreadThrowsIsToldAndTheOthersEnd()
    {
        StressResult result = Run(new PlainCopy { Fault = _ => throw new InvalidOperationException("thrown by the test") });
        Assert.HasCount(
            1,
            result.Wrong.Where(line =>
                line.Contains("Thread ", StringComparison.Ordinal) && line.Contains("thrown by the test", StringComparison.Ordinal)),
            result.ToString());
    }

    [TestMethod]
    public void NoByteIsZeroAndEachFilesBlocksAreItsOwn()
    {
        byte[] one = Content(1, 1 << 20);
        byte[] other = Content(2, 1 << 20);
        Assert.DoesNotContain((byte)0, one);
        Assert.IsNull(FilePattern.Check(one, 1));
        Assert.AreEqual(0, FilePattern.Check(other, 1)!.Value.Offset);

        // A block of the file in another's place.
        one.AsSpan(4096, 4096).CopyTo(one.AsSpan(40960));
        Assert.AreEqual(40960, FilePattern.Check(one, 1)!.Value.Offset);
    }

    private static byte[] Content(int file, int length)
    {
        var content = new byte[length];
        FilePattern.Fill(content, file);
        return content;
    }

    private StressResult Run(Platform strategy) => new CloneStress(strategy, _volume.Folder, (_, _) => true).Run(FilesPerThread);

    /// <summary>Copies, and spoils the first copy of a file that is long enough.</summary>
    private sealed class PlainCopy : CopyOnly
    {
        private const long LongEnough = 100_000;

        private Action<FileStream>? _fault;

        internal Action<FileStream>? Fault
        {
            init => _fault = value;
        }

        protected override CloneOutcome CopyOnlyThis(string source, string destination)
        {
            File.Copy(source, destination);
            long length = new FileInfo(source).Length;
            if (length >= LongEnough && Interlocked.Exchange(ref _fault, null) is { } spoil)
            {
                using FileStream copy = new(destination, FileMode.Open, FileAccess.Write);
                spoil(copy);
            }

            return CloneOutcome.Copied(Reason.CloningDisabled, length);
        }
    }
}
