using CopyOnWrite.Tool.Doctor;
using CopyOnWrite.Tool.Fixes;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Tests;

/// <summary>The doctor's answer as text, of given findings.</summary>
[TestClass]
public sealed class DoctorTextTests
{
    [TestMethod]
    public void EachCheckIsALineAndDetailsAreOfWhatIsWrong()
    {
        Finding[] checks =
        [
            Finding.Ok("First is fine", "seen of the first"),
            Finding.Hint("Second is a hint", "hinted", Fix.Run("b")),
            Finding.Attention("Third is wrong", "wrong because", "Do c.", "Do c."),
        ];
        Assert.AreEqual("Needs attention: Third is wrong.", DoctorText.Summary(checks));
        using var output = new StringWriter();
        DoctorText.Write(new Screen(json: false, output), checks, details: false);
        CollectionAssert.AreEqual(
            (string[])
            [
                "", "[v] First is fine", "[i] Second is a hint", "[!] Third is wrong", "",
                "[!] Third is wrong", "    wrong because", "  > Do c.", "", "[i] Second is a hint", "    hinted", "  > Run: b", "",
            ],
            output.ToString().ReplaceLineEndings("\n").Split('\n'));
    }
}
