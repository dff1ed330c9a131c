namespace CopyOnWrite.Artifacts;

/// <summary>The options of a call of the staging task.</summary>
/// <param name="RetryWait">The pause before a retry, in milliseconds.</param>
/// <param name="ShowRetries">Whether failed attempts are logged at a level that every log shows. Only the last one is an error.</param>
/// <param name="LogsSkipped">Whether the log also says why files were not staged.</param>
internal sealed record StagingOptions(int RetryCount, int RetryWait, bool ShowRetries, bool LogsSkipped);
