using System;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Inspect;

internal static class FileSystemName
{
    /// <summary>"btrfs", "ext4", "NTFS": of the volume that the file or folder lies on.</summary>
    internal static string Of(string path)
    {
        string folder = System.IO.Directory.Exists(path) ? path : System.IO.Path.GetDirectoryName(System.IO.Path.GetFullPath(path))!;
        return OperatingSystem.IsLinux() ? Mount.FileSystemOf(folder) : Volume.At(folder).FileSystem;
    }
}
