#if NET
using System;
using CopyOnWrite.Linux;
using CopyOnWrite.MacOS;
using CopyOnWrite.Windows;

namespace CopyOnWrite;

/// <summary>Gives a file another name. .NET has no such call before version 11.</summary>
internal static class HardLink
{
    /// <summary>False where the volume has no hard links, or the file has as many as it may.</summary>
    internal static bool TryMake(string existing, string path) =>
        OperatingSystem.IsWindows() ? TryMakeOnWindows(existing, path) : TryMakeOnUnix(existing, path);

    private static unsafe bool TryMakeOnWindows(string existing, string path) =>
        Win32Native.CreateHardLinkW(Win32Path.ForCalls(path), Win32Path.ForCalls(existing), null) != 0;

    private static bool TryMakeOnUnix(string existing, string path)
    {
        var from = new byte[NativePath.MaximumLength];
        var to = new byte[NativePath.MaximumLength];
        return NativePath.TryEncode(existing, from) && NativePath.TryEncode(path, to)
            && (OperatingSystem.IsMacOS() ? MacNative.link(from, to) : LinuxNative.link(from, to)) == 0;
    }
}
#endif
