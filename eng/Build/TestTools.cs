namespace CopyOnWrite.Build;

/// <summary>
/// The programs beside the .NET SDK that tests use, installed where that may be done without asking: as root on a Debian-like system.
/// </summary>
internal static class TestTools
{
    /// <summary>For the projects of <c>--fast</c>.</summary>
    internal static (string Program, string[] Packages)[] Fast { get; } =
    [
        ("strace", ["strace"]),           // counts system calls
        ("cc", ["gcc", "libc6-dev"]),     // compares our constants with the C headers
        ("x86_64-w64-mingw32-gcc", ["gcc-mingw-w64-x86-64"]), // compares them with the headers of Windows
        ("bindfs", ["bindfs"]),           // shows folders by FUSE, and refuses what it is told to
        ("/usr/include/fuse3/fuse.h", ["libfuse3-dev"]), // for a file system that refuses (eng/Torture/Fuse)
    ];

    internal static (string Program, string[] Packages)[] All { get; } =
    [
        .. Fast,
        ("npm", ["npm"]),                 // gets linters and a C compiler for macOS (tests/Shared/NodePackage.cs)
        ("faketime", ["faketime"]),       // makes sources old
        ("fakeroot", ["fakeroot"]),       // intercepts file calls by LD_PRELOAD
        ("qemu-storage-daemon", ["qemu-system-common"]), // logs what is written to a disk
        ("monop", ["mono-runtime", "mono-devel"]), // runs .NET Framework's MSBuild; mono-devel has the facade netstandard.dll
    ];

    internal static async Task EnsureAsync((string Program, string[] Packages)[] tools, CancellationToken cancel)
    {
        string[] missing = [.. tools.Where(tool => !Shell.Finds(tool.Program)).SelectMany(tool => tool.Packages)];
        if (missing.Length == 0)
        {
            return;
        }

        if (!Environment.IsPrivilegedProcess || !Shell.Finds("apt-get"))
        {
            Console.WriteLine($"What needs them is skipped. To have them all: apt-get install {string.Join(' ', missing)}");
            return;
        }

        var quiet = new Dictionary<string, string> { ["DEBIAN_FRONTEND"] = "noninteractive" };
        Console.WriteLine($"Installing {string.Join(' ', missing)}");
        await Shell.RunAsync("apt-get", ["update", "-qq"], cancel, quiet);
        await Shell.RunAsync("apt-get", ["install", "-y", "-qq", .. missing], cancel, quiet);
    }
}
