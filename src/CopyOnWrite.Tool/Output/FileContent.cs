using System.Security.Cryptography;

namespace CopyOnWrite.Tool.Output;

internal static class FileContent
{
    /// <summary>Kind, mode, length and content in words; equal words for equal files.</summary>
    internal static string Describe(FileInfo file)
    {
        if (file.LinkTarget is { } target)
        {
            return $"link to {target}";
        }

        // Without a lock: a build server may still hold the file.
        using var content = new FileStream(file.FullName, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        string mode = OperatingSystem.IsWindows() ? string.Empty : $"mode {Convert.ToString((int)file.UnixFileMode, 8)}, ";
        return $"{mode}{file.Length} bytes, SHA-256 {Convert.ToHexStringLower(SHA256.HashData(content))[..12]}";
    }
}
