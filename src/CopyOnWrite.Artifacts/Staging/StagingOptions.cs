namespace CopyOnWrite.Artifacts;

/// <summary>What a call of the staging task is told beside its items.</summary>
internal sealed class StagingOptions
{
    internal int RetryCount { get; set; }

    /// <summary>In milliseconds.</summary>
    internal int RetryWait { get; set; }

    /// <summary>Whether attempts that fail are said at a level that every log shows. They are no errors: the last one is.</summary>
    internal bool ShowRetries { get; set; }

    /// <summary>Nothing is made and nothing removed; what would be, is said.</summary>
    internal bool DryRun { get; set; }

    /// <summary>Why files were not staged is said as well.</summary>
    internal bool SaysSkipped { get; set; }

    /// <summary>Whether anybody wants to know of every file that is staged, also of those that were there.</summary>
    internal bool KeepsAll { get; set; }
}
