namespace CopyOnWrite.Tests;

/// <summary>What a caller of the library sees of an outcome.</summary>
[TestClass]
public sealed class CloneOutcomeTests
{
    [TestMethod]
    public void EveryReasonHasAFailureReasonAndOnlyDeviceErrorsAndUnknownOnesAreOther()
    {
        Reason[] other = [.. Enum.GetValues<Reason>()
            .Where(reason => CloneOutcome.NotHandled(reason).FailureReason == CloneFailureReason.OtherError)];
        CollectionAssert.AreEqual(
            (Reason[])[Reason.DestinationNamedTwice, Reason.InputOutputError, Reason.OtherError], other, string.Join(", ", other));
        CollectionAssert.AreEquivalent(
            Enum.GetValues<CloneFailureReason>(),
            Enum.GetValues<Reason>().Select(reason => CloneOutcome.NotHandled(reason).FailureReason).Distinct().ToArray());
    }

    [TestMethod]
    public void AnOutcomeIsACloneOrACopyOrNothingAndSaysSo()
    {
        Assert.AreEqual("nothing done", $"{default(CloneOutcome)}");
        Assert.AreEqual("cloned, 5 bytes", $"{CloneOutcome.Cloned(5)}");
        Assert.AreEqual("copied: the volume cannot clone, 5 bytes (error 95)", $"{CloneOutcome.Copied(Reason.VolumeCannotClone, 5, 95)}");
        Assert.AreEqual("not cloned: destination exists (error 17)", $"{CloneOutcome.NotHandled(Reason.DestinationExists, 17)}");
        Assert.IsFalse(default(CloneOutcome).IsClone || default(CloneOutcome).IsCopy);
    }
}
