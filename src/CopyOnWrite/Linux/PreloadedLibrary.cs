using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// Whether a library that is preloaded (LD_PRELOAD, /etc/ld.so.preload; ld.so(8)) intercepts file calls, as fakeroot, tracers and sandboxes
/// do. They must see every call, and ours go past them: a P/Invoke takes its function from libc itself. .NET's own calls do not.
/// </summary>
internal static class PreloadedLibrary
{
    // The calls made here that such libraries wrap. libfaketime, which wraps others, does not count: times are kept all the same.
    private static readonly string[] s_calls =
        ["open", "openat", "close", "renameat", "linkat", "unlinkat", "fchmod", "statx", "ioctl"];

    /// <summary>True where LD_PRELOAD is set and the answer is unknown: with musl, and glibc before 2.34, whose libc lacks dlsym.</summary>
    internal static bool InterceptsFileCalls()
    {
        bool isNamed = !string.IsNullOrEmpty(Environment.GetEnvironmentVariable("LD_PRELOAD"));
        return (isNamed || File.Exists("/etc/ld.so.preload")) && Ask(unknown: isNamed, () =>
        {
            nint libc = dlopen(Encode("libc.so.6"), RTLD_LAZY | RTLD_NOLOAD);
            return libc == 0 ? isNamed : Array.Exists(s_calls, name => dlsym(libc, Encode(name)) != dlsym(RTLD_DEFAULT, Encode(name)));
        });
    }

    /// <summary>The function that the process's own calls reach, by the preloaded library or by libc; 0 where it is unknown.</summary>
    internal static nint Find(string name) => Ask<nint>(unknown: 0, () => dlsym(RTLD_DEFAULT, Encode(name)));

    private static T Ask<T>(T unknown, Func<T> ask)
    {
        try
        {
            return ask();
        }
        catch (Exception e) when (e is EntryPointNotFoundException or DllNotFoundException)
        {
            return unknown;
        }
    }

    private static byte[] Encode(string name) => Encoding.ASCII.GetBytes(name + '\0');
}
