namespace CopyOnWrite.Artifacts;

/// <summary>What a call of the staging task is told beside its items.</summary>
internal sealed class StagingOptions
{
    internal int RetryCount { get; init; }

    /// <summary>In milliseconds.</summary>
    internal int RetryWait { get; init; }

    /// <summary>Whether failed attempts are logged at a level that every log shows. Only the last one is an error.</summary>
    internal bool ShowRetries { get; init; }

    /// <summary>Nothing is created or removed; the log says what would be.</summary>
    internal bool DryRun { get; init; }

    /// <summary>The log also says why files were not staged.</summary>
    internal bool LogsSkipped { get; init; }

    /// <summary>Whether anybody wants to know of every file that is staged, also of those that were there.</summary>
    internal bool RecordsAll { get; init; }
}
