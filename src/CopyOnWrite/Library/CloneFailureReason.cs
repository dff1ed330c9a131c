namespace CopyOnWrite;

/// <summary>Why a file is not a clone: it was copied instead, or nothing was done.</summary>
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
    /// <summary>
    /// The system's own copy was used, which clones where the volume can and does not report it (Windows 11 24H2 and later, macOS).
    /// </summary>
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
