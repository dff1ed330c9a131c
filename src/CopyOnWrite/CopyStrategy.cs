using System.Runtime.InteropServices;
using CopyOnWrite.Linux;
using CopyOnWrite.Windows;

namespace CopyOnWrite;

/// <summary>The strategy for the system that this process runs on.</summary>
public static class CopyStrategy
{
    /// <summary>
    /// Null where there is none: macOS (its strategy belongs in <c>MacOS/</c>), and processors on which the kernel's constants differ from the
    /// ones in <see cref="LinuxNative"/>. Windows has the same on all of its processors.
    /// </summary>
    public static ICopyStrategy? ForThisSystem()
    {
        if (RuntimeInformation.IsOSPlatform(OSPlatform.Windows))
        {
            return new WindowsStrategy(new Win32Calls(), new VolumePairs());
        }

        bool knownProcessor = RuntimeInformation.ProcessArchitecture is Architecture.X64 or Architecture.Arm64;
        return knownProcessor && RuntimeInformation.IsOSPlatform(OSPlatform.Linux) ? new LinuxStrategy(new VolumePairs()) : null;
    }
}
