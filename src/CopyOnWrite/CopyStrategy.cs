using System.Runtime.InteropServices;
using CopyOnWrite.Linux;
using CopyOnWrite.MacOS;
using CopyOnWrite.Windows;

namespace CopyOnWrite;

/// <summary>The strategy for the system that this process runs on.</summary>
public static class CopyStrategy
{
    /// <summary>
    /// Null where there is none: processors on which the system's constants and structs differ from the ones in <see cref="LinuxNative"/> and
    /// <see cref="MacNative"/>. Windows has the same on all of its processors.
    /// </summary>
    public static ICopyStrategy? ForThisSystem()
    {
        if (RuntimeInformation.IsOSPlatform(OSPlatform.Windows))
        {
            return new WindowsStrategy(new Win32Calls(), new VolumePairs());
        }

        return !IsKnownProcessor ? null
            : RuntimeInformation.IsOSPlatform(OSPlatform.Linux) ? new LinuxStrategy(new VolumePairs())
            : RuntimeInformation.IsOSPlatform(OSPlatform.OSX) ? new MacStrategy(new MacCalls(), new VolumePairs())
            : null;
    }

    /// <summary>One that copies what the other clones, as far as it makes files itself.</summary>
    public static ICopyStrategy WithoutClones() =>
        RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? new WindowsStrategy(new Win32Calls(), null)
        : RuntimeInformation.IsOSPlatform(OSPlatform.Linux) && IsKnownProcessor ? new LinuxStrategy(null)
        : new SystemStrategy();

    private static bool IsKnownProcessor => RuntimeInformation.ProcessArchitecture is Architecture.X64 or Architecture.Arm64;
}
