namespace CopyOnWrite.Tasks.Tests;

[TestClass]
public sealed class DestinationItemsTests
{
    [TestMethod]
    [DataRow("out/plain.dll", "out/plain.dll")]
    [DataRow("a%20b", "a%2520b")]
    [DataRow("a;b*c?d@e$f(g)h'i", "a%3bb%2ac%3fd%40e%24f%28g%29h%27i")]
    [DataRow("größe", "größe")]
    public void TextIsEscapedAsMSBuildDoes(string text, string expected) => Assert.AreEqual(expected, DestinationItems.Escape(text));
}
