using System;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Doctor.Windows;
using CopyOnWrite.Tool.Inspect;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>On Windows: what kind of volume the repository is on. Has run under Wine, which has no fsutil for it.</summary>
internal static class DevDriveCheck
{
    internal static Check Check { get; } = new("dev-drive", Find);

    private static Finding? Find(DoctorContext context)
    {
        if (!OperatingSystem.IsWindows())
        {
            return null;
        }

        // fsutil takes the folder that a volume is mounted in as well ("fsutil devdrv").
        string folder = context.Repository.Folder;
        return DevDrive.Finding(WindowsVolume.MountPointOf(folder).TrimEnd('\\'), FileSystemName.Of(folder), new Fsutil());
    }
}
