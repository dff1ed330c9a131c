using System.Runtime.InteropServices;
using CopyOnWrite.Linux;

namespace CopyOnWrite;

/// <summary>The strategy for the system that this process runs on.</summary>
public static class CopyStrategy
{
    /// <summary>
    /// Null where there is none: Windows and macOS (their strategies belong in <c>Windows/</c> and <c>MacOS/</c>), and processors on
    /// which the kernel's constants differ from the ones in <see cref="LinuxNative"/>.
    /// </summary>
    public static ICopyStrategy? ForThisSystem()
    {
        bool knownProcessor = RuntimeInformation.ProcessArchitecture is Architecture.X64 or Architecture.Arm64;
        return knownProcessor && RuntimeInformation.IsOSPlatform(OSPlatform.Linux) ? new LinuxStrategy(new VolumePairs()) : null;
    }
}
