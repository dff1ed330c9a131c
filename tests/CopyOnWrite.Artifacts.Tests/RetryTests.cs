namespace CopyOnWrite.Artifacts.Tests;

/// <summary>A file that another process has open is tried again, and the last attempt decides.</summary>
[TestClass]
public sealed class RetryTests : StagingTest
{
    [TestMethod]
    [DataRow(true)]
    [DataRow(false)]
    public void ACopyThatSucceedsWhenItIsTriedAgainIsNoError(bool show)
    {
        WriteAll("bin/a.txt", "bin/b.txt");
        using FileStream holder = Hold("bin/a.txt");
        RecordingEngine engine = RecordingEngine.At("Retry 2 of 3", holder.Dispose);

        StagingRun run = Stage(engine, task => SetRetries(task, 3, show), Item("bin", "out")).Succeeded(staged: 2, skipped: 0);

        AssertHolds("out", "a.txt", "b.txt");
        run.WithMessage("Retry 1 of 3", show ? MessageImportance.High : MessageImportance.Low)
            .WithMessage("Retry 2 of 3")
            .WithoutMessage("Retry 3 of 3");
    }

    [TestMethod]
    [DataRow(true)]
    [DataRow(false)]
    public void ACopyThatNeverSucceedsFailsAndTheRestIsStaged(bool show)
    {
        WriteAll("bin/a.txt", "bin/b.txt", "more/c.txt");
        using FileStream holder = Hold("bin/a.txt");

        Stage(task => SetRetries(task, 3, show), Item("bin", "out"), Item("more", "out"))
            .Failed("COW1027")
            .WithErrorOf("Item 'bin'", PathOf("bin/a.txt"), PathOf("out/a.txt"), "after 3 retries")
            .WithCounts(staged: 2, skipped: 0)
            .WithMessage("Retry 3 of 3");

        AssertHolds("out", "b.txt", "c.txt");
    }

    /// <summary>As while another target replaces it.</summary>
    [TestMethod]
    public void ASourceThatIsMissingForAMomentIsTriedAgain()
    {
        string source = Write("bin/a.txt");
        using FileStream holder = Hold("bin/a.txt");
        var engine = new RecordingEngine
        {
            OnMessage = text =>
            {
                if (text.Contains("Retry 1 of 3", StringComparison.Ordinal))
                {
                    holder.Dispose();
                    File.Delete(source);
                }
                else if (text.Contains("Retry 2 of 3", StringComparison.Ordinal))
                {
                    Write("bin/a.txt");
                }
            },
        };

        Stage(engine, task => SetRetries(task, 3, true), Item("bin", "out")).Succeeded(staged: 1).WithMessage("Retry 2 of 3");
    }

    [TestMethod]
    public void ASingleFileIsTriedAgainToo()
    {
        WriteAll("bin/a.txt");
        using FileStream holder = Hold("bin/a.txt");
        RecordingEngine engine = RecordingEngine.At("Retry 1 of 1", holder.Dispose);

        Stage(engine, task => SetRetries(task, 1, true), Item("bin/a.txt", "out"), Item("out/a.txt", "more")).Succeeded(
            staged: 2, skipped: 0);

        AssertHolds("more", "a.txt");
    }

    [TestMethod]
    [DataRow(0, 1, "AlwaysCopy=true", true)]
    [DataRow(0, 1, "AlwaysCopy=false", false)]
    [DataRow(2, -1, "AlwaysCopy=true", true, DisplayName = "a negative wait is none")]
    [DataRow(1, 1, "OnlyNewer=true", false)]
    public void AfterAsManyRetriesWhatWasThereStays(int retries, int wait, string metadata, bool isThere)
    {
        WriteAll("bin/a.txt", isThere ? "out/a.txt" : "out/");
        using FileStream holder = Hold("bin/a.txt");

        StagingRun run = Stage(task => (task.RetryCount, task.RetryWait) = (retries, wait), Item("bin", "out", metadata)).Failed("COW1027");

        Assert.AreEqual(retries, run.Messages.Count(message => message.Message!.Contains("Retry ")), run.Log);
        Assert.AreEqual(retries > 0, run.Errors[0].Message!.Contains("retries"), run.Log);
        AssertHolds(string.Empty, "bin/a.txt", isThere ? "out/a.txt" : "out/");
        Assert.IsTrue(!isThere || Read("out/a.txt") == "content of out/a.txt");
    }

    [TestMethod]
    public void WhatDoesNotPassByItselfIsNotTriedAgain()
    {
        WriteAll("bin/a.txt", "out/a.txt/in-the-way.txt");

        StagingRun run = Stage(task => SetRetries(task, 3, true), Item("bin", "out"))
            .Failed("COW1027")
            .WithErrorOf("a folder with that name exists")
            .WithoutMessage("Retry");

        Assert.DoesNotContain("retries", run.Errors[0].Message!, run.Log);
        AssertHolds("out", "a.txt/in-the-way.txt");
    }

    private static void SetRetries(Robocopy task, int count, bool show) =>
        (task.RetryCount, task.RetryWait, task.ShowErrorOnRetry) = (count, 1, show);

    /// <summary>Keeps everybody else from reading the file: on Unix by the lock that .NET's own files and ours ask for.</summary>
    private FileStream Hold(string relative) => new(PathOf(relative), FileMode.Open, FileAccess.ReadWrite, FileShare.None);
}
