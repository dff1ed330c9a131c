using TaskItem = Microsoft.Build.Utilities.TaskItem;

namespace CopyOnWrite.Tasks.Tests;

/// <summary>The calls that are left to the built-in task as a whole, with the code that the log has, and files that are.</summary>
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

    [TestMethod]
    [DataRow("out/0.txt")]
    [DataRow("./out/../out/0.txt")]
    public void TheBuiltInCopiesFilesWhoseDestinationIsNamedTwiceAndOnlyThose(string again)
    {
        using EitherCopy call = new(ours: true, files: 4);
        string folder = Path.GetDirectoryName(call.Task.SourceFiles[0].ItemSpec)!;
        call.Task.DestinationFiles[2] = new ProjectItem(folder, Path.Combine(folder, again));

        Assert.IsTrue(call.Task.Execute(), call.Engine.ToString());

        Assert.Contains("2 left to the built-in task (2 destination named twice)", call.Engine.ToString());
        CollectionAssert.AreEqual(new[] { "0.txt", "1.txt", "3.txt" }, call.Written);
        Assert.HasCount(4, call.Task.CopiedFiles);
        CollectionAssert.AreEqual(call.Task.DestinationFiles, call.Task.CopiedFiles, "The outputs are in the call's order.");
    }

    /// <summary>Two files have one destination, and two others have another: the built-in gets all, and fails with the first two.</summary>
    [TestMethod]
    public void OfTheFilesThatTheBuiltInGetsThoseThatFailAreNoOutputs()
    {
        string[]?[] copied = Array.ConvertAll([true, false], ours =>
        {
            using EitherCopy call = new(ours, files: 4);
            (call.Task.DestinationFiles[2], call.Task.DestinationFiles[3]) = (call.Task.DestinationFiles[0], call.Task.DestinationFiles[1]);
            File.Delete(call.Task.SourceFiles[0].ItemSpec);
            File.Delete(call.Task.SourceFiles[2].ItemSpec);

            Assert.IsFalse(call.Task.Execute(), call.Engine.ToString());
            return call.Copied;
        });

        CollectionAssert.AreEqual(new[] { "1.txt", "1.txt" }, copied[0]);
        CollectionAssert.AreEqual(copied[1], copied[0]);
    }

    /// <summary>MSBUILDCOPYTASKPARALLELISM is a number of which 1 alone means something, as CopyOnWrite.Parity.Tests shows.</summary>
    [TestMethod]
    [DataRow("1", 3, true)]
    [DataRow("01", 3, true)]
    [DataRow(" 1 ", 3, true)]
    [DataRow("1", 1, false, DisplayName = "one file has no order")]
    [DataRow("2", 3, false)]
    [DataRow("0", 3, false)]
    [DataRow("one", 3, false)]
    [DataRow("", 3, false)]
    public void WhereTheVariableIsOneTheBuiltInGetsACallOfSeveralFiles(string value, int files, bool inOrder)
    {
        using EitherCopy call = new(ours: true, files);
        call.Task.TaskEnvironment = TaskEnvironment.CreateWithProjectDirectoryAndEnvironment(
            Path.GetTempPath(), new Dictionary<string, string> { ["MSBUILDCOPYTASKPARALLELISM"] = value });

        Assert.IsTrue(call.Task.Execute(), call.Engine.ToString());

        Assert.HasCount(files, call.Written);
        string log = call.Engine.ToString();
        Assert.AreEqual(inOrder, log.Contains("copy order must be preserved", StringComparison.Ordinal), log);
    }

    private static FallbackReason ReasonFor(Copy task)
    {
        task.BuildEngine ??= new RecordingEngine();
        return Fallback.ReasonFor(task, new Host(task));
    }
}
