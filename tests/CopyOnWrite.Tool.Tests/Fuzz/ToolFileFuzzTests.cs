using CopyOnWrite.Tool.Bench;
using CopyOnWrite.Tool.Output;
using CopyOnWrite.Tool.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests.Fuzz;

/// <summary>Files and answers that the tool's commands read: taken, or refused with a sentence.</summary>
[TestClass]
public sealed class ToolFileFuzzTests
{
    private const int OneInSoManyIsDrawn = 1000;

    [TestMethod]
    [TestCategory(Fuzzer.Category)]
    public void AResultOfBench()
    {
        int taken = 0;
        Fuzzer.Text(
            [
                JsonSerializer.Serialize(BenchResults.Of([1, 2, 3, 4, 5], [1, 2, 3, 2, 1]), JsonFormat.Options),
                JsonSerializer.Serialize(BenchResults.Of([1, 2], [1, 2], difference: "a differs"), JsonFormat.Options),
            ],
            text => Refusal.None(() =>
            {
                BenchResult result = BenchFiles.Parse(text, "result.json");
                if (taken++ % OneInSoManyIsDrawn == 0)
                {
                    // Its intervals take ten thousand draws each.
                    var report = new BenchReport(result);
                    _ = report.Markdown().Length + report.Html().Length + JsonSerializer.Serialize(result, JsonFormat.Options).Length;
                }
            }),
            few: 1_000);
    }

    [TestMethod]
    [TestCategory(Fuzzer.Category)]
    public void APercentage() => Fuzzer.Text(
        ["3%", "2.5", "10 %"],
        text => Refusal.None(() => Assert.IsTrue(BenchCommand.Percent(text) is >= 0 and < double.PositiveInfinity)),
        few: 5_000);
}
