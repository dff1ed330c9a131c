namespace CopyOnWrite.Tests;

/// <summary>What a strategy does not handle, and that it then leaves everything as it was.</summary>
public abstract partial class CopyConformance
{
    [TestMethod]
    [DataRow("none", "destination", Reason.SourceMissing)]
    [DataRow("folder", "destination", Reason.SourceIsNotAFile)]
    [DataRow("source", "none/destination", Reason.DestinationFolderMissing)]
    [DataRow("source", "folder", Reason.DestinationIsNotARegularFile)]
    public void WhatIsMissingOrAFolderIsNotHandled(string source, string destination, object reason)
    {
        string[] there = [Directory.CreateDirectory(Volume.PathOf("folder")).Name, Path.GetFileName(Small)];
        AssertNotHandled(Volume.PathOf(source), Volume.PathOf(destination), (Reason)reason, there);
    }

    [TestMethod]
    public void ALinkAsDestinationIsNotHandledAndItsTargetKeepsItsContent()
    {
        string target = Files.Write(Volume.PathOf("target"), 20);
        Links.MakeSymbolicLink(Volume.PathOf("link"), target);
        AssertNotHandled(Small, Volume.PathOf("link"), Reason.DestinationIsNotARegularFile, "link", "source", "target");
        Assert.AreEqual(20, new FileInfo(target).Length);
    }

    [TestMethod]
    public void AReadOnlyDestinationIsNotHandledAndKeepsItsContent()
    {
        string destination = Files.Write(Destination, 20, UnixFileMode.UserRead);
        AssertNotHandled(Small, destination, Reason.DestinationIsReadOnly, "destination", "source");
        Assert.AreEqual(20, new FileInfo(destination).Length);
    }

    [TestMethod]
    public void ASourceThatAnotherProcessWritesIsNotHandled()
    {
        using FileStream writer = new(Small, FileMode.Open, FileAccess.Write, FileShare.None);
        AssertNotHandled(Small, Destination, Reason.Locked, "source");
    }

    [TestMethod]
    public void ASourceThatOthersReadIsCopied()
    {
        using FileStream reader = new(Small, FileMode.Open, FileAccess.Read, FileShare.Read);
        Assert.AreNotEqual(OutcomeKind.NotHandled, Strategy.Copy(Small, Destination).Kind);
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
        Links.MakeSymbolicLink(Volume.PathOf("link"), Source);
        Strategy.Copy(Volume.PathOf("link"), Destination);
        Assert.IsNull(new FileInfo(Destination).LinkTarget);
        CollectionAssert.AreEqual(File.ReadAllBytes(Source), File.ReadAllBytes(Destination));
    }

    [TestMethod]
    public void AHardLinkOfTheSourceAsDestinationBecomesAFileOfItsOwn()
    {
        string link = Volume.PathOf("link");
        Links.MakeHardLink(Source, link);
        byte[] content = File.ReadAllBytes(Source);

        Strategy.Copy(Source, link);

        File.AppendAllText(link, "more");
        CollectionAssert.AreEqual(content, File.ReadAllBytes(Source));
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
        Assert.AreNotEqual(OutcomeKind.NotHandled, Strategy.Copy(source, Volume.PathOf("alias/other")).Kind, "The folder takes copies.");
        CollectionAssert.AreEqual(content, File.ReadAllBytes(Volume.PathOf("real/other")));
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
        AssertNotHandled(Small, Volume.PathOf(new string('x', 5000)), NameTooLong, "source");
        AssertNotHandled(Small, Volume.PathOf(new string('x', 300)), NameTooLong, "source");
        AssertNotHandled(Small, Volume.PathOf("a\0b"), Reason.UnsupportedPath, "source");
    }

    [TestMethod]
    public void AnotherTimeOrLengthIsChanged()
    {
        Assert.IsFalse(Strategy.IsUnchanged(Source, Destination), "missing");
        Strategy.Copy(Source, Destination);
        Assert.IsTrue(Strategy.IsUnchanged(Source, Destination), "copied");

        File.SetLastWriteTimeUtc(Destination, File.GetLastWriteTimeUtc(Source).AddTicks(1));
        Assert.IsFalse(Strategy.IsUnchanged(Source, Destination), "100 ns later");

        Files.Write(Destination, 5001, modified: File.GetLastWriteTimeUtc(Source));
        Assert.IsFalse(Strategy.IsUnchanged(Source, Destination), "a byte longer");
    }

    private protected void AssertNotHandled(string source, string destination, Reason reason, params string[] leftThere)
    {
        Strategy.Copy(source, destination).AssertIs(OutcomeKind.NotHandled, reason);
        AssertOnly(leftThere);
    }
}
