namespace CopyOnWrite.Tests;

/// <summary>What a strategy does not handle, and that it then leaves everything as it was.</summary>
public abstract partial class CopyConformance
{
    [TestMethod]
    public void AMissingSourceIsNotHandled() => AssertNotHandled(Volume.PathOf("none"), Destination, Reason.SourceMissing);

    [TestMethod]
    public void AFolderAsSourceIsNotHandled()
    {
        Directory.CreateDirectory(Volume.PathOf("folder"));
        AssertNotHandled(Volume.PathOf("folder"), Destination, Reason.SourceIsNotAFile, "folder");
    }

    [TestMethod]
    public void AMissingDestinationFolderIsNotHandled()
    {
        Files.Write(Volume.PathOf("source"), 10);
        AssertNotHandled(Volume.PathOf("source"), Volume.PathOf("none/destination"), Reason.DestinationFolderMissing, "source");
    }

    [TestMethod]
    public void AFolderAsDestinationIsNotHandled()
    {
        Files.Write(Volume.PathOf("source"), 10);
        Directory.CreateDirectory(Volume.PathOf("folder"));
        AssertNotHandled(Volume.PathOf("source"), Volume.PathOf("folder"), Reason.DestinationIsNotARegularFile, "folder", "source");
    }

    [TestMethod]
    public void ALinkAsDestinationIsNotHandledAndItsTargetKeepsItsContent()
    {
        Files.Write(Volume.PathOf("source"), 10);
        string target = Files.Write(Volume.PathOf("target"), 20);
        Links.MakeSymbolicLink(Volume.PathOf("link"), target);
        AssertNotHandled(Volume.PathOf("source"), Volume.PathOf("link"), Reason.DestinationIsNotARegularFile, "link", "source", "target");
        Assert.AreEqual(20, new FileInfo(target).Length);
    }

    [TestMethod]
    public void AReadOnlyDestinationIsNotHandledAndKeepsItsContent()
    {
        Files.Write(Volume.PathOf("source"), 10);
        string destination = Files.Write(Destination, 20, UnixFileMode.UserRead);
        AssertNotHandled(Volume.PathOf("source"), destination, Reason.DestinationIsReadOnly, "destination", "source");
        Assert.AreEqual(20, new FileInfo(destination).Length);
    }

    [TestMethod]
    public void ASourceThatAnotherProcessWritesIsNotHandled()
    {
        string source = Files.Write(Volume.PathOf("source"), 10);
        using FileStream writer = new(source, FileMode.Open, FileAccess.Write, FileShare.None);
        AssertNotHandled(source, Destination, Reason.Locked, "source");
    }

    [TestMethod]
    public void ASourceThatOthersReadIsCopied()
    {
        string source = Files.Write(Volume.PathOf("source"), 10);
        using FileStream reader = new(source, FileMode.Open, FileAccess.Read, FileShare.Read);
        Assert.AreNotEqual(OutcomeKind.NotHandled, Strategy.Copy(source, Destination).Kind);
    }

    [TestMethod]
    public void ASourceThatOthersReadAndMayWriteIsClonedWhereItCanBe()
    {
        string source = Files.Write(Volume.PathOf("source"), 100_000);
        using FileStream reader = new(source, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        Assert.AreEqual(ReadersPreventFlush ? OutcomeKind.Copied : ExpectedOf(100_000), Strategy.Copy(source, Destination).Kind);
    }

    [TestMethod]
    public void ALinkAsSourceIsFollowed()
    {
        string source = Files.Write(Volume.PathOf("source"), 5000);
        Links.MakeSymbolicLink(Volume.PathOf("link"), source);
        Strategy.Copy(Volume.PathOf("link"), Destination);
        Assert.IsNull(new FileInfo(Destination).LinkTarget);
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(Destination));
    }

    [TestMethod]
    public void AHardLinkOfTheSourceAsDestinationBecomesAFileOfItsOwn()
    {
        string source = Files.Write(Volume.PathOf("source"), 5000);
        string link = Volume.PathOf("link");
        Links.MakeHardLink(source, link);
        byte[] content = File.ReadAllBytes(source);

        Strategy.Copy(source, link);

        File.AppendAllText(link, "more");
        CollectionAssert.AreEqual(content, File.ReadAllBytes(source));
    }

    [TestMethod]
    public void OneFileUnderTwoFolderNamesIsNeverLost()
    {
        Directory.CreateDirectory(Volume.PathOf("real"));
        string source = Files.Write(Volume.PathOf("real/file"), 5000);
        Links.MakeSymbolicLink(Volume.PathOf("alias"), Volume.PathOf("real"));
        byte[] content = File.ReadAllBytes(source);

        Strategy.Copy(source, Volume.PathOf("alias/file"));

        CollectionAssert.AreEqual(content, File.ReadAllBytes(source));
    }

    [TestMethod]
    [DataRow("name with space")]
    [DataRow("größe-文件-😀")]
    [DataRow("per%cent(1)@$;'")]
    public void OddNamesAreCopied(string name)
    {
        string source = Files.Write(Volume.PathOf(name), 5000);
        Assert.AreNotEqual(OutcomeKind.NotHandled, Strategy.Copy(source, Volume.PathOf(name + ".copy")).Kind);
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(Volume.PathOf(name + ".copy")));
    }

    [TestMethod]
    public void APathThatTheKernelWouldNotTakeIsNotHandled()
    {
        string source = Files.Write(Volume.PathOf("source"), 10);
        AssertNotHandled(source, Volume.PathOf(new string('x', 5000)), NameTooLong, "source");
        AssertNotHandled(source, Volume.PathOf(new string('x', 300)), NameTooLong, "source");
        AssertNotHandled(source, Volume.PathOf("a\0b"), Reason.UnsupportedPath, "source");
    }

    [TestMethod]
    public void AnotherTimeOrLengthIsChanged()
    {
        string source = Files.Write(Volume.PathOf("source"), 5000);
        Assert.IsFalse(Strategy.IsUnchanged(source, Destination), "missing");
        Strategy.Copy(source, Destination);
        Assert.IsTrue(Strategy.IsUnchanged(source, Destination), "copied");

        File.SetLastWriteTimeUtc(Destination, File.GetLastWriteTimeUtc(source).AddTicks(1));
        Assert.IsFalse(Strategy.IsUnchanged(source, Destination), "100 ns later");

        Files.Write(Destination, 5001, modified: File.GetLastWriteTimeUtc(source));
        Assert.IsFalse(Strategy.IsUnchanged(source, Destination), "a byte longer");
    }

    private protected void AssertNotHandled(string source, string destination, Reason reason, params string[] leftThere)
    {
        Strategy.Copy(source, destination).AssertIs(OutcomeKind.NotHandled, reason);
        AssertOnly(leftThere);
    }
}
