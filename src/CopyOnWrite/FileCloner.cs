using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using Microsoft.Win32.SafeHandles;

namespace CopyOnWrite;

/// <summary>
/// Clones files on volumes that can (btrfs, xfs, APFS, ReFS and Dev Drive), and copies them where they cannot be cloned. One object serves a whole
/// process: it remembers which volumes cannot clone, so that each is asked once. Safe for concurrent use.
/// </summary>
/// <remarks>
/// A destination gets the content, permission bits and times of its source; one that is read-only is made writable by its owner, as MSBuild does.
/// An existing destination is replaced in one step: a reader finds the old file or the new one, and other hard links to the old one keep its content.
/// Folders are not created.
/// </remarks>
public abstract partial class FileCloner
{
    private protected FileCloner()
    {
    }

    /// <summary>
    /// For the system that the process runs on. On a system or processor that this library does not know, every file is copied,
    /// for <see cref="Reason.CloningDisabled"/>.
    /// </summary>
    public static FileCloner Create() => ForThisSystem() ?? new SystemCloner();

    /// <summary>
    /// Clones the file, of whatever size, or changes nothing: <see cref="OutcomeKind.NotHandled"/>, with the reason and the system's error number. An empty
    /// file has no blocks to share; it is created, as <see cref="OutcomeKind.Copied"/> for <see cref="Reason.Empty"/>.
    /// </summary>
    /// <remarks>
    /// Linux waits until the source's content is on the disk. Windows before 11 24H2 flushes a source that changed within the last two minutes, since a clone of
    /// what is in memory may read as zeros there (microsoft/CopyOnWrite issue 12).
    /// </remarks>
    /// <exception cref="ArgumentException">A path is null, empty or has a null character.</exception>
    /// <exception cref="PathTooLongException">A relative path cannot be made absolute.</exception>
    public CloneOutcome Clone(string source, string destination)
    {
        source = Path.GetFullPath(source);
        destination = Path.GetFullPath(destination);
        using CloneWorker worker = NewWorker(new CloneCall(this, ClonePolicy.EveryFile, clonesOnly: true));
        return worker.Copy(source, destination);
    }

    /// <summary>
    /// Clones the file, or copies it: <see cref="CloneOutcome.Kind"/> tells which, <see cref="CloneOutcome.Reason"/> why it was copied. Files for which a
    /// clone is slower are copied: small ones that are not yet flushed to disk. What this library cannot copy itself, <see cref="File.Copy(string, string, bool)"/> does.
    /// </summary>
    /// <exception cref="ArgumentException">A path is null, empty or has a null character.</exception>
    /// <exception cref="IOException">
    /// As <see cref="File.Copy(string, string, bool)"/> throws it. An existing destination stays as it was if the volume is full or fails: there must be space for both files.
    /// </exception>
    /// <exception cref="UnauthorizedAccessException">As <see cref="File.Copy(string, string, bool)"/> throws it.</exception>
    public CloneOutcome CloneOrCopy(string source, string destination)
    {
        source = Path.GetFullPath(source);
        destination = Path.GetFullPath(destination);
        using CloneWorker worker = NewWorker(new CloneCall(this));
        return CopyFallback.CloneOrCopy(this, worker, source, destination);
    }

    /// <summary>
    /// Clones or copies many files, each as <see cref="CloneOrCopy(string, string)"/>, by several threads where that is faster. A file that fails does not
    /// keep the others from being copied. The results are in the order of the files.
    /// </summary>
    /// <exception cref="ArgumentException">A path is null, empty or has a null character; no file was copied.</exception>
    /// <exception cref="OperationCanceledException">No further file is started. Files that were started are complete.</exception>
    public IReadOnlyList<FileResult> CloneOrCopyAll(
        IReadOnlyList<(string Source, string Destination)> files, CancellationToken cancellation = default) =>
        FileList.CloneOrCopy(this, files ?? throw new ArgumentNullException(nameof(files)), cancellation);

    /// <summary>
    /// Tries whether files in one folder can be cloned into another: creates a file of 64 KiB in the first, clones it into the second, and deletes both.
    /// The answer is what <see cref="Clone"/> gave: <see cref="OutcomeKind.Cloned"/>, or not and why. It holds for the two volumes; a single file may still be refused.
    /// </summary>
    /// <exception cref="ArgumentException">A path is null, empty or has a null character.</exception>
    /// <exception cref="IOException">No file can be created in <paramref name="sourceFolder"/>.</exception>
    /// <exception cref="UnauthorizedAccessException">No file can be created in <paramref name="sourceFolder"/>.</exception>
    public CloneOutcome CanClone(string sourceFolder, string destinationFolder) =>
        TrialClone.Run(this, Path.GetFullPath(sourceFolder), Path.GetFullPath(destinationFolder));

    /// <summary>
    /// Gives a range of the destination the blocks of a range of the source, both files open: <see cref="OutcomeKind.Cloned"/>, or
    /// <see cref="OutcomeKind.NotHandled"/> with the reason and the system's error number, after which the range of the destination is undefined. The destination grows where
    /// the range ends behind its end. The files may be one file, if the ranges do not overlap.
    /// </summary>
    /// <remarks>
    /// Offsets and length are in bytes, in whole clusters of the volume (commonly 4096, on ReFS up to 65536); only the length of a range that ends where the source ends
    /// need not be, and the destination must not reach behind it then. See ioctl_ficlonerange(2) and, for Windows, the page "Block cloning". macOS has no such call: nothing is cloned.
    /// </remarks>
    /// <param name="source">
    /// Open to read. On Windows before 11 24H2 a source that changed within the last two minutes has to be open to write, too, because it is flushed first; otherwise it is
    /// refused for <see cref="Reason.SourceIsDirty"/>.
    /// </param>
    /// <param name="destination">Open to write.</param>
    /// <exception cref="ArgumentOutOfRangeException">An offset is below 0, or the length below 1.</exception>
    /// <exception cref="ObjectDisposedException">A handle is closed.</exception>
    public CloneOutcome CloneRange(SafeFileHandle source, long sourceOffset, SafeFileHandle destination, long destinationOffset, long length)
    {
        if (sourceOffset < 0 || destinationOffset < 0 || length < 1 || sourceOffset > long.MaxValue - length || destinationOffset > long.MaxValue - length)
        {
            string parameter = sourceOffset < 0 ? nameof(sourceOffset) : destinationOffset < 0 ? nameof(destinationOffset) : nameof(length);
            throw new ArgumentOutOfRangeException(parameter, "An offset is 0 or more, a length 1 or more.");
        }

        bool holdsSource = false;
        bool holdsDestination = false;
        try
        {
            (source ?? throw new ArgumentNullException(nameof(source))).DangerousAddRef(ref holdsSource);
            (destination ?? throw new ArgumentNullException(nameof(destination))).DangerousAddRef(ref holdsDestination);
            return CloneRange(source.DangerousGetHandle(), destination.DangerousGetHandle(), new FileRange(sourceOffset, destinationOffset, length));
        }
        finally
        {
            if (holdsSource)
            {
                source!.DangerousRelease();
            }

            if (holdsDestination)
            {
                destination!.DangerousRelease();
            }
        }
    }
}
