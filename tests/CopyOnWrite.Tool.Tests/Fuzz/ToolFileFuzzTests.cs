using CopyOnWrite.Tool.Bench;

namespace CopyOnWrite.Tool.Tests.Fuzz;

/// <summary>Files and answers that the tool's commands read: taken, or refused with a sentence.</summary>
[TestClass]
public sealed class ToolFileFuzzTests
{
    [TestMethod]
    [TestCategory(Fuzzer.Category)]
    public void APercentage() => Fuzzer.Text(
        ["3%", "2.5", "10 %"],
        text => Refusal.None(() => Assert.IsTrue(BenchCommand.Percent(text) is >= 0 and < double.PositiveInfinity)),
        few: 5_000);
}
