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

    [TestMethod]
    [DataRow("out/plain.dll", "out/plain.dll")]
    [DataRow("a%20b", "a%2520b")]
    [DataRow("a;b*c?d@e$f(g)h'i", "a%3bb%2ac%3fd%40e%24f%28g%29h%27i")]
    [DataRow("größe", "größe")]
    public void AnItemsTextIsEscapedAsMSBuildDoes(string text, string expected) => Assert.AreEqual(expected, CopyPlan.Escape(text));
}
