namespace CopyOnWrite;

/// <summary>
/// Copies a file, and again once what stands in its way and may be removed is removed. Used by several threads at the same time.
/// </summary>
internal abstract class CopyAttempts
{
    /// <param name="file">Its number in the call.</param>
    internal CloneOutcome Copy(CloneWorker worker, string source, string destination, int file)
    {
        bool folderMade = false;
        bool madeWritable = false;
        bool linkRemoved = false;
        bool spaceMade = false;
        bool waited = false;
        while (true)
        {
            CloneOutcome outcome = worker.Copy(source, destination);
            switch (outcome.Reason)
            {
                case Reason.SourceMissing when TryWaitForSource():
                    waited = true;
                    break;
                case Reason.DestinationFolderMissing when !folderMade && TryMakeFolder(destination, file):
                    folderMade = true;
                    break;
                case Reason.DestinationIsReadOnly when !madeWritable && TryMakeWritable(destination, file):
                    madeWritable = true;
                    break;
                case Reason.DestinationIsNotARegularFile when !linkRemoved && TryRemoveLink(destination):
                    linkRemoved = true;
                    break;
                case Reason.VolumeFull or Reason.VolumeFullEvenInPlace when !spaceMade && TryMakeSpace():
                    spaceMade = true;
                    break;
                default:
                    if (waited)
                    {
                        SourceWaitEnded(inVain: outcome.Reason == Reason.SourceMissing);
                    }

                    return outcome;
            }
        }
    }

    /// <summary>Waits for a moment; false when there is no use in it.</summary>
    protected virtual bool TryWaitForSource() => false;

    protected virtual void SourceWaitEnded(bool inVain)
    {
    }

    protected abstract bool TryMakeFolder(string destination, int file);

    protected abstract bool TryMakeWritable(string destination, int file);

    /// <summary>A link in the destination's place, and not what it names.</summary>
    protected virtual bool TryRemoveLink(string destination) => false;

    protected abstract bool TryMakeSpace();
}
