namespace CopyOnWrite;

/// <summary>Clones files where the volume can (btrfs, xfs, APFS, ReFS and Dev Drive), else copies them. Safe for concurrent use.</summary>
/// <remarks>
/// What throws: a wrong argument, always. A file that fails is thrown as <see cref="File.Copy(string, string)"/> does by
/// <see cref="CloneOrCopy"/>; <see cref="TryClone"/> and <see cref="ProbeClone"/> return the reason.
/// A destination gets its source's content and write time, on Linux and macOS its permission bits, on Windows its attributes; a read-only
/// one is made writable by its owner. What else a file has (access list, extended attributes, owner) is kept where the system's clone or
/// copy keeps it. An existing destination is replaced in one step: a reader finds the old file or the new one, and other hard links to the
/// old one keep its content. A destination that is a link or a folder is refused. Folders are not created.
/// </remarks>
public sealed class FileCloner
{
    private const int TrialLength = 64 * 1024; // The largest cluster of ReFS: smaller files may not be cloned there.
    private const int HResultOfWin32 = unchecked((int)0x80070000); // HRESULT_FROM_WIN32, winerror.h

    private static readonly CopyOptions s_options = new() { CopyByDotNet = true };

    internal FileCloner(Platform platform) => Platform = platform;

    /// <summary>
    /// The process's cloner for the system that it runs on, which remembers for five minutes that volumes cannot clone. On macOS, on a
    /// system or processor that this library does not know, and under a library that intercepts file calls by LD_PRELOAD, .NET copies every
    /// file, for <see cref="CloneFailureReason.SystemCopyClones"/>; so it does on Linux before glibc 2.28 and musl 1.2.5.
    /// </summary>
    public static FileCloner Shared { get; } = new(Platform.OrDotNet(Platform.ForThisSystem() ?? Platform.WithoutClones()));

    internal Platform Platform { get; }

    /// <summary>Clones the file, of whatever size, or changes nothing.</summary>
    /// <remarks>
    /// Linux waits until the source's content is on the disk. On Windows a source that changed within the last two minutes is flushed,
    /// because a clone of what is in memory only may read as zeros (<see href="https://github.com/microsoft/CopyOnWrite/issues/12"/>);
    /// other processes cannot open the source meanwhile unless they share writing. Windows does not clone files with more than content:
    /// further streams, extended attributes, compressed and encrypted files.
    /// </remarks>
    /// <param name="source">The path of a file; a link is followed.</param>
    /// <param name="destination">The path of the clone, in a folder that exists.</param>
    /// <param name="overwrite">Whether an existing file is replaced; else <see cref="CloneFailureReason.DestinationExists"/>.</param>
    /// <returns>A clone, or the reason and the system's error number.</returns>
    /// <exception cref="ArgumentException">A path is null, empty or not a path, or both paths are the same.</exception>
    /// <exception cref="IOException">A path cannot be made absolute, as <see cref="Path.GetFullPath(string)"/> throws it.</exception>
    public CloneOutcome TryClone(string source, string destination, bool overwrite = false)
    {
        (source, destination) = Absolute(source, destination);
        using CloneWorker worker = Platform.NewWorker(new CloneCall(Platform, Mode: CloneMode.Required, Overwrites: overwrite));
        return worker.Copy(source, destination);
    }

    /// <summary>
    /// Clones the file, or copies it. On Windows a file that changed within the last two minutes and may not be on the disk is left to the
    /// system's copy. What this library does not copy itself <see cref="File.Copy(string, string)"/> copies, to a temporary name.
    /// </summary>
    /// <param name="source">The path of a file; a link is followed.</param>
    /// <param name="destination">The path of the clone or copy, in a folder that exists.</param>
    /// <param name="overwrite">Whether an existing destination is replaced; else an <see cref="IOException"/> is thrown.</param>
    /// <returns>A clone, or a copy with the reason why it is not a clone.</returns>
    /// <exception cref="ArgumentException">A path is null, empty or not a path, or both paths are the same.</exception>
    /// <exception cref="IOException">
    /// The file was neither cloned nor copied: no such file or folder, locked, not a regular file, no space. An existing destination is as
    /// it was: there must be space for both files.
    /// </exception>
    /// <exception cref="UnauthorizedAccessException">Neither cloned nor copied. An existing destination is as it was.</exception>
    public CloneOutcome CloneOrCopy(string source, string destination, bool overwrite = false)
    {
        (source, destination) = Absolute(source, destination);
        var call = new CloneCall(Platform, Mode: CloneMode.Explicit, Overwrites: overwrite);
        using CloneWorker worker = Platform.NewWorker(call);
        FileOutcome outcome = new FileCopier(call, s_options).Copy(worker, source, destination);
        return ErrorOf(outcome, source, destination) is { } error ? throw error : outcome.Outcome;
    }

    /// <summary>
    /// Tries whether files in one folder can be cloned into another: creates a file of 64 KiB in the first, clones it into the second, and
    /// deletes both. The answer holds for the two volumes; a single file may still be refused.
    /// </summary>
    /// <param name="sourceFolder">The path of a folder in which a file can be created.</param>
    /// <param name="destinationFolder">The path of another one, or of the same.</param>
    /// <returns>What <see cref="TryClone"/> gave, or the reason for which the file could not be created.</returns>
    /// <exception cref="ArgumentException">A path is null, empty or not a path.</exception>
    /// <exception cref="IOException">A path cannot be made absolute, as <see cref="Path.GetFullPath(string)"/> throws it.</exception>
    public CloneOutcome ProbeClone(string sourceFolder, string destinationFolder)
    {
        try
        {
            return Try(sourceFolder, destinationFolder, TrialLength, (source, destination) => TryClone(source, destination));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The HResult ends in the system's number, on Windows as elsewhere.
            int error = e is IOException and not DirectoryNotFoundException ? e.HResult & 0xFFFF : 0;
            return CloneOutcome.NotHandled(Directory.Exists(sourceFolder) ? DotNetError.ReasonOf(e) : Reason.SourceMissing, error);
        }
    }

    /// <summary>Gives the answer for a file in the one folder, which is on the disk, and a free name in the other; deletes both.</summary>
    internal static T Try<T>(string sourceFolder, string destinationFolder, int length, Func<string, string, T> answer)
    {
        string source = Path.Combine(Path.GetFullPath(sourceFolder), TemporaryFiles.NewName());
        string destination = Path.Combine(Path.GetFullPath(destinationFolder), TemporaryFiles.NewName());
        try
        {
            // Not zeros, which a compressing volume stores as a hole.
            var content = new byte[length];
            new Random().NextBytes(content);
            using (var file = new FileStream(source, FileMode.CreateNew))
            {
                file.Write(content, 0, length);

                // ZFS clones only what is on the disk unless zfs_bclone_wait_dirty is set (zfs(4)).
                file.Flush(flushToDisk: true);
            }

            return answer(source, destination);
        }
        finally
        {
            TemporaryFiles.Delete(destination);
            TemporaryFiles.Delete(source);
        }
    }

    /// <summary>The exception that File.Copy would throw; null where the file was cloned or copied.</summary>
    internal static Exception? ErrorOf(in FileOutcome outcome, string source, string destination)
    {
        if (outcome.IsWritten || outcome.Error is not null)
        {
            // What .NET throws for EFBIG (Interop.IOErrors.cs).
            return outcome.Error is ArgumentOutOfRangeException tooLarge ? new IOException(tooLarge.Message, tooLarge) : outcome.Error;
        }

        Reason reason = outcome.Outcome.Reason;
        int error = outcome.Outcome.ErrorNumber;
        string message = $"{source} was not copied to {destination}: {ReasonText.Of(reason)}.";
        return reason switch
        {
            Reason.SourceMissing => new FileNotFoundException(message, source),
            Reason.DestinationFolderMissing => new DirectoryNotFoundException(message),
            Reason.DestinationIsReadOnly => new UnauthorizedAccessException(message),
            _ when error == 0 => new IOException(message),
            _ => new IOException(message, RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? HResultOfWin32 | error : error),
        };
    }

    /// <exception cref="ArgumentException">A path is null, empty or not a path, or both are the same.</exception>
    private static (string Source, string Destination) Absolute(string source, string destination)
    {
        string from = Path.GetFullPath(source ?? throw new ArgumentNullException(nameof(source)));
        string to = Path.GetFullPath(destination ?? throw new ArgumentNullException(nameof(destination)));
        return from != to ? (from, to) : throw new ArgumentException("Source and destination are the same path.", nameof(destination));
    }
}
