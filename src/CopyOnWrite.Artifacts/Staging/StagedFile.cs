namespace CopyOnWrite.Artifacts;

/// <summary>A file to stage, by absolute paths.</summary>
internal readonly record struct StagedFile(StagedItem Item, string From, string To)
{
    /// <summary>The reason why the file was not staged.</summary>
    /// <param name="mayPass">Whether another attempt may succeed.</param>
    internal string Failure(in FileOutcome outcome, out bool mayPass)
    {
        Reason reason = outcome.Outcome.Reason;
        string? known = outcome.Error?.Message
            ?? (reason == Reason.SourceMissing && FileCopier.IsLink(From) ? "the source is a link whose target does not exist"
            : reason == Reason.DestinationIsNotARegularFile && Directory.Exists(To) ? "a folder with that name exists"
            : null);

        // A retry does not help against denied access; for other errors, another process may have the file open.
        mayPass = known is null ? reason is Reason.Locked or Reason.SourceMissing
            : outcome.Error is IOException and not (FileNotFoundException or DirectoryNotFoundException or PathTooLongException);
        return known ?? outcome.Words;
    }
}
