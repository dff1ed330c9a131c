namespace CopyOnWrite;

/// <summary>
/// Copies by .NET's calls alone: File.Copy to a temporary name beside the destination, then a rename. From .NET 8 on File.Copy clones on
/// APFS (FileSystem.TryCloneFile.OSX.cs), on Linux where FICLONE does (SystemNative_CopyFile in pal_io.c), and reports neither.
/// Each temporary file has a name of this process (<see cref="ProcessFiles"/>).
/// </summary>
/// <param name="cloner">Makes the clones of a required call; null where none is asked for.</param>
internal sealed class DotNetWorker(CloneCall call, DotNetPlatform? cloner = null) : CloneWorker
{
    private const ulong Renaming = 1; // For Refusals.
    private const int MostAttempts = 3;

    private readonly bool _required = call.Mode == CloneMode.Required;

    private ProcessFiles Temporary => call.Platform.ProcessFiles;

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

    /// <summary>
    /// Copies what a worker has refused, such as a file with odd attributes. A folder that does not let its files be made or renamed gets
    /// the file as File.Copy writes it. NotHandled when the destination may not be replaced.
    /// </summary>
    /// <param name="replacesReadOnly">Whether a destination that could not be made writable is replaced if its folder allows it.</param>
    /// <exception cref="IOException">It was not copied; the destination is as it was.</exception>
    /// <exception cref="UnauthorizedAccessException">It was not copied; the destination is as it was.</exception>
    internal CloneOutcome CopyRefused(string source, string destination, bool replacesReadOnly, in CloneOutcome refused)
    {
        Reason reason = WhyNotMade(destination, replacesReadOnly);
        if (reason != Reason.None)
        {
            return CloneOutcome.NotHandled(reason);
        }

        long bytes;
        try
        {
            bytes = refused.Reason == Reason.DestinationFolderRefuses ? Fill(source, destination, call.Overwrites)
                : Make(source, destination, Temporary.NewNameIn(Path.GetDirectoryName(destination)!) ?? Temporary.NewName());
        }
        catch (UnauthorizedAccessException) when (refused.Reason == Reason.AccessDenied && MayBeWritten(destination))
        {
            // The folder takes no new file, and its file may be writable all the same. File.Copy opens the source first.
            bytes = Fill(source, destination, overwrites: true);
        }

        return CloneOutcome.Copied(refused.Reason, bytes, refused.ErrorNumber);
    }

    /// <summary>
    /// Whether the file has no other name and no other user can put a link in its place: the folder is its owner's alone. False on Windows.
    /// </summary>
    private bool MayBeWritten(string file) => call.Overwrites
        && call.Platform.TryStat(file, out FileStat there)
        && there is { Kind: EntryKind.File, Links: 1, Mode: not 0 }
        && call.Platform.TryStat(Path.GetDirectoryName(file)!, out FileStat folder)
        && (uint)folder.Owner == (uint)there.Owner
        && (folder.Mode & UnixMode.OthersWrite) == 0;

    private CloneOutcome TryCopy(string source, string destination)
    {
        // File.Copy waits until a process writes to a pipe.
        if (!call.Platform.TryStat(source, out FileStat seen) || seen.Kind != EntryKind.File)
        {
            bool isThere = File.Exists(source) || Directory.Exists(source);
            return CloneOutcome.NotHandled(isThere ? Reason.SourceIsNotAFile : Reason.SourceMissing);
        }

        string folder = Path.GetDirectoryName(destination)!;
        ulong key = (uint)folder.GetHashCode();
        Reason reason = _required && cloner?.ClonesOnDemand != true ? Reason.CloningDisabled
            : WhyNotMade(destination, replacesReadOnly: false) is var why and not Reason.None ? why
            : call.Platform.RefusingFolders.Find(key, Renaming);
        if (reason != Reason.None)
        {
            return CloneOutcome.NotHandled(reason);
        }

        if (Temporary.NewNameIn(folder) is not { } name)
        {
            call.Platform.RefusingFolders.Remember(key, Renaming, Reason.DestinationFolderRefuses);
            return CloneOutcome.NotHandled(Reason.DestinationFolderRefuses);
        }

        try
        {
            long bytes = Make(source, destination, name);
            return _required ? CloneOutcome.Cloned(bytes) : CloneOutcome.Copied(bytes == 0 ? Reason.Empty : Reason.SystemCopyClones, bytes);
        }
        catch (Exception)
        {
            if (File.Exists(Path.Combine(folder, name)))
            {
                // One that cannot be removed stays in the folder, and not one for each file.
                call.Platform.RefusingFolders.Remember(key, Renaming, Reason.DestinationFolderRefuses);
            }

            throw;
        }
    }

    private Reason WhyNotMade(string destination, bool replacesReadOnly)
    {
        FileAttributes there = new FileInfo(destination).Attributes;
        bool exists = (int)there != -1; // FileInfo.Attributes of what does not exist.
        return !exists ? Reason.None
            : !call.Overwrites ? Reason.DestinationExists
            : (there & (FileAttributes.Directory | FileAttributes.ReparsePoint)) != 0 ? Reason.DestinationIsNotARegularFile
            : (there & FileAttributes.ReadOnly) != 0 && !replacesReadOnly ? Reason.DestinationIsReadOnly
            : Reason.None;
    }

    /// <summary>
    /// Replaces the file in one step: File.Copy onto an existing one empties it first, and so changes its other hard links. The result is
    /// writable, as the built-in task leaves it, and has the source's time. What was there stays where a step fails.
    /// </summary>
    /// <param name="name">The name of the file in the making.</param>
    private long Make(string source, string destination, string name)
    {
        string made = Path.Combine(Path.GetDirectoryName(destination)!, name);
        try
        {
            long bytes = Fill(source, made, overwrites: false);
            Rename(made, destination);
            return bytes;
        }
        catch (Exception)
        {
            TemporaryFiles.Delete(made);
            throw;
        }
    }

    private long Fill(string source, string made, bool overwrites)
    {
        if (_required)
        {
            cloner!.Clone(source, made);
        }
        else
        {
            File.Copy(source, made, overwrites);
        }

        var file = new FileInfo(made);
        long bytes = file.Length;
        if (file.IsReadOnly)
        {
            file.Attributes &= ~FileAttributes.ReadOnly;
        }

        return bytes;
    }

    private void Rename(string made, string destination)
    {
        call.Platform.Rename(made, destination, call.Overwrites);
        try
        {
            // A rename is no change: a FileSystemWatcher with Changed only would miss it. Sets the time of the last access to what it is,
            // because .NET leaves the write time beside it as it is, to the nanosecond, which setting that time itself would round.
            File.SetLastAccessTimeUtc(destination, File.GetLastAccessTimeUtc(destination));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Another process has removed or replaced it: this copy is done.
        }
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
