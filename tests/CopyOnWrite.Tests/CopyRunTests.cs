namespace CopyOnWrite.Tests;

[TestClass]
public sealed class CopyRunTests
{
    private const string First = "first";
    private const string Large = "large";
    private const string Other = "other";

    private static readonly TimeSpan s_hang = TimeSpan.FromMinutes(1);

    /// <summary>The built-in removes old files first, so it has space where ours, with several files beside old ones, has none.</summary>
    [TestMethod]
    [DataRow(Reason.VolumeFull)]
    [DataRow(Reason.VolumeFullEvenInPlace)]
    internal void WhatHasNoSpaceBesideTheFilesOfOtherThreadsIsCopiedOnceTheyHaveEnded(Reason reason)
    {
        using var cloner = new CrowdedVolume(reason);
        cloner.Helpers.IsWarm = true;
        string[] names = [First, First, Other, Large, Large];
        var given = new List<int>();
        using (var run = new CopyRun(new CloneCall(cloner), new CopyOptions { Retries = 3 }, names, names, CancellationToken.None))
        {
            while (run.TryNext(out int file))
            {
                given.Add(file);
                Assert.IsTrue(run[file].IsWritten, $"{names[file]}: {run[file].Words}");
            }
        }

        CollectionAssert.AreEquivalent(new[] { 0, 1, 2, 3, 4 }, given);
        Assert.AreEqual(4, cloner.Attempts);

        // A helper that begins late ends after the call.
        int free = 0;
        SpinWait.SpinUntil(() => (free += cloner.Helpers.TryTake() ? 1 : 0) == HelperSlots.Most, s_hang);
        Assert.AreEqual(HelperSlots.Most, free, "Slots that helpers gave back.");
    }

    /// <summary>A helper's, not caught, would end the process.</summary>
    [TestMethod]
    [DataRow(false)]
    [DataRow(true)]
    public void AnExceptionEndsTheWorkAndIsThrown(bool inAHelper)
    {
        using var cloner = new CrowdedVolume(Reason.None);
        int caller = Environment.CurrentManagedThreadId;

        Assert.ThrowsExactly<TimeoutException>(() => Workers.Run(new CloneCall(cloner), 10_000, slow: true, (_, _) =>
        {
            Thread.Sleep(1);
            _ = Environment.CurrentManagedThreadId == caller != inAHelper ? throw new TimeoutException() : 0;
        }));
    }

    /// <summary>Has no space for the large files as long as another is made.</summary>
    private sealed class CrowdedVolume(Reason reason) : CopyOnly, IDisposable
    {
        private readonly ManualResetEventSlim _otherHasBegun = new();
        private readonly ManualResetEventSlim _largeHasFailed = new();
        private int _attempts;

        internal int Attempts => _attempts;

        public void Dispose()
        {
            _otherHasBegun.Dispose();
            _largeHasFailed.Dispose();
        }

        protected override CloneOutcome CopyOnlyThis(string source, string destination)
        {
            switch (source)
            {
                case Large when Interlocked.Increment(ref _attempts) <= 2:
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
