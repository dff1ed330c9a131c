namespace CopyOnWrite;

/// <summary>The reason why a file is not a clone: it was copied instead, or nothing was done.</summary>
public enum CloneFailureReason
{
    /// <summary>It is a clone.</summary>
    None,
    /// <summary>The file system of one of the volumes cannot clone.</summary>
    VolumeCannotClone,
    /// <summary>Source and destination are on two volumes; blocks are shared within one.</summary>
    DifferentVolumes,
    /// <summary>
    /// The volume clones, but not this file: it is empty, or on Windows smaller than a cluster, compressed, encrypted, with more
    /// than content, or its blocks have as many references as ReFS allows.
    /// </summary>
    FileCannotBeCloned,
    /// <summary>Windows: its content may be in memory only, where a clone might read as zeros. It can be flushed.</summary>
    SourceIsDirty,
    /// <summary>The system's copy, which clones where the volume can and does not report it (Windows 11 24H2 and later, macOS).</summary>
    SystemCopyClones,
    /// <summary>This library does not know the system or processor, or leaves paths of this kind to the system.</summary>
    Unsupported,
    /// <summary>There is no source, or no folder for the destination.</summary>
    NotFound,
    /// <summary>The source or destination is a folder, pipe, socket or device, or the destination is a link.</summary>
    NotARegularFile,
    /// <summary>The destination exists, and is not to be overwritten.</summary>
    DestinationExists,
    /// <summary>Another program has the source or destination open and does not share it.</summary>
    InUse,
    /// <summary>The user may not read the source, or not write to the destination or its folder, or the destination is read-only.</summary>
    AccessDenied,
    /// <summary>The volume or the quota is full.</summary>
    VolumeFull,
    /// <summary>Another error, of the system if <see cref="CloneOutcome.ErrorNumber"/> is not 0.</summary>
    OtherError,
}

/// <content>The public word for a reason; the tasks log the reasons themselves.</content>
public readonly partial struct CloneOutcome
{
    /// <summary>The reason why the file is not a clone; <see cref="CloneFailureReason.None"/> when it is.</summary>
    public CloneFailureReason FailureReason => Reason switch
    {
        // A default outcome: nothing was done.
        _ when Kind == OutcomeKind.None => CloneFailureReason.OtherError,
        Reason.None => CloneFailureReason.None,
        Reason.VolumeCannotClone => CloneFailureReason.VolumeCannotClone,
        _ when ReasonGroups.IsDifferentVolumes(Reason) => CloneFailureReason.DifferentVolumes,
        Reason.SourceIsDirty or Reason.FlushFailed => CloneFailureReason.SourceIsDirty,
        Reason.SystemCopyClones => CloneFailureReason.SystemCopyClones,
        Reason.CloningDisabled or Reason.UnsupportedPath => CloneFailureReason.Unsupported,
        Reason.Empty or Reason.FileCannotBeCloned or Reason.BelowOneCluster or Reason.ReferenceLimit =>
            CloneFailureReason.FileCannotBeCloned,
        Reason.SourceMissing or Reason.DestinationFolderMissing => CloneFailureReason.NotFound,
        Reason.SourceIsNotAFile or Reason.DestinationIsNotARegularFile => CloneFailureReason.NotARegularFile,
        Reason.DestinationExists => CloneFailureReason.DestinationExists,
        Reason.Locked => CloneFailureReason.InUse,
        Reason.AccessDenied or Reason.DestinationIsReadOnly or Reason.DestinationOfAnotherUser or Reason.DestinationFolderRefuses
            or Reason.DestinationHasHardLinks => CloneFailureReason.AccessDenied,
        Reason.VolumeFull => CloneFailureReason.VolumeFull,
        _ => CloneFailureReason.OtherError,
    };
}
