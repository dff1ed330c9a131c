namespace CopyOnWrite;

/// <summary>
/// Why a file was copied and not cloned, or why it was not handled at all. The names are the codes of reasons in records and JSON (docs/report.md): renaming one is a
/// new format.
/// </summary>
public enum Reason
{
    None,

    // Copied because:
    Empty,
    VolumeCannotClone,
    DifferentVolumes,
    DifferentVolumesNowCached,
    FileCannotBeCloned,
    CloningNotAskedFor,
    BelowMinimumSize,
    Fresh,
    SourceNotFlushed,
    BelowOneCluster,
    SystemClones,
    TooManyReferences,

    /// <summary>As <see cref="TooManyReferences"/>, and this process cannot have made them: other builds' files have them, or they leaked.</summary>
    TooManyReferencesOfOthers,

    // Not handled because:
    SourceMissing,
    SourceIsNotAFile,
    DestinationFolderMissing,
    DestinationIsNotAPlainFile,
    DestinationIsReadOnly,
    DestinationHasOtherNames,
    DestinationInSeveralCases,
    Locked,
    BeingCached,
    AccessDenied,
    VolumeFull,

    /// <summary>As <see cref="VolumeFull"/>, and the file would not fit into the place of the old one either, which is as it was.</summary>
    VolumeFullEvenInPlace,
    InputOutputError,
    InvalidPath,
    OtherError,
}

/// <summary>The words for each <see cref="Reason"/>, as they stand in a log line after a count.</summary>
public static class ReasonText
{
    public static string Of(Reason reason) => reason switch
    {
        Reason.Empty => "empty",
        Reason.VolumeCannotClone => "the volume cannot clone",
        Reason.DifferentVolumes => "on another volume",
        Reason.DifferentVolumesNowCached => "on another volume, now in the cache",
        Reason.FileCannotBeCloned => "this file cannot be cloned",
        Reason.CloningNotAskedFor => "cloning not asked for",
        Reason.BelowMinimumSize => "below the minimum size",
        Reason.Fresh => "not yet flushed to disk",
        Reason.SourceNotFlushed => "not yet flushed to disk, and could not be flushed",
        Reason.BelowOneCluster => "smaller than a cluster",
        Reason.SystemClones => "by the system's own copy, which clones here",
        Reason.TooManyReferences => "cloned as often as the volume allows",
        Reason.TooManyReferencesOfOthers => "cloned as often as the volume allows, by others",
        Reason.SourceMissing => "source missing",
        Reason.SourceIsNotAFile => "source is not a plain file",
        Reason.DestinationFolderMissing => "destination folder missing",
        Reason.DestinationIsNotAPlainFile => "destination is not a plain file",
        Reason.DestinationIsReadOnly => "destination is read-only",
        Reason.DestinationHasOtherNames => "destination cannot be replaced and has hard links",
        Reason.DestinationInSeveralCases => "destination named twice, differing in case",
        Reason.Locked => "locked",
        Reason.BeingCached => "just being copied by another process",
        Reason.AccessDenied => "access denied",
        Reason.VolumeFull => "volume full",
        Reason.VolumeFullEvenInPlace => "volume full, the old file is kept",
        Reason.InputOutputError => "input/output error",
        Reason.InvalidPath => "path not understood",
        _ => "other error",
    };
}
