using TaskItem = Microsoft.Build.Utilities.TaskItem;

namespace CopyOnWrite.Tasks.Tests;

/// <summary>Two builds of one process, such as MSBuild's server, each with its engine.</summary>
[TestClass]
public sealed class BuildStateTests : InATemporaryFolder
{
    [TestMethod]
    public void AfterABuildOfUselessWaitsTheNextWaitsForASource()
    {
        const int VainWaits = 4;
        var first = new RecordingEngine();
        for (int i = 0; i < VainWaits; i++)
        {
            Assert.IsTrue(BuildState.Of(first).WaitsForMissingSources);
            Assert.IsFalse(Copy(first, "never"));
        }

        Assert.IsFalse(BuildState.Of(first).WaitsForMissingSources);
        Task comes = Task.Run(async () =>
        {
            await Task.Delay(TimeSpan.FromMilliseconds(100));
            await File.WriteAllTextAsync(_folder.PathOf("soon.new"), "text");
            File.Move(_folder.PathOf("soon.new"), _folder.PathOf("soon"));
        });

        Assert.IsTrue(Copy(new RecordingEngine(), "soon"));
        comes.Wait();
    }

    [TestMethod]
    public void AReportThatOneBuildCouldNotWriteIsTriedInTheNext()
    {
        string report = _folder.PathOf("folder/report.jsonl");
        File.WriteAllText(_folder.PathOf("folder"), "not a folder yet");
        Assert.IsNotNull(BuildState.Of(new RecordingEngine()).ReportFile.WhyNotAppended(report, "{}"));
        File.Delete(_folder.PathOf("folder"));

        Assert.IsNull(BuildState.Of(new RecordingEngine()).ReportFile.WhyNotAppended(report, "{}"));
        Assert.AreEqual("{}\n", File.ReadAllText(report));
    }

    [TestMethod]
    public void AProblemIsNewInEachBuild()
    {
        var engine = new RecordingEngine();

        Assert.IsTrue(BuildState.Of(engine).IsNewProblem("text"));
        Assert.IsFalse(BuildState.Of(engine).IsNewProblem("text"));
        Assert.IsTrue(BuildState.Of(new RecordingEngine()).IsNewProblem("text"));
    }

    private bool Copy(RecordingEngine engine, string source) => new Copy
    {
        BuildEngine = engine, Retries = 1, RetryDelayMilliseconds = 0, SourceFiles = [new TaskItem(_folder.PathOf(source))],
        DestinationFiles = [new TaskItem(_folder.PathOf("out"))],
    }.Execute();
}
