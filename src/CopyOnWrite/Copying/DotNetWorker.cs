using System;
using System.IO;

namespace CopyOnWrite;

/// <summary>
/// Copies by .NET's calls alone: File.Copy to a temporary name beside the destination, then a rename. From .NET 8 on File.Copy clones on
/// APFS (FileSystem.TryCloneFile.OSX.cs), on Linux where FICLONE does (SystemNative_CopyFile in pal_io.c), and reports neither.
/// Each temporary file has a name of this process (<see cref="ProcessFiles"/>).
/// </summary>
internal sealed class DotNetWorker(DotNetPlatform platform, CloneCall call) : CloneWorker
{
    private const ulong Renaming = 1; // For Refusals.
    private const int MostAttempts = 3;

    private readonly bool _required = call.Mode == CloneMode.Required;

    public override bool IsUnchanged(string source, string destination)
    {
        const FileAttributes NotRegular = FileAttributes.Directory | FileAttributes.ReparsePoint;
        try
        {
            var there = new FileInfo(destination);
            var here = new FileInfo(source);
            return there.Exists
                && here.Exists
                && (there.Attributes & NotRegular) == 0
                && here.Length == there.Length
                && here.LastWriteTimeUtc == there.LastWriteTimeUtc;
        }
        catch (Exception e) when (DotNetError.IsOfFiles(e))
        {
            return false;
        }
    }

    public override CloneOutcome Copy(string source, string destination)
    {
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                return TryCopy(source, destination);
            }
            catch (Exception e) when (DotNetError.IsOfFiles(e))
            {
                Reason reason = ReasonOf(e, source, destination, out bool mayPass);
                if (!mayPass || attempt == MostAttempts)
                {
                    return CloneOutcome.NotHandled(reason, DotNetError.NumberOf(e));
                }
            }
        }
    }

    private CloneOutcome TryCopy(string source, string destination)
    {
        // File.Copy waits until a process writes to a pipe.
        if (!platform.TryStat(source, out FileStat seen) || seen.Kind != EntryKind.File)
        {
            bool isThere = File.Exists(source) || Directory.Exists(source);
            return CloneOutcome.NotHandled(isThere ? Reason.SourceIsNotAFile : Reason.SourceMissing);
        }

        if (_required && !platform.ClonesOnDemand)
        {
            return CloneOutcome.NotHandled(Reason.CloningDisabled);
        }

        Reason reason = DotNetCopy.WhyNotMade(destination, call.Overwrites, replacesReadOnly: false);
        string folder = Path.GetDirectoryName(destination)!;
        ulong key = (uint)folder.GetHashCode();
        reason = reason != Reason.None ? reason : platform.RefusingFolders.Find(key, Renaming);
        if (reason != Reason.None)
        {
            return CloneOutcome.NotHandled(reason);
        }

        if (platform.ProcessFiles.NewNameIn(folder) is not { } name)
        {
            platform.RefusingFolders.Remember(key, Renaming, Reason.DestinationFolderRefuses);
            return CloneOutcome.NotHandled(Reason.DestinationFolderRefuses);
        }

        string made = Path.Combine(folder, name);
        try
        {
            long bytes = Make(source, made);
            TemporaryFiles.Rename(made, destination, call.Overwrites);
            DotNetCopy.ShowAsChanged(destination);
            return _required ? CloneOutcome.Cloned(bytes) : CloneOutcome.Copied(bytes == 0 ? Reason.Empty : Reason.SystemCopyClones, bytes);
        }
        catch (Exception)
        {
            TemporaryFiles.Delete(made);
            if (File.Exists(made))
            {
                // One that cannot be removed stays in the folder, and not one for each file.
                platform.RefusingFolders.Remember(key, Renaming, Reason.DestinationFolderRefuses);
            }

            throw;
        }
    }

    private long Make(string source, string made)
    {
        if (_required)
        {
            platform.Clone(source, made);
        }
        else
        {
            File.Copy(source, made);
        }

        return DotNetCopy.MakeWritable(made);
    }

    /// <param name="mayPass">Whether another process has made the destination meanwhile, or removed the temporary file.</param>
    private Reason ReasonOf(Exception error, string source, string destination, out bool mayPass)
    {
        bool exists = error.HResult == DotNetError.Exists;
        bool isMissing = error is FileNotFoundException or DirectoryNotFoundException;
        Reason reason = exists && !call.Overwrites ? Reason.DestinationExists
            : !isMissing ? DotNetError.ReasonOf(error)
            : !File.Exists(source) ? Reason.SourceMissing
            : !Directory.Exists(Path.GetDirectoryName(destination)) ? Reason.DestinationFolderMissing
            : Reason.OtherError;
        mayPass = exists ? call.Overwrites : isMissing && reason == Reason.OtherError;
        return reason;
    }
}
