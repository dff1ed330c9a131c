using System;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// The system's own copy, as the built-in task makes it through .NET's File.Copy: content, attributes, streams, extended attributes and write
/// time. It never writes into a file that is there: that is replaced by one copied beside it.
/// </summary>
internal static class SystemCopy
{
    // Whether the last file of this thread took the place of another: the next one is likely to, and is looked at before it is copied in vain.
    [ThreadStatic]
    private static bool t_replaces;

    /// <summary>Of kind Copied with this reason, or NotHandled; then the destination is as it was.</summary>
    internal static FileOutcome Make(IWindowsCalls calls, string source, in SourceFile seen, string destination, Reason reason, int refusal)
    {
        bool isThere = t_replaces && calls.GetFileAttributes(destination, out _) == 0;
        int error = isThere ? ERROR_FILE_EXISTS : calls.CopyFile(source, destination);
        t_replaces = WinError.IsThereAlready(error);
        if (t_replaces)
        {
            FileOutcome refused = Replacement.MayReplace(calls, destination);
            if (refused.Kind == OutcomeKind.NotHandled)
            {
                return refused;
            }

            error = Replace(calls, source, seen, destination);
            return error == 0 ? FileOutcome.Copied(reason, seen.Length, refusal) : FileOutcome.NotHandled(WinError.OfFile(error), error);
        }

        if (error != 0)
        {
            return Replacement.RefusalOf(calls, destination, error);
        }

        error = MakeWritable(calls, seen, destination);
        return error == 0 ? FileOutcome.Copied(reason, seen.Length, refusal) : FileOutcome.NotHandled(WinError.OfFile(error), error);
    }

    private static int Replace(IWindowsCalls calls, string source, in SourceFile seen, string destination)
    {
        int error = ERROR_FILE_EXISTS;
        for (int number = 0; number < Replacement.TemporaryNamesToTry && WinError.IsThereAlready(error); number++)
        {
            string temporary = Win32Path.TemporaryBeside(destination, number);
            error = calls.CopyFile(source, temporary);
            if (WinError.IsThereAlready(error) && Replacement.TryRemoveLeftover(calls, temporary))
            {
                error = calls.CopyFile(source, temporary);
            }

            if (error == 0)
            {
                error = MakeWritable(calls, seen, temporary);
                return error == 0 ? Replacement.Publish(calls, temporary, destination) : error;
            }
        }

        return error;
    }

    /// <summary>The built-in task takes a read-only source's attributes off the copy, all of them. 0, or the error; then the copy is removed, if it can be.</summary>
    private static int MakeWritable(IWindowsCalls calls, in SourceFile seen, string copy)
    {
        int error = seen.IsReadOnly ? calls.SetFileAttributes(copy, FILE_ATTRIBUTE_NORMAL) : 0;
        if (error != 0)
        {
            _ = calls.DeleteFile(copy);
        }

        return error;
    }
}
