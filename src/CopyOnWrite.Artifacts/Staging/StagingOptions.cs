namespace CopyOnWrite.Artifacts;

/// <summary>The options of a call of the staging task.</summary>
internal sealed class StagingOptions
{
    internal int RetryCount { get; init; }

    /// <summary>The pause before a retry, in milliseconds.</summary>
    internal int RetryWait { get; init; }

    /// <summary>Whether failed attempts are logged at a level that every log shows. Only the last one is an error.</summary>
    internal bool ShowRetries { get; init; }

    /// <summary>Whether nothing is created or removed, and the log says what would be.</summary>
    internal bool DryRun { get; init; }

    /// <summary>Whether the log also says why files were not staged.</summary>
    internal bool LogsSkipped { get; init; }

    /// <summary>Whether every staged file is recorded, also unchanged ones.</summary>
    internal bool RecordsAll { get; init; }
}
