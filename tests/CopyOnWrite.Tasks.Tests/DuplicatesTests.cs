using System;
using System.IO;
using System.Linq;
using Microsoft.Build.Framework;
using Microsoft.Build.Utilities;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tasks.Tests;

[TestClass]
public sealed class DuplicatesTests
{
    private static readonly StringComparer s_blind = StringComparer.OrdinalIgnoreCase;

    [TestMethod]
    public void NamesThatDifferInCaseAreOneDestinationWhereTheSystemTakesThemForOne()
    {
        Assert.IsNull(Find(StringComparer.Ordinal, "o/Web.config", "o/web.config"));

        Duplicates duplicates = Find(s_blind, "o/Web.config", "o/web.config", "o/other")!;

        Assert.IsTrue(duplicates.IsInSeveralCases(0) && duplicates.IsInSeveralCases(1), "They are in several cases.");
        Assert.IsFalse(duplicates.IsInSeveralCases(2), "The other is not.");
        Assert.IsFalse(duplicates.IsSpelledDifferently(0), "They are one spelling to the built-in.");
    }

    [TestMethod]
    public void FromAFileThatIsLeftOnTheOtherCaseIsLeftToo()
    {
        Duplicates duplicates = Find(s_blind, "o/x", "O/X", "o/y")!;

        duplicates.Leave(0);

        Assert.IsTrue(duplicates.IsLeft(1), "O/X");
        Assert.IsFalse(duplicates.IsLeft(2), "o/y");
    }

    [TestMethod]
    public void TheSameSpellingTwiceIsInOneCase() => Assert.IsFalse(Find(s_blind, "o/x", "o/x")!.IsInSeveralCases(1));

    [TestMethod]
    public void AnotherSpellingThatDiffersInCaseIsAnotherSpelling() =>
        Assert.IsTrue(Find(s_blind, "o/x", "./O/x")!.IsSpelledDifferently(1));

    [TestMethod]
    [DataRow("a", "A", true, DisplayName = "but for case")]
    [DataRow("a", "b", false, DisplayName = "another")]
    public void ASourceThatStandsTwiceInARowIsRepeated(string first, string second, bool repeated)
    {
        ITaskItem[] sources = Items(first, second);

        Assert.AreEqual(repeated, Find(s_blind, "o/x", "o/x")!.IsRepeated(sources, 1));
        Assert.IsFalse(Find(StringComparer.Ordinal, "o/x", "o/x")!.IsRepeated(sources, 1), "Where case counts they are two files.");
    }

    [TestMethod]
    [DataRow("a", "/project/a", true)]
    [DataRow("/project/a", "a", true)]
    [DataRow("a", "./a", false)]
    [DataRow("a", "/project/./a", false)]
    public void SourcesAreComparedAsAbsolutePathsThatAreNotNormalised(string first, string second, bool repeated)
    {
        string[] paths = ["/project/o/x", "/project/o/x"];
        Duplicates since184 = Duplicates.Find(Items("o/x", "o/x"), paths, StringComparer.Ordinal, "/project")!;

        Assert.AreEqual(repeated, since184.IsRepeated(Items(first, second), 1));
        Assert.IsFalse(
            Find(StringComparer.Ordinal, "o/x", "o/x")!.IsRepeated(Items(first, second), 1),
            "Before 18.4 the items' texts were compared.");
    }

    private static Duplicates? Find(StringComparer comparer, params string[] destinations) =>
        Duplicates.Find(
            Items(destinations), [.. destinations.Select(path => Path.GetFullPath(path, "/project"))], comparer, sourcesBelow: null);

    private static ITaskItem[] Items(params string[] specs) => [.. specs.Select(spec => new TaskItem(spec))];
}
