namespace CopyOnWrite.Tasks.Tests;

/// <summary>Files whose error our Copy logs itself: neither its line nor its record says that the built-in task got them.</summary>
[TestClass]
public sealed class FailedFilesTests
{
    [TestMethod]
    public void ASourceThatIsLockedUntilTheRetriesEndIsCountedAsFailed()
    {
        using EitherCopy call = new(ours: true, files: 2);
        (call.Task.Retries, call.Task.RetryDelayMilliseconds) = (2, 1);
        using var holder = new FileStream(call.Task.SourceFiles[0].ItemSpec, FileMode.Open, FileAccess.ReadWrite, FileShare.None);

        AssertFails(call, "MSB3027", Reason.Locked);

        CollectionAssert.AreEqual(new[] { "1.txt" }, call.Written);
    }

    /// <summary>dotnet/msbuild#14956: the built-in task would write through into the other name.</summary>
    [TestMethod]
    [OSCondition(OperatingSystems.Linux)]
    public void ADestinationThatOnlyAWriteIntoItsHardLinksCouldChangeIsCountedAsFailed()
    {
        using EitherCopy call = new(ours: true, files: 1);
        string folder = Path.GetDirectoryName(call.Task.DestinationFiles[0].ItemSpec)!;
        string other = TextFile.Write($"{folder}.other", "as it was");
        Directory.CreateDirectory(folder);
        Command.OutputOf("ln", other, call.Task.DestinationFiles[0].ItemSpec);
        using var _ = new Immutable(folder);

        AssertFails(call, "MSB3021", Reason.DestinationHasHardLinks);

        Assert.AreEqual("as it was", File.ReadAllText(other));
    }

    /// <summary>The call fails with the error, and its line and its record have one file that failed, for the reason.</summary>
    private static void AssertFails(EitherCopy call, string error, Reason reason)
    {
        Assert.IsFalse(call.Task.Execute(), call.Engine.ToString());

        Assert.Contains($"error {error}", call.Engine.ToString());
        ExtendedBuildMessageEventArgs said = call.Engine.Events.OfType<ExtendedBuildMessageEventArgs>().Single();
        Assert.EndsWith($" unchanged, 1 failed (1 {ReasonText.Of(reason)}).", said.Message!);
        CopyRecord record = CopyRecord.Parse(said.ExtendedData!);
        Assert.AreEqual((1L, 0L), (record.Failed, record.Left));
        Assert.AreEqual(reason.ToString(), record.Files!.Single(file => file.Outcome == "failed").Reason);
    }
}
