using System;
using System.IO;
using System.Runtime.InteropServices;

namespace CopyOnWrite;

/// <summary>What a worker does not copy itself, copied by .NET: odd attributes, and on macOS everything that is not cloned.</summary>
internal static class CopyFallback
{
    private const int HResultOfWin32 = unchecked((int)0x80070000); // HRESULT_FROM_WIN32, winerror.h

    /// <exception cref="IOException">Neither cloned nor copied; the destination is as it was.</exception>
    /// <exception cref="UnauthorizedAccessException">The same.</exception>
    internal static CloneOutcome CloneOrCopy(FileCloner cloner, CloneWorker worker, string source, string destination, bool overwrite)
    {
        CloneOutcome outcome = worker.Copy(source, destination);
        if (outcome.Kind != OutcomeKind.NotHandled)
        {
            return outcome;
        }

        if (outcome.Reason == Reason.DestinationFolderMissing)
        {
            throw new DirectoryNotFoundException(Message(source, destination, outcome.Reason));
        }

        if (IsFinal(outcome.Reason))
        {
            throw Refusal(source, destination, outcome.Reason, outcome.ErrorNumber);
        }

        CopyBeside(source, destination, overwrite);
        return CloneOutcome.Copied(
            outcome.Reason, cloner.TryStat(destination, out FileSnapshot made) ? made.Length : 0, outcome.ErrorNumber);
    }

    /// <summary>Whether .NET would fail as well, or would do what it is not to: wait for a pipe, or write through a link.</summary>
    private static bool IsFinal(Reason reason) => reason is Reason.VolumeFull or Reason.VolumeFullEvenInPlace or Reason.InputOutputError
        or Reason.SourceIsNotAFile or Reason.DestinationIsNotARegularFile or Reason.DestinationHasHardLinks or Reason.DestinationExists;

    /// <summary>File.Copy onto an existing file empties it first, and writes into what other names it has.</summary>
    private static void CopyBeside(string source, string destination, bool overwrite)
    {
        var existing = new FileInfo(destination);
        var there = existing.Attributes;
        bool replaces = (int)there != -1; // FileInfo.Attributes of what does not exist.
        Reason reason = !replaces ? Reason.None
            : !overwrite ? Reason.DestinationExists
            : (there & (FileAttributes.Directory | FileAttributes.ReparsePoint)) != 0 ? Reason.DestinationIsNotARegularFile
            : (there & FileAttributes.ReadOnly) != 0 ? Reason.DestinationIsReadOnly
            : Reason.None;
        if (reason == Reason.DestinationIsReadOnly)
        {
            throw new UnauthorizedAccessException(Message(source, destination, reason));
        }

        if (reason != Reason.None)
        {
            throw Refusal(source, destination, reason, 0);
        }

        string made = Path.Combine(Path.GetDirectoryName(destination) ?? destination, TemporaryFiles.NewName());
        try
        {
            File.Copy(source, made);
            FileAttributes attributes = File.GetAttributes(made);
            if ((attributes & FileAttributes.ReadOnly) != 0)
            {
                File.SetAttributes(made, attributes & ~FileAttributes.ReadOnly);
            }

            Move(made, destination, replaces);
        }
        catch (Exception)
        {
            TemporaryFiles.Delete(made);
            throw;
        }
    }

    private static void Move(string made, string destination, bool replaces)
    {
#if NET
        File.Move(made, destination, overwrite: replaces);
#else
        if (replaces)
        {
            File.Replace(made, destination, null, ignoreMetadataErrors: true);
        }
        else
        {
            File.Move(made, destination);
        }
#endif
    }

    private static IOException Refusal(string source, string destination, Reason reason, int error) =>
        error == 0 ? new IOException(Message(source, destination, reason))
        : new IOException(
            Message(source, destination, reason), RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? HResultOfWin32 | error : error);

    private static string Message(string source, string destination, Reason reason) =>
        $"{source} was not copied to {destination}: {ReasonText.Of(reason)}.";
}
