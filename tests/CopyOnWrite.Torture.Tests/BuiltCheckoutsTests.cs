using CopyOnWrite.Torture.Checkouts;

namespace CopyOnWrite.Torture.Tests;

/// <summary>A built checkout at a new path, then random edits and builds there, in the donor and from scratch.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class BuiltCheckoutsTests(TestContext context)
{
    [TestMethod]
    [DataRow(0, "btrfs")]
    [DataRow(56, "plain")]
    public void ItsOutputsAreThoseOfABuildFromScratch(int seed, string volume)
    {
        Tools.Require("git");
        using VolumeUnderTest required = VolumeUnderTest.Require(volume);
        context.AssertNothingIsFound(1, ground => BuiltCheckouts.Run(ground, [seed], isSmall: true), fewest: 3);
    }

    [TestMethod]
    public void AFileThatNamesTheDonorIsFoundInEachEncoding()
    {
        using VolumeUnderTest volume = VolumeUnderTest.InTemporaryFolder();
        string donor = volume.PathOf("donor");
        var inside = new Checkout(Path.Combine(donor, "inside"), new Dictionary<string, string?>());
        inside.Write("obj/own.txt", inside.PathOf("a.cs") + donor + "-2/a.cs");
        inside.Write("obj/donors.txt", inside.PathOf("a.cs") + donor + "/a.cs");
        inside.Write("obj/donors.dll", string.Concat((donor + "/a.cs").Select(letter => $"{letter}\0")));
        inside.Write("donors.txt", donor + "/a.cs");

        CollectionAssert.AreEquivalent(
            new[] { "obj/donors.txt", "obj/donors.dll" }, inside.FilesThatName(donor).ToArray());
    }
}
