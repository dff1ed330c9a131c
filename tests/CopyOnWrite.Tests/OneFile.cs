namespace CopyOnWrite.Tests;

/// <summary>A call for one file, and what is expected of its outcome.</summary>
internal static class OneFile
{
    internal static bool IsUnchanged(this Platform platform, string source, string destination)
    {
        using CloneWorker worker = platform.NewWorker(new CloneCall(platform));
        return worker.IsUnchanged(source, destination);
    }

    /// <summary>Any reason or error where it is null; a failure shows all of the outcome.</summary>
    internal static CloneOutcome AssertIs(this CloneOutcome outcome, OutcomeKind kind, Reason? reason = null, int? error = null)
    {
        Assert.AreEqual(
            (kind, reason ?? outcome.Reason, error ?? outcome.ErrorNumber),
            (outcome.Kind, outcome.Reason, outcome.ErrorNumber),
            outcome.ToString());
        return outcome;
    }
}
