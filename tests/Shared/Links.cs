namespace CopyOnWrite.Testing;

internal static partial class Links
{
    internal static void MakeHardLink(string existing, string link)
    {
        bool made = OperatingSystem.IsWindows() ? CreateHardLinkW(link, existing, 0) != 0 : Links.link(existing, link) == 0;
        Assert.IsTrue(made, $"link: error {Marshal.GetLastPInvokeError()}");
    }

    /// <summary>To a file or a folder. Windows needs a right for it, and Wine 8 only claims to make one: then a test is skipped.</summary>
    internal static void MakeSymbolicLink(string path, string target)
    {
        target = target.Replace('/', Path.DirectorySeparatorChar); // Windows follows no link with the other one.
        try
        {
            FileSystemInfo link = Directory.Exists(Path.Combine(Path.GetDirectoryName(path)!, target))
                ? Directory.CreateSymbolicLink(path, target)
                : File.CreateSymbolicLink(path, target);
            if (OperatingSystem.IsWindows() && link.LinkTarget is null)
            {
                Assert.Inconclusive("No symbolic link was made.");
            }
        }
        catch (Exception e) when (OperatingSystem.IsWindows() && e is (IOException or UnauthorizedAccessException))
        {
            Assert.Inconclusive($"No symbolic link can be made here: {e.Message}");
        }
    }

    [LibraryImport("libc", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int link(string existing, string path);

    [LibraryImport("kernel32", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    private static partial int CreateHardLinkW(string path, string existing, nint security);
}
