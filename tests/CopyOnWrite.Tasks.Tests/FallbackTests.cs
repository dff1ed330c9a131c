using TaskItem = Microsoft.Build.Utilities.TaskItem;

namespace CopyOnWrite.Tasks.Tests;

/// <summary>The calls that are left to the built-in task as a whole, and the code that the log has for each.</summary>
[TestClass]
[DoNotParallelize] // The environment and what a process has learnt of its system are every test's.
public sealed class FallbackTests : InATemporaryFolder
{
    public static IEnumerable<object[]> Calls =>
    [
        [nameof(FallbackReason.None), new Copy()],
        [nameof(FallbackReason.NothingToCopy), new Copy { SourceFiles = [] }],
        [nameof(FallbackReason.NothingToCopy), new Copy { Retries = -1 }],
        [nameof(FallbackReason.NothingToCopy), new Copy { ErrorIfLinkFails = true }],
        [nameof(FallbackReason.SourceFolders), new Copy { SourceFolders = [new TaskItem("folder")] }],
        [nameof(FallbackReason.Question), new Copy { FailIfNotIncremental = true }],
        [nameof(FallbackReason.UseHardlinks), new Copy { UseHardlinksIfPossible = true }],
        [nameof(FallbackReason.UseSymboliclinks), new Copy { UseSymboliclinksIfPossible = true }],
    ];

    [TestMethod]
    [DynamicData(nameof(Calls))]
    public void ACallIsLeftForItsParameters(string reason, Copy task)
    {
        task.SourceFiles ??= [new TaskItem(_folder.PathOf("source")), new TaskItem(_folder.PathOf("other"))];
        task.DestinationFolder ??= new TaskItem(_folder.PathOf("out"));
        Assert.AreEqual(reason, ReasonFor(task).ToString());
    }

    [TestMethod]
    [DataRow("MSBuildUseSymboliclinksIfPossible", "", nameof(FallbackReason.UseSymboliclinksByEnvironment))]
    [DataRow("MSBUILDCOPYWITHOUTDELETE", "1", nameof(FallbackReason.CopyWithoutDelete))]
    [DataRow("MSBUILDCOPYTASKPARALLELISM", "1", nameof(FallbackReason.InOrder))]
    [DataRow("MSBUILDCOPYTASKPARALLELISM", "2", nameof(FallbackReason.None))]
    public void ACallIsLeftForAVariable(string variable, string value, string reason)
    {
        Environment.SetEnvironmentVariable(variable, value.Length == 0 ? "true" : value);
        try
        {
            ACallIsLeftForItsParameters(reason, new Copy());
        }
        finally
        {
            Environment.SetEnvironmentVariable(variable, null);
        }
    }

    /// <summary>A libc without one of the calls: the first file shows it, and the built-in task copies that one as well.</summary>
    [TestMethod]
    public void OnceACallOfTheSystemIsMissingAllAreLeftAndTheLogSaysWhich()
    {
        File.WriteAllText(_folder.PathOf("source"), "text");
        var engine = new RecordingEngine();
        TaskProcess.Instance.MissingSystemCall = "Unable to find an entry point named 'statx' in shared library 'libc'.";
        try
        {
            var task = new Copy
            {
                BuildEngine = engine,
                SourceFiles = [new TaskItem(_folder.PathOf("source"))],
                DestinationFolder = new TaskItem(_folder.PathOf("out")),
            };

            Assert.AreEqual(FallbackReason.SystemCallMissing, ReasonFor(task));
            Assert.IsTrue(task.Execute(), engine.ToString());
        }
        finally
        {
            TaskProcess.Instance.MissingSystemCall = null;
        }

        Assert.Contains("'statx'", engine.ToString());
        Assert.AreEqual("text", File.ReadAllText(_folder.PathOf("out/source")));
    }

    private static FallbackReason ReasonFor(Copy task)
    {
        task.BuildEngine ??= new RecordingEngine();
        return Fallback.ReasonFor(task, new Host(task));
    }
}
