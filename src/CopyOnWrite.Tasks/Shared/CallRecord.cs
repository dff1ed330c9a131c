namespace CopyOnWrite.Tasks;

/// <summary>One call of the task, file by file, as one line of JSON. docs/reference/log.md describes it.</summary>
internal static class CallRecord
{
    internal static string OfBuiltIn(string projectFolder, FallbackReason why)
    {
        StringBuilder json = Begin(projectFolder);
        Json.Property(json, "builtIn", why.ToString());
        return json.Append('}').ToString();
    }

    /// <param name="outcomes">The files', in the order of their paths; one that has none yet is left out.</param>
    internal static string ToJson(
        string projectFolder, long began, IReadOnlyList<string> sources, IReadOnlyList<string> destinations,
        IReadOnlyList<CloneOutcome> outcomes, CallCounts counts)
    {
        StringBuilder json = Begin(projectFolder);
        Json.Property(json, "milliseconds", Math.Round((Stopwatch.GetTimestamp() - began) * 1000.0 / Stopwatch.Frequency, 3));
        counts.AppendTo(json);
        json.Append(",\"files\":[");
        bool any = false;
        for (int i = 0; i < outcomes.Count; i++)
        {
            if (outcomes[i] is { Kind: not OutcomeKind.None } outcome)
            {
                json.Append(any ? "," : string.Empty).Append("{\"from\":");
                Json.Text(json, sources[i]);
                Json.Property(json, "to", destinations[i]);
                Json.Property(json, "outcome", CodeOf(outcome.Kind));
                if (!outcome.IsClone)
                {
                    Json.Property(json, "reason", outcome.Reason.ToString());
                }

                Json.Property(json, "bytes", outcome.Bytes);
                json.Append('}');
                any = true;
            }
        }

        return json.Append("]}").ToString();
    }

    private static StringBuilder Begin(string projectFolder)
    {
        var json = new StringBuilder("{\"format\":3");
        Json.Property(json, "time", DateTime.UtcNow.ToString("O", CultureInfo.InvariantCulture));
        Json.Property(json, "folder", projectFolder);
        return json;
    }

    private static string CodeOf(OutcomeKind kind) => kind switch
    {
        OutcomeKind.Cloned => "cloned",
        OutcomeKind.ClonedFromCache => "fromCache",
        OutcomeKind.Copied => "copied",
        OutcomeKind.Failed => "failed",
        _ => "left",
    };
}
