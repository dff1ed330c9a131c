namespace CopyOnWrite.Tests;

[TestClass]
public sealed class CopyRunTests
{
    private const string First = "first";
    private const string Large = "large";
    private const string Other = "other";

    /// <summary>The built-in removes old files first, so it has space where ours, with several files beside old ones, has none.</summary>
    [TestMethod]
    [DataRow(Reason.VolumeFull)]
    [DataRow(Reason.VolumeFullEvenInPlace)]
    internal void WhatHasNoSpaceBesideTheFilesOfOtherThreadsIsCopiedOnceTheyHaveEnded(Reason reason)
    {
        using var cloner = new CrowdedVolume(reason);
        cloner.Helpers.IsWarm = true;
        string[] names = [First, First, Large, Other];
        using var run = new CopyRun(new CloneCall(cloner), new CopyOptions { Retries = 3 }, names, names, CancellationToken.None);
        var given = new List<int>();
        while (run.TryNext(out int file))
        {
            given.Add(file);
            Assert.IsTrue(run[file].IsWritten, $"{names[file]}: {run[file].Words}");
        }

        CollectionAssert.AreEquivalent(new[] { 0, 1, 2, 3 }, given);
        Assert.AreEqual(2, cloner.Attempts);
    }

    /// <summary>Has no space for the large file as long as another is made.</summary>
    private sealed class CrowdedVolume(Reason reason) : CopyOnly, IDisposable
    {
        private static readonly TimeSpan s_hang = TimeSpan.FromMinutes(1);

        private readonly ManualResetEventSlim _otherHasBegun = new();
        private readonly ManualResetEventSlim _largeHasFailed = new();

        internal int Attempts { get; private set; }

        public void Dispose()
        {
            _otherHasBegun.Dispose();
            _largeHasFailed.Dispose();
        }

        protected override CloneOutcome CopyOnlyThis(string source, string destination)
        {
            switch (source)
            {
                case Large when ++Attempts == 1:
                    Assert.IsTrue(_otherHasBegun.Wait(s_hang), "No helper has begun.");
                    _largeHasFailed.Set();
                    return CloneOutcome.NotHandled(reason);
                case Other:
                    _otherHasBegun.Set();
                    Assert.IsTrue(_largeHasFailed.Wait(s_hang), "No helper has begun.");
                    break;
                case First:
                    Thread.Sleep(1); // Slow, so that helpers begin.
                    break;
            }

            return CloneOutcome.Copied(Reason.None, 1);
        }
    }
}
