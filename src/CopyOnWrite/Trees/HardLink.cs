#if NET
using System;
using System.ComponentModel;
using System.IO;
using System.Runtime.InteropServices;
using CopyOnWrite.Linux;
using CopyOnWrite.MacOS;
using CopyOnWrite.Windows;

namespace CopyOnWrite;

/// <summary>Gives a file another name. .NET has no such call before version 11.</summary>
internal static class HardLink
{
    /// <exception cref="IOException">The volume has no hard links, or the file has as many as it may.</exception>
    internal static void Make(string existing, string path)
    {
        int error = OperatingSystem.IsWindows() ? MakeOnWindows(existing, path) : MakeOnUnix(existing, path);
        if (error != 0)
        {
            throw new IOException($"No hard link {path} to {existing}: {new Win32Exception(error).Message}", error);
        }
    }

    private static unsafe int MakeOnWindows(string existing, string path) =>
        Win32Native.CreateHardLinkW(Win32Path.ForCalls(path), Win32Path.ForCalls(existing), null) != 0 ? 0 : Marshal.GetLastPInvokeError();

    private static int MakeOnUnix(string existing, string path)
    {
        var from = new byte[NativePath.MaximumLength];
        var to = new byte[NativePath.MaximumLength];
        return !NativePath.TryEncode(existing, from) || !NativePath.TryEncode(path, to) ? LinuxNative.ENAMETOOLONG
            : (OperatingSystem.IsMacOS() ? MacNative.link(from, to) : LinuxNative.link(from, to)) == 0 ? 0
            : Marshal.GetLastPInvokeError();
    }
}
#endif
