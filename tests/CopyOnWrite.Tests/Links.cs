using System;
using System.Runtime.InteropServices;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tests;

internal static partial class Links
{
    internal static void MakeHardLink(string existing, string link)
    {
        bool made = OperatingSystem.IsWindows() ? CreateHardLinkW(link, existing, 0) != 0 : Links.link(existing, link) == 0;
        Assert.IsTrue(made, $"link: error {Marshal.GetLastPInvokeError()}");
    }

    [LibraryImport("libc", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int mkfifo(string path, uint mode);

    [LibraryImport("libc", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int link(string existing, string path);

    [LibraryImport("kernel32", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    private static partial int CreateHardLinkW(string path, string existing, nint security);
}
