using System;
using System.IO;
using System.Runtime.InteropServices;

namespace CopyOnWrite.Tests;

/// <summary>Files to copy, of known content.</summary>
internal static partial class Files
{
    internal const UnixFileMode Mode644 = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.OtherRead;

    /// <summary>Content that depends on name and length, so that no two files of a test are equal by accident.</summary>
    internal static string Write(string path, int length, UnixFileMode mode = Mode644, DateTime? modified = null)
    {
        var content = new byte[length];
        new Random(HashCode.Combine(length, Path.GetFileName(path).Length)).NextBytes(content);
        File.WriteAllBytes(path, content);
        File.SetUnixFileMode(path, mode);

        // 100 ns, the finest that .NET can set and compare; well in the past, so that "now" is never taken for it.
        File.SetLastWriteTimeUtc(path, modified ?? new DateTime(2020, 2, 29, 12, 34, 56, DateTimeKind.Utc).AddTicks(1234567));
        return path;
    }

    /// <summary>With .NET's exclusive lock, which is flock's, until disposed.</summary>
    internal static FileStream MakeLocked(string path) => new(path, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.None);

    /// <summary>Until disposed, new files of this process get no bits that the mask takes away.</summary>
    internal static IDisposable Umask(uint mask) => new UmaskScope(mask);

    private sealed partial class UmaskScope : IDisposable
    {
        private readonly uint _before;

        internal UmaskScope(uint mask) => _before = umask(mask);

        public void Dispose() => _ = umask(_before);

        [LibraryImport("libc")]
        private static partial uint umask(uint mask);
    }
}
