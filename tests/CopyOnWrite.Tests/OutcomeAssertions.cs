namespace CopyOnWrite.Tests;

/// <summary>What is expected of an outcome; a failure shows all of it.</summary>
internal static class OutcomeAssertions
{
    /// <param name="reason">Null for any.</param>
    /// <param name="error">Null for any.</param>
    internal static CloneOutcome AssertIs(this CloneOutcome outcome, OutcomeKind kind, Reason? reason = null, int? error = null)
    {
        Assert.AreEqual(
            (kind, reason ?? outcome.Reason, error ?? outcome.ErrorNumber),
            (outcome.Kind, outcome.Reason, outcome.ErrorNumber),
            outcome.ToString());
        return outcome;
    }
}
