namespace CopyOnWrite.Artifacts.Tests;

[TestClass]
public sealed class NamePatternsTests
{
    private static readonly string s_bin = Path.Combine(Path.GetTempPath(), "bin");

    [TestMethod]
    [DataRow("")]
    [DataRow("  \t\r\n ;,; ")]
    [DataRow("\"\"")]
    public void NothingButSeparatorsIsNoName(string text) => Assert.IsTrue(Parse(text).IsEmpty);

    [TestMethod]
    [DataRow("a b", "a", true)]
    [DataRow("a b", "b", true)]
    [DataRow("a b", "a b", false)]
    [DataRow("a,b;c\td\ne\rf", "f", true)]
    [DataRow("\"a b\"", "a b", true)]
    [DataRow("\"a b\"", "a", false)]
    [DataRow("\"a;b,c\td\"", "a;b,c\td", true)]
    [DataRow("\"a b\"*", "a bc", true)]
    [DataRow("x\"a b\"y", "xa by", true)]
    [DataRow("\"a\" \"b\"", "b", true)]
    [DataRow("\"*.txt\"", "a.txt", true)]
    public void NamesStandApartBySeparatorsOutsideOfQuotes(string text, string name, bool expected) =>
        Assert.AreEqual(expected, Parse(text).MatchFile("/bin", string.Empty, name));

    [TestMethod]
    [DataRow("\"")]
    [DataRow("a \"b")]
    [DataRow("\"a\" \"b c")]
    [DataRow("a\"")]
    public void AnUnclosedQuoteIsRefused(string text) => Assert.IsFalse(NamePatterns.TryParse(text, out _), text);

    [TestMethod]
    [DataRow("a.txt", "", true)]
    [DataRow("a.txt", "sub", true)]
    [DataRow("sub/a.txt", "sub", true)]
    [DataRow("sub/a.txt", "", false)]
    [DataRow("sub/a.txt", "deep/sub", false)]
    [DataRow("*/a.txt", "deep/sub", true)]
    [DataRow("*/a.txt", "", false)]
    [DataRow("sub*", "sub", true)]
    [DataRow("ROOT/bin/sub/a.txt", "sub", true)]
    [DataRow("ROOT/bin/a.txt", "sub", false)]
    [DataRow("ROOT/a.txt", "sub", false)]
    public void AFileIsKnownByItsNameItsPathInTheItemOrItsFullPath(string text, string relative, bool expected) =>
        Assert.AreEqual(expected, InBin(text).MatchFile(Path.Combine(s_bin, relative), Native(relative), "a.txt"));

    [TestMethod]
    [DataRow("ref", "ref", true)]
    [DataRow("ref", "sub/ref", true)]
    [DataRow("ref", "sub/xref", false)]
    [DataRow("ref/", "sub/ref", true)]
    [DataRow("sub/ref", "sub/ref", true)]
    [DataRow("sub/ref", "a/sub/ref", true)]
    [DataRow("sub/ref", "a/xsub/ref", false)]
    [DataRow("r*", "sub/ref", true)]
    [DataRow("*ef", "sub/ref", true)]
    [DataRow("sub*", "sub/ref", true)]
    [DataRow("s*/ref", "sub/ref", true)]
    [DataRow("r?", "sub/ref", false)]
    [DataRow("ROOT/bin/sub/ref", "sub/ref", true)]
    [DataRow("ROOT/bin/ref", "sub/ref", false)]
    public void AFolderIsKnownByItsNameItsLastPartsOrItsFullPath(string text, string relative, bool expected) =>
        Assert.AreEqual(expected, InBin(text).MatchFolder(Path.Combine(s_bin, Native(relative)), Native(relative), Path.GetFileName(relative)));

    private static NamePatterns InBin(string text) => Parse($"\"{text.Replace("ROOT/", Path.GetTempPath())}\"");

    private static string Native(string path) => path.Replace('/', Path.DirectorySeparatorChar);

    private static NamePatterns Parse(string text)
    {
        Assert.IsTrue(NamePatterns.TryParse(text, out NamePatterns patterns), text);
        return patterns;
    }
}
