using System.Runtime.InteropServices;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tests;

internal static partial class Links
{
    internal static void MakeHardLink(string existing, string link) =>
        Assert.AreEqual(0, Links.link(existing, link), $"link: errno {Marshal.GetLastPInvokeError()}");

    [LibraryImport("libc", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int mkfifo(string path, uint mode);

    [LibraryImport("libc", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int link(string existing, string path);
}
