using CopyOnWrite.Torture.Campaigns;
using CopyOnWrite.Torture.Fuse;

namespace CopyOnWrite.Torture.Tests;

/// <summary>Two builds in folders that refuse something, by the built-in, the Copy task and the library.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class RefusingPlacesTests
{
    public TestContext TestContext { get; set; } = null!;

    internal static IEnumerable<object[]> Names => RefusingPlace.All.Select(place => new object[] { place.Name });

    [TestMethod]
    [DynamicData(nameof(Names))]
    public void FilesAreRightAndNothingIsLeftThatCanBeDeleted(string name)
    {
        RefusingPlace place = RefusingPlace.All.Single(place => place.Name == name);
        using VolumeUnderTest required = VolumeUnderTest.Require(RefusingPlace.Volume.Name);
        Tools.SkipUnless(place.WhyNot() is null, $"{place.WhyNot()}.");
        TestContext.AssertNothingIsFound(null, ground => RefusingPlaces.RunOne(ground, place));
    }
}
