namespace CopyOnWrite.Tests;

/// <summary>Replacing a file goes by a temporary name beside it, which a killed process leaves and a living one holds.</summary>
public abstract partial class CopyConformance
{
    [TestMethod]
    public void WhatAKilledReplaceLeftIsGoneAfterTheNextCopyToThatDestination()
    {
        Files.Write(TemporaryOf(Existing), 400_000, UnixFileMode.UserRead);

        Assert.AreNotEqual(OutcomeKind.NotHandled, Strategy.Copy(Source, Existing).Kind);

        CollectionAssert.AreEqual(File.ReadAllBytes(Source), File.ReadAllBytes(Existing));
        AssertOnly("destination", "source");
    }

    [TestMethod]
    public void ALinkUnderTheTemporaryNameIsNotFollowed()
    {
        string other = Files.Write(Volume.PathOf("other"), 100);
        Links.MakeSymbolicLink(TemporaryOf(Existing), other);

        Assert.AreNotEqual(OutcomeKind.NotHandled, Strategy.Copy(Source, Existing).Kind);

        CollectionAssert.AreEqual(File.ReadAllBytes(Source), File.ReadAllBytes(Existing));
        Assert.AreEqual(100, new FileInfo(other).Length);
    }

    [TestMethod]
    [TestCategory("Slow")]
    public async Task WhileManyReplaceAFileAReaderFindsTheOldOrTheNewAndNothingElse()
    {
        string[] sources = [Files.Write(Volume.PathOf("a"), 300_000), Files.Write(Volume.PathOf("bb"), 500_000)];
        Strategy.Copy(sources[0], Destination);
        byte[][] contents = [.. sources.Select(File.ReadAllBytes)];
        using var stop = new CancellationTokenSource();
        int reads = 0;
        Task[] writers = [.. Enumerable.Range(0, 4).Select(writer => Task.Run(() =>
        {
            for (int i = writer; !stop.IsCancellationRequested; i++)
            {
                CloneOutcome outcome = Strategy.Copy(sources[i % 2], Destination);
                Assert.IsTrue(outcome.Kind != OutcomeKind.NotHandled || IsContention(outcome), outcome.ToString());
            }
        }))];

        string? wrong = null;
        for (; wrong is null && reads < 3000 && !writers.Any(w => w.IsCompleted); reads++)
        {
            wrong = WhyWrong(Destination, contents);
        }

        await stop.CancelAsync();
        await Task.WhenAll(writers);
        Assert.IsNull(wrong, $"Read {reads}: {wrong}");
        AssertOnly("a", "bb", "destination");
    }

    private string? WhyWrong(string path, byte[][] contents)
    {
        for (int attempt = 0; ; attempt++)
        {
            try
            {
                byte[] read = File.ReadAllBytes(path);
                return contents.Any(c => c.AsSpan().SequenceEqual(read)) ? null : $"{read.Length} bytes that neither source has.";
            }
            catch (IOException e) when (ReadersExclude && e is not FileNotFoundException && attempt < 1000)
            {
                Thread.Sleep(1);
            }
            catch (IOException e)
            {
                return e.Message;
            }
        }
    }

    /// <param name="hold">Makes a file as a living process makes it under a temporary name, until disposed.</param>
    private protected void AssertLeftAlone(Func<string, IDisposable> hold)
    {
        using (hold(TemporaryOf(Existing)))
        {
            Assert.AreNotEqual(OutcomeKind.NotHandled, Strategy.Copy(Source, Existing).Kind);

            CollectionAssert.AreEqual(File.ReadAllBytes(Source), File.ReadAllBytes(Existing));
            AssertOnly(Path.GetFileName(TemporaryOf(Existing)), "destination", "source");
        }
    }
}
