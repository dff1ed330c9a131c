using System.Runtime.InteropServices;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// Extended attributes that a copy would keep. Those of the kernel it does not: "an attempt to set a Kernel EA from user mode will be
/// silently ignored" (page "Kernel Extended Attributes"). Smart App Control gives one to each program that was started.
/// </summary>
internal static unsafe class ExtendedAttributes
{
    private const string OfTheKernel = "$KERNEL.";

    // A file that has more is copied.
    private const int Most = 64 * 1024;

    /// <param name="file">Open for reading.</param>
    /// <returns>True also where that is unknown.</returns>
    internal static bool HasAnyToCopy(Win32Calls calls, nint file)
    {
        int error = calls.GetEaSize(file, out uint bytes);
        if (error != 0 || bytes == 0)
        {
            return error != 0; // Most files have none.
        }

        var buffer = new int[Most / sizeof(int)];
        fixed (int* start = buffer)
        {
            if (calls.GetEas(file, start, Most) != 0)
            {
                return true;
            }

            for (byte* at = (byte*)start; ; at += ((FILE_FULL_EA_INFORMATION*)at)->NextEntryOffset)
            {
                var entry = (FILE_FULL_EA_INFORMATION*)at;
                string name = Marshal.PtrToStringAnsi((nint)(&entry->EaName), entry->EaNameLength)!;
                if (!name.StartsWith(OfTheKernel, StringComparison.OrdinalIgnoreCase))
                {
                    return true;
                }

                if (entry->NextEntryOffset == 0)
                {
                    return false;
                }
            }
        }
    }
}
