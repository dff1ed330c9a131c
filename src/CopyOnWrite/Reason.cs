namespace CopyOnWrite;

/// <summary>
/// Why a file was copied and not cloned, or why it was not handled at all. The names are the codes of reasons in records and JSON
/// (docs/reference/report-format.md): renaming one is a new format.
/// </summary>
public enum Reason
{
    None,

    // Copied because:
    Empty,
    VolumeCannotClone,
    DifferentVolumes,
    DifferentVolumesBeingCached,

    /// <summary>The source was changed or replaced since it was added to the cache.</summary>
    DifferentVolumesEntryOutdated,

    /// <summary>The source's entry in the cache, or its record, is not what the cache wrote.</summary>
    DifferentVolumesEntryDamaged,

    /// <summary>The source changed a moment ago, or has a time in the future: it may change again unnoticed.</summary>
    DifferentVolumesTooNew,

    /// <summary>The source is below 64 KiB, where the cache does not pay.</summary>
    DifferentVolumesTooSmall,

    /// <summary>The cache's folder cannot be used or written to, or is on another volume.</summary>
    DifferentVolumesCacheUnusable,

    /// <summary>The cache is turned off, or there is no place for its folder.</summary>
    DifferentVolumesWithoutCache,
    FileCannotBeCloned,
    CloningDisabled,

    /// <summary>Windows before 11 24H2: its content may be in memory only, and then a clone might read as zeros.</summary>
    SourceIsDirty,
    FlushFailed,
    BelowOneCluster,
    SystemCopyClones,
    ReferenceLimit,

    /// <summary>
    /// As <see cref="ReferenceLimit"/>, and this process cannot have made them: other builds' files have them, or they leaked.
    /// </summary>
    ReferenceLimitByOthers,

    // Not handled because:
    SourceMissing,
    SourceIsNotAFile,
    DestinationFolderMissing,
    DestinationExists,
    DestinationIsNotARegularFile,
    DestinationIsReadOnly,
    DestinationHasHardLinks,
    DestinationNamedTwice,
    Locked,
    AccessDenied,
    VolumeFull,

    /// <summary>As <see cref="VolumeFull"/>, and removing the old file, which is unchanged, would not free enough.</summary>
    VolumeFullEvenInPlace,
    InputOutputError,
    UnsupportedPath,
    OtherError,
}

/// <summary>The words for each <see cref="Reason"/>, which follow a count in a log line.</summary>
public static class ReasonText
{
    public static string Of(Reason reason) => reason switch
    {
        Reason.Empty => "empty",
        Reason.VolumeCannotClone => "the volume cannot clone",
        Reason.DifferentVolumes => "on another volume",
        Reason.DifferentVolumesBeingCached => "on another volume, being added to the cache",
        Reason.DifferentVolumesEntryOutdated => "on another volume, cache entry outdated",
        Reason.DifferentVolumesEntryDamaged => "on another volume, cache entry damaged",
        Reason.DifferentVolumesTooNew => "on another volume, too new for the cache",
        Reason.DifferentVolumesTooSmall => "on another volume, too small for the cache",
        Reason.DifferentVolumesCacheUnusable => "on another volume, cache unusable",
        Reason.DifferentVolumesWithoutCache => "on another volume, no cache",
        Reason.FileCannotBeCloned => "this file cannot be cloned",
        Reason.CloningDisabled => "cloning disabled",
        Reason.SourceIsDirty => "not yet flushed to disk",
        Reason.FlushFailed => "not yet flushed to disk, and could not be flushed",
        Reason.BelowOneCluster => "smaller than a cluster",
        Reason.SystemCopyClones => "by CopyFileEx, which clones on this volume",
        Reason.ReferenceLimit => "reference limit reached",
        Reason.ReferenceLimitByOthers => "reference limit reached (references from other processes)",
        Reason.SourceMissing => "source missing",
        Reason.SourceIsNotAFile => "source is not a regular file",
        Reason.DestinationFolderMissing => "destination folder missing",
        Reason.DestinationExists => "destination exists",
        Reason.DestinationIsNotARegularFile => "destination is not a regular file",
        Reason.DestinationIsReadOnly => "destination is read-only",
        Reason.DestinationHasHardLinks => "destination cannot be replaced and has hard links",
        Reason.DestinationNamedTwice => "destination named twice",
        Reason.Locked => "locked",
        Reason.AccessDenied => "access denied",
        Reason.VolumeFull => "volume full",
        Reason.VolumeFullEvenInPlace => "volume full, the old file is kept",
        Reason.InputOutputError => "input/output error",
        Reason.UnsupportedPath => "unsupported path",
        _ => "other error",
    };
}
