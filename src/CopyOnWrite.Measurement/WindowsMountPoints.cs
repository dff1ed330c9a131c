using System.Runtime.InteropServices;
using Win32Native = CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Measurement;

/// <summary>Where the volumes of this machine are mounted.</summary>
public static unsafe class WindowsMountPoints
{
    /// <summary>
    /// <c>D:\</c>, or a folder of another volume such as <c>C:\dev\</c>, with the file system. Drives without a disk and volumes that are
    /// mounted nowhere are left out. Empty where Windows does not tell.
    /// </summary>
    public static IReadOnlyList<(string Point, string FileSystem)> All() => [.. Points()
        .Order(StringComparer.OrdinalIgnoreCase)
        .Select(point => (point, FileSystemAt(point)!))
        .Where(volume => volume.Item2 is not null)];

    /// <summary>Each name ends with a NUL, the last with two.</summary>
    internal static string[] Split(ReadOnlySpan<char> names) => names.ToString().Split('\0', StringSplitOptions.RemoveEmptyEntries);

    private static string? FileSystemAt(string point)
    {
        try
        {
            return WindowsVolume.At(point).FileSystem;
        }
        catch (IOException)
        {
            return null;
        }
    }

    private static List<string> Points()
    {
        List<string> points = [];
        char* volume = stackalloc char[WindowsInterop.MAX_PATH];
        nint search = WindowsInterop.FindFirstVolume(volume, WindowsInterop.MAX_PATH);
        if (search == Win32Native.INVALID_HANDLE_VALUE)
        {
            return points;
        }

        do
        {
            points.AddRange(Of(volume));
        }
        while (WindowsInterop.FindNextVolume(search, volume, WindowsInterop.MAX_PATH) != 0);
        _ = WindowsInterop.FindVolumeClose(search);
        return points;
    }

    private static string[] Of(char* volume)
    {
        uint length = WindowsInterop.MAX_PATH;
        while (true)
        {
            char[] names = new char[length];
            fixed (char* start = names)
            {
                if (WindowsInterop.GetVolumePathNamesForVolumeName(volume, start, length, &length) != 0)
                {
                    return Split(names);
                }

                if (Marshal.GetLastPInvokeError() != Win32Native.ERROR_MORE_DATA || length <= names.Length)
                {
                    return [];
                }
            }
        }
    }
}
