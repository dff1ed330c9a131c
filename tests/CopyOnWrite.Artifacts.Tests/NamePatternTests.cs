namespace CopyOnWrite.Artifacts.Tests;

[TestClass]
public sealed class NamePatternTests
{
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
    [DataRow("*.txt", "sub/a.txt", true)]
    [DataRow("sub*", "sub/deep/a.txt", true)]
    [DataRow("sub*a?.txt", "sub/deep/ab.txt", true)]
    [DataRow("s?b/a.txt", "sub/a.txt", true)]
    public void AStarIsAnythingAndAQuestionMarkOneOrNone(string pattern, string name, bool expected) =>
        Assert.AreEqual(expected, new NamePattern(pattern).Matches(name.Replace('/', Path.DirectorySeparatorChar)));

    [TestMethod]
    [DataRow("a.dll", "A.DLL")]
    [DataRow("*.dll", "a.DLL")]
    [DataRow("a*", "Ab")]
    [DataRow("*a*", "xAx")]
    public void CaseCountsExceptOnWindows(string pattern, string name) =>
        Assert.AreEqual(OperatingSystem.IsWindows(), new NamePattern(pattern).Matches(name));

    [TestMethod]
    [DataRow("sub/a.txt", "sub/a.txt")]
    [DataRow("sub\\a.txt", "sub/a.txt")]
    [DataRow("sub\\*.txt", "sub/a.txt")]
    [DataRow("sub/", "sub")]
    [DataRow("sub\\", "sub")]
    public void BothSeparatorsAreTheSystems(string pattern, string path) =>
        Assert.IsTrue(new NamePattern(pattern).Matches(path.Replace('/', Path.DirectorySeparatorChar)));

    [TestMethod]
    [DataRow("ref", "ref", true)]
    [DataRow("ref", "bin/ref", true)]
    [DataRow("ref", "xref", false)]
    [DataRow("ref", "bin/xref", false)]
    [DataRow("ref", "ref/bin", false)]
    [DataRow("bin/ref", "a/bin/ref", true)]
    [DataRow("bin/ref", "a/xbin/ref", false)]
    [DataRow("a/b/c", "b/c", false)]
    public void TheLastPartsOfAPathAreWholeNames(string pattern, string path, bool expected) =>
        Assert.AreEqual(expected, new NamePattern(pattern).IsEndOf(path.Replace('/', Path.DirectorySeparatorChar)));

    /// <summary>
    /// A matcher that goes back and tries again would take more steps here than any machine makes: that the test ends is what it shows.
    /// </summary>
    [TestMethod]
    public void NoPatternTakesForEver()
    {
        string name = new('a', 200);

        Assert.IsTrue(new NamePattern(Repeat("a?", 100) + Repeat("a", 100)).Matches(name));
        Assert.IsFalse(new NamePattern(Repeat("a?", 200) + "b").Matches(name));
        Assert.IsFalse(new NamePattern(Repeat("?a", 201)).Matches(name));
        Assert.IsTrue(new NamePattern(Repeat("?", 200)).Matches(name));
        Assert.IsFalse(new NamePattern(Repeat("?", 199)).Matches(name));
        Assert.IsFalse(new NamePattern(Repeat("a*", 150) + "b").Matches(name));
        Assert.IsFalse(new NamePattern(Repeat("*a", 100) + "*b").Matches(name));
        Assert.IsTrue(new NamePattern(Repeat("*?", 100)).Matches(name));
    }

    /// <summary>Against the plainest definition there is, on every short pattern and name of a small alphabet.</summary>
    [TestMethod]
    public void EveryShortPatternMatchesWhatItsDefinitionSays()
    {
        string[] patterns = [.. Words("a.*?", 4)];
        string[] names = [.. Words("a.", 4)];
        string[] wrong = [.. patterns.SelectMany(_ => names, (pattern, name) => (pattern, name))
            .Where(pair => new NamePattern(pair.pattern).Matches(pair.name) != Defined(pair.pattern, pair.name))
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

    private static string Repeat(string text, int times) => string.Concat(Enumerable.Repeat(text, times));
}
