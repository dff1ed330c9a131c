namespace CopyOnWrite.Tasks.Tests;

[TestClass]
public sealed class DuplicatesTests
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
}
