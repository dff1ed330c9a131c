using System.IO;

namespace CopyOnWrite.Artifacts;

/// <summary>A file to stage, by absolute paths.</summary>
internal readonly record struct StagedFile(StagedItem Item, string From, string To)
{
    /// <summary>Why it was not staged.</summary>
    /// <param name="mayPass">Whether another attempt may succeed.</param>
    internal string Failure(in FileOutcome outcome, out bool mayPass)
    {
        mayPass = false;
        Reason reason = outcome.Outcome.Reason;
        if (outcome.Error is { } error)
        {
            // A retry does not help against denied access; for other errors, another process may have the file open.
            mayPass = error is IOException and not (FileNotFoundException or DirectoryNotFoundException or PathTooLongException);
            return error.Message;
        }

        if (reason == Reason.SourceMissing && FileCopier.IsLink(From))
        {
            return "it is a link whose target does not exist";
        }

        if (reason == Reason.DestinationIsNotARegularFile && Directory.Exists(To))
        {
            return "a folder with that name exists";
        }

        mayPass = reason is Reason.Locked or Reason.SourceMissing;
        return outcome.Words;
    }
}
