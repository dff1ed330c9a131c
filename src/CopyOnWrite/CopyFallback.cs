using System.IO;
using System.Runtime.InteropServices;

namespace CopyOnWrite;

/// <summary>What a worker leaves to others, copied by .NET: links, locked files, odd attributes, every copy on macOS.</summary>
internal static class CopyFallback
{
    private const int HResultOfWin32 = unchecked((int)0x80070000); // HRESULT_FROM_WIN32, winerror.h

    /// <exception cref="IOException">As File.Copy throws it.</exception>
    /// <exception cref="System.UnauthorizedAccessException">As File.Copy throws it.</exception>
    internal static CloneOutcome CloneOrCopy(FileCloner cloner, CloneWorker worker, string source, string destination)
    {
        CloneOutcome outcome = worker.Copy(source, destination);
        if (outcome.Kind != OutcomeKind.NotHandled)
        {
            return outcome;
        }

        // File.Copy would begin by emptying the destination.
        if (outcome.Reason is Reason.VolumeFull or Reason.VolumeFullEvenInPlace or Reason.InputOutputError)
        {
            int number = outcome.ErrorNumber;
            throw new IOException(
                $"{source} was not copied to {destination}: {ReasonText.Of(outcome.Reason)}.", RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? HResultOfWin32 | number : number);
        }

        File.Copy(source, destination, overwrite: true);
        return CloneOutcome.Copied(outcome.Reason, cloner.TryStat(destination, out FileSnapshot made) ? made.Length : 0, outcome.ErrorNumber);
    }
}
