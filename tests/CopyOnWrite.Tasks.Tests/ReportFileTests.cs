namespace CopyOnWrite.Tasks.Tests;

/// <summary>The file of CopyOnWriteReport. PropertyFuzzTests has the JSON in it.</summary>
[TestClass]
public sealed class ReportFileTests : InATemporaryFolder
{
    private const int MostAttempts = 20;

    private readonly ReportFile _report = new();

    private static readonly TimeSpan s_waitedFor = TimeSpan.FromMilliseconds(500);

    [TestMethod]
    public void LinesOfManyWritersAreAllThereAndWhole()
    {
        string path = _folder.PathOf("not/there/yet.jsonl");
        const int Lines = 400;
        Parallel.For(
            0,
            Lines,
            i => Assert.IsNull(_report.WhyNotAppended(path, new string((char)('a' + (i % 26)), 1_000 + i))));
        string[] lines = File.ReadAllLines(path);
        Assert.HasCount(Lines, lines);
        CollectionAssert.AreEqual(Enumerable.Range(1_000, Lines).ToArray(), lines.Select(line => line.Length).Order().ToArray());
        Assert.IsTrue(lines.All(line => line.Distinct().Count() == 1));
    }

    [TestMethod]
    public void ALineWaitsForAnotherProcessThatHasTheFile()
    {
        // It waits for a second. A machine so busy that the file was held for longer shows nothing, so there are several attempts.
        for (int attempt = 0; attempt < MostAttempts; attempt++)
        {
            string path = _folder.PathOf($"held-{attempt}.jsonl");
            var held = Stopwatch.StartNew();
            Task<string?> appended;
            using (var other = new FileStream(path, FileMode.Append, FileAccess.Write, FileShare.None))
            {
                appended = Task.Run(() => _report.WhyNotAppended(path, "mine"));
                Assert.IsFalse(appended.Wait(TimeSpan.FromMilliseconds(100)));
                other.Write("theirs\n"u8);
            }

            if (held.Elapsed < s_waitedFor)
            {
                Assert.IsNull(appended.Result);
                CollectionAssert.AreEqual(new[] { "theirs", "mine" }, File.ReadAllLines(path));
                return;
            }

            appended.Wait();
        }

        Assert.Fail($"The file was held for longer than {s_waitedFor} each time.");
    }

    [TestMethod]
    public void WhatCannotBeWrittenIsSaidOnce()
    {
        Assert.IsNotNull(_report.WhyNotAppended(_folder.Folder, "a folder"));
        Assert.IsNull(_report.WhyNotAppended(_folder.Folder, "a folder"));
    }
}
