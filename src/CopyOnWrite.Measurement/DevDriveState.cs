namespace CopyOnWrite.Measurement;

/// <summary>Whether a volume is a Dev Drive, and whether an administrator of this machine trusts it.</summary>
public enum DevDriveState
{
    /// <summary>Windows does not tell: before Windows 11 22H2 there is none.</summary>
    Unknown,

    NoDevDrive,
    Untrusted,
    Trusted,
}
