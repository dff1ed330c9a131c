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
        using VolumeUnderTest required = VolumeUnderTest.Require(place.Volume.Name);
        Tools.SkipUnless(place.WhyNot() is null, $"{place.WhyNot()}.");
        using var log = new StringWriter();
        using var ground = new Ground(new Effort(null, 1, DateTime.MaxValue), log);

        Result result = RefusingPlaces.RunOne(ground, place);

        string table = string.Join('\n', result.Rows.Select(row => $"{row}"));
        TestContext.WriteLine(table);
        Assert.IsEmpty(result.Findings, string.Join('\n', [.. result.Findings, table]));
    }
}
