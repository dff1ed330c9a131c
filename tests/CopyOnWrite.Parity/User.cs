namespace CopyOnWrite.Parity;

/// <summary>Gives up root's rights for this process, for good.</summary>
internal static partial class User
{
    internal static void Become(uint number, string folder)
    {
        Check(chown(folder, number, number), "chown");
        Check(setgroups(0, 0), "setgroups");

        // glibc changes every thread of the process (setxid in nptl), which the system call alone does not.
        Check(setgid(number), "setgid");
        Check(setuid(number), "setuid");
        System.Environment.SetEnvironmentVariable("HOME", folder);
        System.Environment.SetEnvironmentVariable("TMPDIR", folder);
    }

    private static void Check(int result, string call)
    {
        if (result != 0)
        {
            throw new IOException($"{call}: errno {Marshal.GetLastPInvokeError()}");
        }
    }

    [LibraryImport("libc", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int chown(string path, uint user, uint group);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int setgroups(nint count, nint groups);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int setgid(uint group);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int setuid(uint user);
}
