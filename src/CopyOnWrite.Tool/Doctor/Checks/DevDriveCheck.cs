using System;
using System.IO;
using CopyOnWrite.Tool.Doctor.Windows;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>On Windows: what kind of volume the repository is on. Has not run on Windows; its texts are tested.</summary>
internal static class DevDriveCheck
{
    internal static Check Check { get; } = new("dev-drive", Find);

    private static Finding? Find(Examination examination)
    {
        if (!OperatingSystem.IsWindows())
        {
            return null;
        }

        string root = Path.GetPathRoot(examination.Repository.Folder)!.TrimEnd('\\');
        return DevDrive.Finding(root, new DriveInfo(root).DriveFormat, new Fsutil());
    }
}
