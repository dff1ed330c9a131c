namespace CopyOnWrite.Tests.Stress;

/// <summary>The stress finds what it is for; it runs in full on a volume that clones, under OnWindows.</summary>
[TestClass]
public sealed class CloneStressTests : InATemporaryFolder
{
    private const int FilesPerThread = 25;
    private const int Rounds = 3;
    private const long LongEnough = 100_000;

    [TestMethod]
    public void CopiesOfJustWrittenSourcesAreRight()
    {
        StressResult result = Run(_ => { });

        Assert.IsEmpty(result.Wrong, result.ToString());
        Assert.AreEqual((CloneStress.Threads * FilesPerThread) + Rounds, result.Sources, result.ToString());
        Assert.HasCount(CloneStress.Threads * (FilesPerThread + Rounds), result.Copies, result.ToString());
        Assert.AreEqual(result.Copies.Count, result.Sharing, result.ToString());
        Assert.IsEmpty(Directory.EnumerateFiles(_folder.Folder), "It deletes what it made.");
    }

    [TestMethod]
    [DataRow(0, 4096, (byte)0)]
    [DataRow(8192, 4096, (byte)0)]
    [DataRow(100, 1, (byte)0xff)]
    public void AWrongStretchIsToldByFileOffsetAndLength(int offset, int length, byte wrong)
    {
        string? spoiled = null;
        StressResult result = Run(copy =>
        {
            spoiled = copy.Name;
            copy.Position = offset;
            copy.Write([.. Enumerable.Repeat(wrong, length)]);
        });

        Assert.HasCount(2, result.Wrong, result.ToString());
        Assert.IsTrue(result.Wrong.All(line => line.StartsWith(spoiled + ":", StringComparison.Ordinal)), result.ToString());
        Assert.Contains($"wrong from byte {offset} on, {length} of ", result.Wrong[0]);
        Assert.Contains($"the first is 0x{wrong:x2}", result.Wrong[0]);
        Assert.Contains("(from the disk)", result.Wrong[1]);
    }

    [TestMethod]
    public void WhatAThreadThrowsIsToldAndTheOthersEnd()
    {
        StressResult result = Run(_ => throw new InvalidOperationException("thrown by the test"));
        Assert.HasCount(1, result.Wrong.Where(line => Regex.IsMatch(line, "Thread .*thrown by the test")), result.ToString());
    }

    [TestMethod]
    public void NoByteIsZeroAndEachFilesBlocksAreItsOwn()
    {
        var one = new byte[1 << 20];
        FilePattern.Fill(one, 1);
        Assert.DoesNotContain((byte)0, one);
        Assert.IsNull(FilePattern.Check(one, 1));
        Assert.AreEqual(0, FilePattern.Check(one, 2)!.Value.Offset);

        // A block of the file in another's place.
        one.AsSpan(4096, 4096).CopyTo(one.AsSpan(40960));
        Assert.AreEqual(40960, FilePattern.Check(one, 1)!.Value.Offset);
    }

    /// <param name="spoil">Done to the first copy of a file that is long enough.</param>
    private StressResult Run(Action<FileStream> spoil)
    {
        Action<FileStream>? fault = spoil;
        var strategy = new CopyOnly((source, destination) =>
        {
            File.Copy(source, destination);
            long length = new FileInfo(source).Length;
            if (length >= LongEnough && Interlocked.Exchange(ref fault, null) is { } once)
            {
                using FileStream copy = new(destination, FileMode.Open, FileAccess.Write);
                once(copy);
            }

            return CloneOutcome.Copied(Reason.CloningDisabled, length);
        });
        return new CloneStress(strategy, _folder.Folder, (_, _) => true).Run(FilesPerThread);
    }
}
