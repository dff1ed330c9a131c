using System;
using System.ComponentModel;
using System.IO;

namespace CopyOnWrite.Tasks;

/// <summary>
/// The errors after which a file is retried here: a source that another process writes, and a full volume. The built-in retries
/// more errors, with its own messages, and gets those files.
/// </summary>
internal static class Waiting
{
    /// <summary>Whether waiting ends as in the built-in: there is no other obstacle at the destination.</summary>
    internal static bool IsFor(Reason reason, string source, string destination)
    {
        if (reason != Reason.Locked)
        {
            // No space even without the old file, which the built-in would delete.
            return reason == Reason.VolumeFullEvenInPlace;
        }

        var file = new FileInfo(destination);
        bool regularOrNone = file.Attributes == (FileAttributes)(-1)
            || ((file.Attributes & (FileAttributes.ReparsePoint | FileAttributes.Directory)) == 0 && !file.IsReadOnly);
        return regularOrNone && file.Directory!.Exists && WhyLocked(source).Length > 0;
    }

    /// <summary>The message of .NET.</summary>
    internal static string Why(in CloneOutcome outcome, string source, string destination)
    {
        if (outcome.Reason == Reason.Locked)
        {
            return WhyLocked(source);
        }

        // .NET names the path on Windows (Win32Marshal.cs), but not .NET Framework, nor .NET on other systems (Interop.IOErrors.cs).
        string text = new Win32Exception(outcome.ErrorNumber).Message;
        return Path.DirectorySeparatorChar == '\\' && Environment.Version.Major > 4 ? $"{text} : '{destination}'" : text;
    }

    /// <summary>Opens the file as File.Copy does, to get the message; empty when it can be opened.</summary>
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
