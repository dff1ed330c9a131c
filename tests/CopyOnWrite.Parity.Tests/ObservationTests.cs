namespace CopyOnWrite.Parity.Tests;

/// <summary>The comparison sees a difference in anything that is observed; otherwise "no difference" would mean nothing.</summary>
[TestClass]
public sealed class ObservationTests
{
    private static readonly LoggedEvent s_event = new("message Low", "", "text", "", "Copy", "");

    private readonly Observation _one = new("Success", ["a: file"], [s_event, s_event with { Text = "second" }], ["o/a"], ["o/a"], "true");

    [TestMethod]
    public void EqualObservationsHaveNoDifference() => Assert.IsEmpty(_one.Differences(_one with { }, ordered: true));

    [TestMethod]
    public void EveryPartThatDiffersIsReported()
    {
        Observation[] others =
        [
            _one with { Result = "Failure" },
            _one with { Tree = ["a: file, mode 600"] },
            _one with { Tree = [] },
            _one with { Events = [s_event] },
            _one with { Events = [s_event with { Code = "MSB3021" }, _one.Events[1]] },
            _one with { Events = [s_event with { Kind = "message Normal" }, _one.Events[1]] },
            _one with { Events = [s_event with { HelpKeyword = "MSBuild.Copy.Error" }, _one.Events[1]] },
            _one with { CopiedFiles = [] },
            _one with { DestinationFiles = ["o/a [K=1]"] },
            _one with { WroteAtLeastOneFile = "" },
        ];
        foreach (Observation other in others)
        {
            Assert.IsNotEmpty(_one.Differences(other, ordered: false), other.ToString());
            Assert.IsNotEmpty(other.Differences(_one, ordered: false), other.ToString());
        }
    }

    [TestMethod]
    public void OrderCountsWhereItIsPromised()
    {
        Observation turned = _one with { Events = [.. _one.Events.Reverse()] };
        Assert.IsNotEmpty(_one.Differences(turned, ordered: true));
        Assert.IsEmpty(_one.Differences(turned, ordered: false));
    }
}
