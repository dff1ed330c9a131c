using System;
using System.IO;

namespace CopyOnWrite.Artifacts;

/// <summary>The questions about a single file that staging asks .NET.</summary>
internal static class SystemFiles
{
    internal static bool IsLink(string path)
    {
        try
        {
            return (File.GetAttributes(path) & FileAttributes.ReparsePoint) != 0;
        }
        catch (Exception e) when (IsOfSystem(e))
        {
            return false;
        }
    }

    internal static bool IsOfSystem(Exception e) =>
        e is IOException or UnauthorizedAccessException or NotSupportedException or ArgumentException;
}
