using System;
using System.ComponentModel;
using System.IO;

namespace CopyOnWrite.Tasks;

/// <summary>
/// What a file may be tried again for, after a pause: a source that another process writes, and a volume without space. The built-in tries
/// again for more, with its own messages, and gets those files.
/// </summary>
internal static class Waiting
{
    /// <summary>Whether waiting for it ends as it does in the built-in: nothing else is in the way of the destination.</summary>
    internal static bool IsFor(Reason reason, string source, string destination)
    {
        if (reason != Reason.Locked)
        {
            // Not even in the place of the old file, which the built-in would give up.
            return reason == Reason.VolumeFullEvenInPlace;
        }

        var file = new FileInfo(destination);
        bool regularOrNone = file.Attributes == (FileAttributes)(-1)
            || ((file.Attributes & (FileAttributes.ReparsePoint | FileAttributes.Directory)) == 0 && !file.IsReadOnly);
        return regularOrNone && file.Directory!.Exists && WhyLocked(source).Length > 0;
    }

    /// <summary>The sentence that .NET has for it.</summary>
    internal static string Why(in CloneOutcome outcome, string source, string destination)
    {
        if (outcome.Reason == Reason.Locked)
        {
            return WhyLocked(source);
        }

        // With the path on .NET for Windows (Win32Marshal.cs), without on .NET Framework and for other systems (Interop.IOErrors.cs).
        string text = new Win32Exception(outcome.ErrorNumber).Message;
        return Path.DirectorySeparatorChar == '\\' && Environment.Version.Major > 4 ? $"{text} : '{destination}'" : text;
    }

    /// <summary>By opening the file as File.Copy does; empty when it can be opened.</summary>
    private static string WhyLocked(string source)
    {
        try
        {
            using var opened = new FileStream(source, FileMode.Open, FileAccess.Read, FileShare.Read);
            return string.Empty;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return e.Message;
        }
    }
}
