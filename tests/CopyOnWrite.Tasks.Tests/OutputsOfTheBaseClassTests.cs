namespace CopyOnWrite.Tasks.Tests;

/// <summary>Ours shadow the built-in's, whose setters are private; who has our task as Microsoft.Build.Tasks.Copy reads those.</summary>
[TestClass]
public sealed class OutputsOfTheBaseClassTests
{
    [TestMethod]
    [DataRow(1)]
    [DataRow(3)]
    public void TheyAreOurs(int files)
    {
        using EitherCopy call = new(ours: true, files);

        Assert.IsTrue(call.Task.Execute(), call.Engine.ToString());

        CollectionAssert.AreEqual(call.Written, EitherCopy.Names(call.Task.CopiedFiles));
        Assert.IsTrue(call.Task.WroteAtLeastOneFile, "WroteAtLeastOneFile");
    }

    [TestMethod]
    public void NothingWasWrittenWhereAllIsUnchanged()
    {
        using EitherCopy first = new(ours: true, files: 3);
        Assert.IsTrue(first.Task.Execute(), first.Engine.ToString());
        Copy again = new()
        {
            BuildEngine = first.Engine, SourceFiles = first.Task.SourceFiles, DestinationFiles = first.Task.DestinationFiles,
            SkipUnchangedFiles = true,
        };

        Assert.IsTrue(again.Execute(), first.Engine.ToString());

        Microsoft.Build.Tasks.Copy asBase = again;
        CollectionAssert.AreEqual(first.Written, EitherCopy.Names(asBase.CopiedFiles));
        Assert.IsFalse(asBase.WroteAtLeastOneFile, "WroteAtLeastOneFile");
    }

    [TestMethod]
    public void OneFileThatWasLeftToTheBuiltInDoesNotHideTheOthers()
    {
        using EitherCopy call = new(ours: true, files: 3);
        string left = call.Task.DestinationFiles[1].ItemSpec;
        Directory.CreateDirectory(Path.GetDirectoryName(left)!);
        Links.MakeSymbolicLink(left, "elsewhere");

        Assert.IsTrue(call.Task.Execute(), call.Engine.ToString());

        Assert.Contains("1 left to the built-in task", call.Engine.ToString());
        CollectionAssert.AreEqual(call.Written, EitherCopy.Names(call.Task.CopiedFiles));
        Assert.HasCount(3, call.Written);
    }
}
