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
    [DataRow(" ; , a\r\n    b", "b", true)]
    [DataRow("\"a b\"", "a b", true)]
    [DataRow("\"a b\"", "a", false)]
    [DataRow("\"a;b,c\td\"", "a;b,c\td", true)]
    [DataRow("\"a b\"*", "a bc", true)]
    [DataRow("x\"a b\"y", "xa by", true)]
    [DataRow("\"a\" \"b\"", "b", true)]
    [DataRow("\"*.txt\"", "a.txt", true)]
    public void NamesStandApartBySeparatorsOutsideOfQuotes(string text, string name, bool expected) =>
        Assert.AreEqual(expected, Parse(text).Match("/bin", string.Empty, name));

    [TestMethod]
    [DataRow("\"")]
    [DataRow("a \"b")]
    [DataRow("\"a\" \"b c")]
    [DataRow("a\"")]
    public void AnUnclosedQuoteIsRefused(string text) => Assert.IsFalse(NamePatterns.TryParse(text, ofFolders: false, out _), text);

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
        Assert.AreEqual(expected, InBin(text).Match(Path.Combine(s_bin, relative), Native(relative), "a.txt"));

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
    public void AFolderIsKnownByItsNameItsLastPartsOrItsFullPath(string text, string relative, bool expected)
    {
        string parent = Path.GetDirectoryName(Native(relative))!;

        Assert.AreEqual(expected, InBin(text, ofFolders: true).Match(Path.Combine(s_bin, parent), parent, Path.GetFileName(relative)));
    }

    /// <summary>Short patterns of two letters are all in the last of these tests.</summary>
    [TestMethod]
    [DataRow("*", "", true)]
    [DataRow("*.dll", ".dll", true)]
    [DataRow("*ab*ab*", "abxab", true)]
    [DataRow("*ab*ab*", "abxa", false)]
    [DataRow("*aab", "aaab", true)]
    [DataRow("?", "", true)]
    [DataRow("?*", "", true)]
    [DataRow("[ab]", "a", false)]
    [DataRow("[ab]", "[ab]", true)]
    [DataRow("[ab]*", "[ab]c", true)]
    [DataRow("a+(b)$^|.{1}*", "a+(b)$^|.{1}x", true)]
    [DataRow("größe*", "größe.txt", true)]
    [DataRow("日?語", "日本語", true)]
    [DataRow("a*", "a\nb", true)]
    [DataRow("a.txt", "a.txt\n", false)]
    [DataRow("*.txt", "sub/a.txt", true)]
    [DataRow("sub*", "sub/deep/a.txt", true)]
    [DataRow("sub*a?.txt", "sub/deep/ab.txt", true)]
    [DataRow("s?b/a.txt", "sub/a.txt", true)]
    [DataRow("sub\\*.txt", "sub/a.txt", true)]
    public void AStarIsAnythingAndAQuestionMarkOneOrNone(string pattern, string name, bool expected) =>
        Assert.AreEqual(expected, Matches(pattern, Native(name)));

    [TestMethod]
    [DataRow("a.dll", "A.DLL")]
    [DataRow("*.dll", "a.DLL")]
    [DataRow("a*", "Ab")]
    [DataRow("*a*", "xAx")]
    public void CaseCountsExceptOnWindows(string pattern, string name) =>
        Assert.AreEqual(OperatingSystem.IsWindows(), Matches(pattern, name));

    /// <summary>Against the plainest definition there is, on every short pattern and name of a small alphabet.</summary>
    [TestMethod]
    public void EveryShortPatternMatchesWhatItsDefinitionSays()
    {
        string[] patterns = [.. Words("a.*?", 4)];
        string[] names = [.. Words("a.", 4)];
        string[] wrong = [.. patterns.Select(pattern => (pattern, parsed: Parse(pattern)))
            .SelectMany(_ => names, (one, name) => (one.pattern, one.parsed, name))
            .Where(pair => pair.parsed.Match("/bin", string.Empty, pair.name) != Defined(pair.pattern, pair.name))
            .Select(pair => $"'{pair.pattern}' on '{pair.name}'")];

        Assert.IsEmpty(wrong, $"Of {patterns.Length} patterns on {names.Length} names: {string.Join(", ", wrong.Take(20))}");
    }

    private static bool Defined(string pattern, string name) =>
        pattern.Length == 0 ? name.Length == 0
        : pattern[0] == '*' ? Defined(pattern[1..], name) || (name.Length > 0 && Defined(pattern, name[1..]))
        : pattern[0] == '?' ? Defined(pattern[1..], name) || (name.Length > 0 && Defined(pattern[1..], name[1..]))
        : name.Length > 0 && name[0] == pattern[0] && Defined(pattern[1..], name[1..]);

    /// <summary>All of at least one letter and at most so many.</summary>
    private static IEnumerable<string> Words(string letters, int most) =>
        most == 0
            ? []
            : letters.Select(letter => letter.ToString())
                .SelectMany(letter => Words(letters, most - 1).Select(rest => letter + rest).Prepend(letter));

    private static bool Matches(string pattern, string name) => Parse($"\"{pattern}\"").Match("/bin", string.Empty, name);

    private static NamePatterns InBin(string text, bool ofFolders = false) =>
        Parse($"\"{text.Replace("ROOT/", Path.GetTempPath())}\"", ofFolders);

    private static string Native(string path) => path.Replace('/', Path.DirectorySeparatorChar);

    private static NamePatterns Parse(string text, bool ofFolders = false)
    {
        Assert.IsTrue(NamePatterns.TryParse(text, ofFolders, out NamePatterns patterns), text);
        return patterns;
    }
}
