namespace CopyOnWrite.Tasks.Tests;

[TestClass]
public sealed class SourceFoldersTests
{
    /// <summary>No project can pass it: the engine does not set a parameter that has no items.</summary>
    [TestMethod]
    [DataRow(false, DisplayName = "built-in")]
    [DataRow(true, DisplayName = "ours")]
    public void AnEmptyArrayAndDestinationFilesExcludeEachOther(bool ours)
    {
        using EitherCopy call = new(ours, files: 2);
        call.Task.SourceFolders = [];

        Assert.IsFalse(call.Task.Execute(), call.Engine.ToString());

        CollectionAssert.AreEqual(
            (string[])["MSB3896"], call.Engine.Events.OfType<BuildErrorEventArgs>().Select(e => e.Code).ToArray(), call.Engine.ToString());
        Assert.IsEmpty(call.Written);
    }
}
