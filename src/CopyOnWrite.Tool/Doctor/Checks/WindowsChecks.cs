namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>On Windows: what kind of volume the repository is on.</summary>
internal static class WindowsChecks
{
    internal static Finding? FindDevDrive(DoctorContext context) => !OperatingSystem.IsWindows() ? null : DevDrive(
        Volume.At(context.Repository.Folder).FileSystem,
        WindowsVolume.DevDriveStateOf(context.Repository.Folder));

    internal static Finding DevDrive(string fileSystem, DevDriveState state) =>
        !fileSystem.Equals("ReFS", StringComparison.OrdinalIgnoreCase)
            ? Finding.Attention(
                $"The repository's volume is {fileSystem}, which cannot clone",
                "A Dev Drive is a ReFS volume of 50 GB or more, formatted as such.",
                $"{CloningVolumes.DevDriveSettings} creates one.")
            : state switch
            {
                DevDriveState.Trusted => Finding.Ok("The repository's volume is a trusted Dev Drive, which clones"),
                DevDriveState.Untrusted => Finding.Hint(
                    "The repository's volume is a Dev Drive, which clones, but is not trusted",
                    "Antivirus filters delay file accesses there, and Microsoft Defender has no performance mode.",
                    "In an elevated PowerShell, run `fsutil devdrv trust` with the drive letter, such as `fsutil devdrv trust D:`."),
                DevDriveState.NoDevDrive => Finding.Ok("The repository's volume is ReFS, which clones, and not a Dev Drive"),
                _ => Finding.Ok(
                    "The repository's volume is ReFS, which clones; whether it is a Dev Drive is unknown",
                    "Windows before 11 22H2 does not answer FSCTL_QUERY_PERSISTENT_VOLUME_STATE, and has no Dev Drives."),
            };
}
