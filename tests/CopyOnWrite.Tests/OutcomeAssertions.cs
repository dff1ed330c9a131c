namespace CopyOnWrite.Tests;

/// <summary>What is expected of an outcome; a failure shows all of it.</summary>
internal static class OutcomeAssertions
{
    /// <summary>Any reason or error where it is null.</summary>
    internal static CloneOutcome AssertIs(this CloneOutcome outcome, OutcomeKind kind, Reason? reason = null, int? error = null)
    {
        Assert.AreEqual(
            (kind, reason ?? outcome.Reason, error ?? outcome.ErrorNumber),
            (outcome.Kind, outcome.Reason, outcome.ErrorNumber),
            outcome.ToString());
        return outcome;
    }
}
