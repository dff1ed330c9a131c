namespace CopyOnWrite;

/// <content>The public word for a reason; the tasks log the reasons themselves.</content>
public readonly partial struct CloneOutcome
{
    /// <summary>Why the file is not a clone; <see cref="CloneFailureReason.None"/> when it is.</summary>
    public CloneFailureReason FailureReason => Reason switch
    {
        // Of nothing: a default.
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
