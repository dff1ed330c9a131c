namespace CopyOnWrite.Artifacts.Tests;

/// <summary>The output CopiedFiles, and what a call says.</summary>
[TestClass]
public sealed class CopiedFilesTests : StagingTest
{
    [TestMethod]
    [DataRow(MessageImportance.Low)]
    [DataRow(MessageImportance.High)]
    public void TheyHaveTheirSourcesWhateverTheLogShows(MessageImportance shown)
    {
        WriteAll("bin/50%41.txt", "bin/sub/b;c.txt");

        StagingRun run = Stage(new RecordingEngine { Shows = shown }, task => task.ListCopiedFiles = true, Item("bin", "out"));

        AssertCopied(run.Succeeded(), ("bin/50%41.txt", "out/50%41.txt"), ("bin/sub/b;c.txt", "out/sub/b;c.txt"));
    }

    [TestMethod]
    [TestCategory("Slow")]
    public void TheyGoByItemAndDestinationAndThenByPath()
    {
        string[] many = [.. Enumerable.Range(0, 300).Select(i => $"{i}.dll").OrderDescending()];
        WriteAll([.. many.Select(file => $"bin/{file}"), "z/z.txt", "a/a.txt"]);
        string[] sorted = [.. many.Order(StringComparer.Ordinal)];

        StagingRun run = Stage(task => task.ListCopiedFiles = true, Item("z", "out"), Item("bin", "two;one"), Item("a", "out"));

        AssertCopied(
            run,
            [
                ("z/z.txt", "out/z.txt"),
                .. sorted.Select(file => ($"bin/{file}", $"two/{file}")),
                .. sorted.Select(file => ($"bin/{file}", $"one/{file}")),
                ("a/a.txt", "out/a.txt"),
            ]);
    }

    [TestMethod]
    public void WhatWasThereAlreadyOrCouldNotBeStagedIsNotAmongThem()
    {
        WriteAll("bin/a.txt", "bin/b.txt", "bin/c.txt", "out/a.txt/in-the-way.txt");
        Stage(Item("bin/c.txt", "out")).Succeeded(staged: 1);

        AssertCopied(Stage(task => task.ListCopiedFiles = true, Item("bin", "out")).Failed("COW1027"), ("bin/b.txt", "out/b.txt"));
    }

    [TestMethod]
    public void AnEmptyCallDoesNothing()
    {
        var engine = new RecordingEngine();

        Stage(engine, task => task.ListCopiedFiles = true);

        Assert.IsEmpty(engine.Events, engine.ToString());
    }

    [TestMethod]
    public void EachFileIsSaidAtNormalImportanceAndTheSumAtLow()
    {
        WriteAll("bin/{0}.txt");

        StagingRun run = Stage(Item("bin", "out")).Succeeded(staged: 1)
            .WithMessage($"'{PathOf("bin/{0}.txt")}' to '{PathOf("out/{0}.txt")}'", MessageImportance.Normal)
            .WithMessage("CopyOnWrite: ", MessageImportance.Low);

        Assert.IsEmpty(run.CopiedFiles, "Without ListCopiedFiles there are none.");
    }

    [TestMethod]
    public void WhatIsThereAlreadyIsSaidWithShowDiagnosticTraceOnly()
    {
        WriteAll("bin/a.txt");
        Stage(Item("bin", "out")).Succeeded(staged: 1);

        Stage(Item("bin", "out")).Succeeded(staged: 0, skipped: 1).WithoutMessage("out/a.txt");
        Stage(task => task.ShowDiagnosticTrace = true, Item("bin", "out"))
            .Succeeded(staged: 0, skipped: 1)
            .WithMessage(PathOf("out/a.txt"));
    }

    [TestMethod]
    public void InPlaceOfAnotherTaskThatIsSaid()
    {
        WriteAll("bin/a.txt");

        Stage(new RecordingEngine { ProjectFileOfTaskNode = "/packages/Microsoft.Build.Artifacts.targets" }, _ => { }, Item("bin", "out"))
            .Succeeded(staged: 1).WithMessage("/packages/Microsoft.Build.Artifacts.targets", MessageImportance.Low);
        Stage(Item("bin", "out")).Succeeded().WithoutMessage("takes the place of");
    }

    private void AssertCopied(StagingRun run, params (string From, string To)[] expected)
    {
        CollectionAssert.AreEqual(
            expected.Select(file => $"{PathOf(file.To)} from {PathOf(file.From)}").ToArray(),
            run.CopiedFiles.Select(item => $"{item.ItemSpec} from {item.GetMetadata("SourceFile")}").ToArray(),
            run.Log);
    }
}
