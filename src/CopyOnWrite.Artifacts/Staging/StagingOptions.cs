namespace CopyOnWrite.Artifacts;

/// <summary>What a call of the staging task is told beside its items.</summary>
internal sealed class StagingOptions
{
    internal int RetryCount { get; set; }

    /// <summary>In milliseconds.</summary>
    internal int RetryWait { get; set; }

    /// <summary>Whether failed attempts are logged at a level that every log shows. Only the last one is an error.</summary>
    internal bool ShowRetries { get; set; }

    /// <summary>Nothing is created or removed; the log says what would be.</summary>
    internal bool DryRun { get; set; }

    /// <summary>The log also says why files were not staged.</summary>
    internal bool SaysSkipped { get; set; }

    /// <summary>Whether anybody wants to know of every file that is staged, also of those that were there.</summary>
    internal bool KeepsAll { get; set; }
}
