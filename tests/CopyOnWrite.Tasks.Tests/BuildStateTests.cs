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
    public void AProblemIsNewOnceInEachBuildAlsoIfAnotherWasLoggedSince()
    {
        var engine = new RecordingEngine();

        Assert.IsTrue(BuildState.Of(engine).IsNewProblem("text"));
        Assert.IsTrue(BuildState.Of(engine).IsNewProblem("other"));
        Assert.IsFalse(BuildState.Of(engine).IsNewProblem("text"));
        Assert.IsTrue(BuildState.Of(new RecordingEngine()).IsNewProblem("text"));
    }

    /// <summary>The engine's collection is made by the first who asks for it, and with -mt by two who ask at once.</summary>
    [TestMethod]
    public void TheEngineIsAskedForObjectsByOneThreadAtATime()
    {
        var engine = new SlowEngine();

        Parallel.For(0, 8, i =>
        {
            Settings.Register(engine, $"/project{i}", ["text"]);
            _ = Settings.Of(engine, $"/project{i}");
            _ = BuildState.Of(engine);
        });

        Assert.AreEqual(1, engine.MostAtOnce);
    }

    private sealed class SlowEngine : RecordingEngine, IBuildEngine4
    {
        private int _now;

        internal int MostAtOnce { get; private set; }

        object? IBuildEngine4.GetRegisteredTaskObject(object key, RegisteredTaskObjectLifetime lifetime)
        {
            Stay();
            return GetRegisteredTaskObject(key, lifetime);
        }

        void IBuildEngine4.RegisterTaskObject(object key, object obj, RegisteredTaskObjectLifetime lifetime, bool allowEarlyCollection)
        {
            Stay();
            RegisterTaskObject(key, obj, lifetime, allowEarlyCollection);
        }

        private void Stay()
        {
            MostAtOnce = Math.Max(MostAtOnce, Interlocked.Increment(ref _now));
            Thread.Sleep(5);
            Interlocked.Decrement(ref _now);
        }
    }

    private bool Copy(RecordingEngine engine, string source) => new Copy
    {
        BuildEngine = engine, Retries = 1, RetryDelayMilliseconds = 0, SourceFiles = [new TaskItem(_folder.PathOf(source))],
        DestinationFiles = [new TaskItem(_folder.PathOf("out"))],
    }.Execute();
}
