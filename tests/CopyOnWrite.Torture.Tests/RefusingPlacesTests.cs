using CopyOnWrite.Torture.Fuse;

namespace CopyOnWrite.Torture.Tests;

/// <summary>Builds where a folder refuses something or locks prove nothing, by the built-in, the Copy task and the library.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class RefusingPlacesTests(TestContext context)
{
    internal static IEnumerable<object[]> Names => RefusingPlace.All.Select(place => new object[] { place.Name });

    [TestMethod]
    [DynamicData(nameof(Names))]
    public void FilesAreRightAndNothingIsLeftThatCanBeDeleted(string name)
    {
        RefusingPlace place = RefusingPlace.All.Single(place => place.Name == name);
        Require(place);
        context.AssertNothingIsFound(null, ground => RefusingPlaces.RunOne(ground, place));
    }

    /// <summary>And the next build removes what killed ones left. Each kind of locks, where it does not cover all.</summary>
    [TestMethod]
    [DataRow("locks within the server", 1, 1)]
    [DataRow("locks that do nothing", 2, 1)]
    [DataRow("locks of the kernel", 2, 2)]
    public void EachFileHasItsOwnContentWhereLocksProveNothing(string place, int builds, int mounts)
    {
        const int Files = 120;
        Layout layout = Layout.All.Single(one => (one.Place.Name, one.Builds, one.Mounts) == (place, builds, mounts));
        Require(layout.Place);
        context.AssertNothingIsFound(1, ground => Locks.RunOne(ground, layout, Files));
    }

    private static void Require(RefusingPlace place)
    {
        using VolumeUnderTest required = VolumeUnderTest.Require(RefusingPlace.Volume.Name);
        Tools.SkipUnless(place.WhyNot() is null, $"{place.WhyNot()}.");
    }
}
