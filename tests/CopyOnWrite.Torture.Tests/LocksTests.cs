using CopyOnWrite.Torture.Campaigns;
using CopyOnWrite.Torture.Fuse;

namespace CopyOnWrite.Torture.Tests;

/// <summary>Where locks prove nothing, no file gets another's content, and the next build removes what killed ones left.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class LocksTests
{
    private const int Files = 120;

    public TestContext TestContext { get; set; } = null!;

    [TestMethod]
    public void EachFileHasItsOwnContent()
    {
        // Each kind of locks, where it does not cover all.
        Layout[] layouts =
        [
            .. Layout.All.Where(layout => (layout.Place.Name, layout.Builds, layout.Mounts)
                is ("locks within the server", 1, 1) or ("locks that do nothing", 2, 1) or ("locks of the kernel", 2, 2)),
        ];
        using VolumeUnderTest required = VolumeUnderTest.Require(RefusingPlace.Volume.Name);
        Tools.SkipUnless(layouts[0].Place.WhyNot() is null, $"{layouts[0].Place.WhyNot()}.");
        TestContext.AssertNothingIsFound(1, ground => Result.Join(layouts.Select(layout => Locks.RunOne(ground, layout, Files))));
    }
}
