namespace CopyOnWrite.Tasks.Tests;

/// <summary>Files and calls that the built-in gets for what they are; <see cref="FallbackTests"/> has their parameters.</summary>
[TestClass]
public sealed class LeftToTheBuiltInTests
{
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
}
