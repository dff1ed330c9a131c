namespace CopyOnWrite.Tasks.Tests;

[TestClass]
public sealed class PathNamesTests
{
    [TestMethod]
    [DataRow("Windows", true)]
    [DataRow("OSX", true)]
    [DataRow("Linux", false)]
    [DataRow("FreeBSD", false)]
    public void WhetherNamesThatDifferInCaseAreOneGoesByTheSystem(string system, bool one)
    {
        OSPlatform platform = OSPlatform.Create(system.ToUpperInvariant());

        Assert.AreEqual(one, "bin/Web.config".Equals("bin/web.config", PathNames.ComparisonOf(asked => asked == platform)));
    }
}
