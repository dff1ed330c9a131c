namespace CopyOnWrite.Tests;

/// <summary>What several killed processes have left under the derived names, and what other users plant there.</summary>
public abstract partial class LinuxCopyConformance
{
    private const int Large = (1024 * 1024) + 1;

    [TestMethod]
    [DataRow(9000, new[] { 0, 1, 2, 3 })]
    [DataRow(Large, new[] { 0, 1, 2, 3 })]
    [DataRow(9000, new[] { 1 }, DisplayName = "a rival of the killed build ended well")]
    [DataRow(Large, new[] { 0, 2 }, DisplayName = "one of three ended well")]
    [DataRow(9000, new[] { 1, 3 }, DisplayName = "two of four did")]
    public void WhatSeveralKilledProcessesLeftIsGoneAfterTheNextCopyByWhateverPath(int length, int[] numbers)
    {
        Directory.CreateDirectory(Volume.PathOf("out"));
        Links.MakeSymbolicLink(Volume.PathOf("alias"), Volume.PathOf("out"));
        string source = Files.Write(Volume.PathOf("source"), length);
        string destination = Files.Write(Volume.PathOf("out/destination"), 7000);
        Array.ForEach(numbers, number => Files.Write(Numbered(destination, number), 4000));

        Assert.AreNotEqual(OutcomeKind.NotHandled, Strategy.Copy(source, Volume.PathOf("alias/destination")).Kind);

        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(destination));
        CollectionAssert.AreEqual(new[] { destination }, Directory.GetFiles(Volume.PathOf("out")));
    }

    /// <summary>By a user who may write to the folder, and lets everybody write to the file.</summary>
    [TestMethod]
    [DataRow("777")]
    [DataRow("1777")]
    public void AnotherUsersFileUnderTheTemporaryNameStaysAndDestinationsAreReplacedAllTheSame(string mode)
    {
        Tools.SkipUnless(Environment.UserName == "root", "Only root gives files to others.");
        Command.OutputOf("chmod", mode, Volume.Folder);
        string next = Files.Write(Volume.PathOf("next"), 7000);
        string planted = Files.Write(TemporaryOf(Existing), 100, (UnixFileMode)Convert.ToInt32("666", 8));
        Command.OutputOf("chown", "1", planted);

        Assert.AreNotEqual(OutcomeKind.NotHandled, Strategy.Copy(Source, Existing).Kind);
        Assert.AreNotEqual(OutcomeKind.NotHandled, Strategy.Copy(Source, next).Kind);

        AssertOnly(Path.GetFileName(planted), "destination", "next", "source");
        Assert.AreEqual(100, new FileInfo(planted).Length);
    }

    /// <summary>.NET copies over another user's file.</summary>
    [TestMethod]
    public void WhatAKilledCopyByDotNetLeftIsGoneAfterTheNextOne()
    {
        Tools.SkipUnless(Environment.UserName == "root", "Only root gives files to others.");
        string destination = Files.Write(Destination, 7000, (UnixFileMode)Convert.ToInt32("666", 8));
        Command.OutputOf("chown", "1", destination);
        Files.Write(Volume.PathOf(Files.LeftByAnEndedProcess(Strategy)), 4000);

        Assert.IsTrue(Library.CloneOrCopy(Source, destination, overwrite: true).IsCopy);

        AssertOnly("destination", "source");
    }

    private string Numbered(string destination, int number) =>
        number == 0 ? TemporaryOf(destination) : TemporaryOf(destination).Replace(".user", $"-{number}.user", StringComparison.Ordinal);
}
