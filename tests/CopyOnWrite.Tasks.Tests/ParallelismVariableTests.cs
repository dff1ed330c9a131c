namespace CopyOnWrite.Tasks.Tests;

/// <summary>MSBUILDCOPYTASKPARALLELISM is a number of which 1 alone means something, as CopyOnWrite.Parity.Tests shows.</summary>
[TestClass]
public sealed class ParallelismVariableTests
{
    [TestMethod]
    [DataRow("1", 3, true)]
    [DataRow("01", 3, true)]
    [DataRow(" 1 ", 3, true)]
    [DataRow("1", 1, false, DisplayName = "one file has no order")]
    [DataRow("2", 3, false)]
    [DataRow("0", 3, false)]
    [DataRow("one", 3, false)]
    [DataRow("", 3, false)]
    public void WhereItIsOneTheBuiltInGetsACallOfSeveralFiles(string value, int files, bool inOrder)
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
