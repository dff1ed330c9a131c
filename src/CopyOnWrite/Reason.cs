namespace CopyOnWrite;

/// <summary>
/// Why a file was copied and not cloned, or not handled at all; <see cref="ReasonText"/> has the words. The names are the codes in records
/// and JSON (docs/reference/log.md): renaming one is a new format.
/// </summary>
internal enum Reason
{
    /// <summary>It was cloned.</summary>
    None,

    // Copied because:

    Empty,
    /// <summary>The file system of one of the volumes cannot clone.</summary>
    VolumeCannotClone,
    /// <summary>Source and destination are on two volumes, and blocks are shared within one.</summary>
    DifferentVolumes,
    /// <summary>Set by tasks only, like the next four reasons: the source is being added to the cross-volume cache.</summary>
    DifferentVolumesBeingCached,
    /// <summary>The source changed a moment ago, or has a time in the future: it may change again unnoticed.</summary>
    DifferentVolumesTooNew,
    /// <summary>The source is below 16 KiB, where the cache does not pay.</summary>
    DifferentVolumesTooSmall,
    /// <summary>The cache's folder cannot be used or written to, or is on another volume.</summary>
    DifferentVolumesCacheUnusable,
    /// <summary>The cache is turned off, or there is no place for its folder.</summary>
    DifferentVolumesWithoutCache,
    /// <summary>The volume clones, but not this file (on Windows one with more than content).</summary>
    FileCannotBeCloned,
    /// <summary>Cloning was turned off, or this library does not know the system or processor.</summary>
    CloningDisabled,
    /// <summary>Windows before 11 24H2: its content may be in memory only, and then a clone might read as zeros.</summary>
    SourceIsDirty,
    /// <summary>The source is not on disk yet, and flushing it failed: no write access, or it is open elsewhere.</summary>
    FlushFailed,
    /// <summary>The source is smaller than a cluster of the volume (Windows).</summary>
    BelowOneCluster,
    /// <summary>The system's own copy, which clones where the volume can (Windows 11 24H2 and later, macOS), was used.</summary>
    SystemCopyClones,
    /// <summary>The source's blocks have as many references as ReFS allows, 8176.</summary>
    ReferenceLimit,

    // Not handled because:

    SourceMissing,
    /// <summary>The source is a folder, pipe, socket or device.</summary>
    SourceIsNotAFile,
    DestinationFolderMissing,
    DestinationExists,
    /// <summary>The destination is a link, folder, pipe, socket or device.</summary>
    DestinationIsNotARegularFile,
    DestinationIsReadOnly,
    DestinationOfAnotherUser,
    /// <summary>The folder's files cannot be renamed or deleted, or not while they are open; or the destination is a mount point.</summary>
    DestinationFolderRefuses,
    /// <summary>The destination could only be written in place, and its other hard links would get the content.</summary>
    DestinationHasHardLinks,
    DestinationNamedTwice,
    /// <summary>Another program has the source or destination open and does not share it.</summary>
    Locked,
    /// <summary>The user may not read the source, or not write to the destination or its folder.</summary>
    AccessDenied,
    VolumeFull,
    InputOutputError,
    /// <summary>The path is too long, has too many links, or is of a kind that is left to the system.</summary>
    UnsupportedPath,
    /// <summary>See <see cref="CloneOutcome.ErrorNumber"/>.</summary>
    OtherError,
}

/// <summary>Groups of reasons, as the enum has them in its order.</summary>
internal static class ReasonGroups
{
    /// <summary>Whether a copy may follow a clone that failed for this reason: no obstacle that it would meet as well.</summary>
    internal static bool MayBeCopied(Reason reason) => reason is >= Reason.Empty and <= Reason.ReferenceLimit;

    /// <summary>Whether source and destination are on two volumes, with or without a cache.</summary>
    internal static bool IsDifferentVolumes(Reason reason) =>
        reason is >= Reason.DifferentVolumes and <= Reason.DifferentVolumesWithoutCache;
}

/// <summary>The words for each <see cref="Reason"/>, which follow a count in a log line.</summary>
internal static class ReasonText
{
    /// <summary>Describes the reason in a few words, which begin in lower case.</summary>
    internal static string Of(Reason reason) => reason switch
    {
        Reason.Empty => "empty",
        Reason.VolumeCannotClone => "the volume cannot clone",
        Reason.DifferentVolumes => "on another volume",
        Reason.DifferentVolumesBeingCached => "on another volume, being added to the cache",
        Reason.DifferentVolumesTooNew => "on another volume, too new for the cache",
        Reason.DifferentVolumesTooSmall => "on another volume, too small for the cache",
        Reason.DifferentVolumesCacheUnusable => "on another volume, cache unusable",
        Reason.DifferentVolumesWithoutCache => "on another volume, no cache",
        Reason.FileCannotBeCloned => "this file cannot be cloned",
        Reason.CloningDisabled => "cloning disabled",
        Reason.SourceIsDirty => "not yet flushed to disk",
        Reason.FlushFailed => "not yet flushed to disk, and flushing failed",
        Reason.BelowOneCluster => "smaller than a cluster",
        Reason.SystemCopyClones => "by the system's own copy, which clones where the volume can",
        Reason.ReferenceLimit => "reference limit reached",
        Reason.SourceMissing => "source missing",
        Reason.SourceIsNotAFile => "source is not a regular file",
        Reason.DestinationFolderMissing => "destination folder missing",
        Reason.DestinationExists => "destination exists",
        Reason.DestinationIsNotARegularFile => "destination is not a regular file",
        Reason.DestinationIsReadOnly => "destination is read-only",
        Reason.DestinationOfAnotherUser => "destination belongs to another user",
        Reason.DestinationFolderRefuses => "destination or its folder refuses renaming",
        Reason.DestinationHasHardLinks => "destination cannot be replaced, and writing into it would change its other hard links",
        Reason.DestinationNamedTwice => "destination named twice",
        Reason.Locked => "locked",
        Reason.AccessDenied => "access denied",
        Reason.VolumeFull => "volume full",
        Reason.InputOutputError => "input/output error",
        Reason.UnsupportedPath => "unsupported path",
        _ => "other error",
    };
}
