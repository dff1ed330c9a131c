namespace CopyOnWrite.Tasks.Tests;

/// <summary>What a cancelled call has written, and what its outputs say of that: in our Copy as in the built-in.</summary>
[TestClass]
public sealed class CancelledCallTests
{
    /// <summary>Of our Copy or the built-in, and of how many files.</summary>
    public static IEnumerable<object[]> Calls => [[false, 1], [false, 60], [true, 1], [true, 2], [true, 60]];

    [TestMethod]
    [DynamicData(nameof(Calls))]
    public void CancelledBeforeItBeginsItWritesNothing(bool ours, int files)
    {
        using EitherCopy call = new(ours, files);
        call.Cancel();

        Assert.IsFalse(call.Task.Execute(), call.Engine.ToString());

        Assert.IsEmpty(call.Written, call.Engine.ToString());
        Assert.IsNotNull(call.Copied, "CopiedFiles");
        Assert.IsEmpty(call.Copied);
        Assert.HasCount(files, call.Task.DestinationFiles);
    }

    [TestMethod]
    [DynamicData(nameof(Calls))]
    public void WhatWasWrittenBeforeItWasCancelledIsInItsOutputs(bool ours, int files)
    {
        using EitherCopy call = new(ours, files, static (call, text) =>
        {
            if (text.StartsWith("Copying file from", StringComparison.Ordinal))
            {
                call.Cancel();
            }
        });

        Assert.IsFalse(call.Task.Execute(), call.Engine.ToString());

        Assert.IsNotEmpty(call.Written, call.Engine.ToString());
        CollectionAssert.AreEqual(call.Written, call.Copied, call.Engine.ToString());
    }

    /// <summary>dotnet/msbuild#9000: the built-in sleeps its delay out first. Ours ends the wait, here of an hour.</summary>
    [TestMethod]
    [Timeout(600_000)]
    public void CancellingEndsTheWaitForALockedSource()
    {
        using EitherCopy call = new(ours: true, files: 1);
        call.Task.RetryDelayMilliseconds = 3_600_000;
        using var holder = new FileStream(call.Task.SourceFiles[0].ItemSpec, FileMode.Open, FileAccess.ReadWrite, FileShare.None);
        Task<bool> copying = Task.Run(call.Task.Execute);
        SpinWait.SpinUntil(() => copying.IsCompleted || call.Engine.Events.OfType<BuildWarningEventArgs>().Any());

        Assert.IsFalse(copying.IsCompleted, call.Engine.ToString());
        call.Cancel();

        Assert.IsFalse(copying.Result, call.Engine.ToString());
        Assert.Contains("warning MSB3026", call.Engine.ToString());
    }
}
